import { foldText } from '../fold.js';

// What makes two addresses the same person. The part before the @ may tell case apart by the letter of the standard;
// no mail service does, and two accounts that differ in a capital letter would be a trap.
export const emailKey = (email: string): string => foldText(email.trim());
