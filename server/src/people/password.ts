import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../errors.js';

export const PASSWORD_CHARACTERS_MIN = 10;

// Argon2id with the library's parameters (19 MiB, two rounds), which are OWASP's.
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}

export function requireStrongPassword(password: string): void {
  if (Array.from(password).length >= PASSWORD_CHARACTERS_MIN) return;
  throw new Refusal(`A password needs at least ${PASSWORD_CHARACTERS_MIN} characters.`);
}

// No letters or digits that look alike: it is read off a screen. 16 of 54 are 92 bits.
const READABLE = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function newPassword(): string {
  return Array.from({ length: 16 }, () => READABLE[randomInt(READABLE.length)]).join('');
}
