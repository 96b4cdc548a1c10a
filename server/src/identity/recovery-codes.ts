// What somebody writes down for the day when telephone and passkeys are lost. Each works once.
import { randomBytes, createHash } from 'node:crypto';
import { RECOVERY_CODES } from '@vitrine/contract/console-limits';

// Crockford's: no letter looks like a digit or like another. Each is five bits.
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const LETTERS_PER_CODE = 16;

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

const newRecoveryCode = (): string =>
  Array.from(randomBytes(LETTERS_PER_CODE), (byte) => LETTERS[byte % LETTERS.length])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-');

// As it is meant, however it was typed: with or without hyphens, in capitals, with an O for a zero.
const toPlain = (typed: string): string =>
  typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');

// Eighty random bits: the plain hash that is kept cannot be searched backwards.
export const hashRecoveryCode = (typed: string): Buffer => createHash('sha256').update(toPlain(typed)).digest();

// A code of an app has six digits, which no recovery code has.
export const isAppCode = (typed: string): boolean => /^\d{6}$/.test(typed.replace(/\s/g, ''));
