import { foldText } from '../fold.js';

// As it is kept: trimmed, runs of white space made one space.
export const cleanTagName = (name: string): string => name.trim().replace(/\s+/g, ' ');

// What makes two names the same tag (decisions, Tags). Compared and ordered by code point.
export const tagNameKey = (name: string): string => foldText(cleanTagName(name.normalize('NFKC')));
