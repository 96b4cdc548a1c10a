import { foldCase } from '@vitrine/contract/tag-name';

// What makes two texts the same when case and form do not matter: NFKC, then full case folding, for all of Unicode.
export function foldText(text: string): string {
  return foldCase(text.normalize('NFKC')).normalize('NFKC');
}

// Letters of the Latin, Greek and Cyrillic blocks, then marks of the three blocks that are for accents on them.
const LETTERS =
  'a-z\\u00df-\\u02af\\u0370-\\u052f\\u1c80-\\u1c8f\\u1d00-\\u1dbf\\u1e00-\\u1fff\\u2c60-\\u2c7f\\ua640-\\ua69f\\ua720-\\ua7ff\\uab30-\\uab6f';
const MARKS = '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff';
const ACCENTS = new RegExp(`([${LETTERS}])[${MARKS}]+`, 'g');

// What a search looks for, in texts that the database has folded on in the same way (`without_accents` in server/migrations/0001_schema.sql):
// `eclair` finds `Éclair`. Other scripts keep their marks, which are letters there.
export function foldSearch(text: string): string {
  return foldText(text).normalize('NFD').replace(ACCENTS, '$1').normalize('NFC');
}

// NFKC turns this space into a plain one, so no folded text holds it: nothing can match across name and description.
const BETWEEN = '\u2003';

export function searchText(name: string, description: string | null = null): string {
  return description === null ? foldText(name) : `${foldText(name)}${BETWEEN}${foldText(description)}`;
}

// What makes two addresses the same person. The part before the @ may tell case apart by the letter of the standard;
// no mail service does, and two accounts that differ in a capital letter would be a trap.
export const emailKey = (email: string): string => foldText(email.trim());
