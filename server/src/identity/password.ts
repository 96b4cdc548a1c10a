import { randomInt } from 'node:crypto';
import { PASSWORD_CHARACTERS_MIN } from '@vitrine/contract/console-limits';
import { CommandError } from '../errors.js';
import { argon2id, type Hashing } from './hashing.js';

// For commands, which run in processes of their own; a server's hashing is bound.
export const { hash: hashPassword, verify: verifyPassword } = argon2id;

// Of a password that nobody knows, with the same parameters. Where there is no account the same work is done, so that the
// time of an answer does not tell which emails have one.
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$/+NjUG9kSk+M0784gxps3g$UZ/JBKhV61dJl0hqSzlRbCrBScKeJlnKRSHxyWKTNpM';

export async function isPasswordOf(
  hashing: Hashing,
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const isRight = await hashing.verify(passwordHash ?? NOBODYS_HASH, password);
  return isRight && typeof passwordHash === 'string';
}

export function requireStrongPassword(password: string): void {
  if (Array.from(password).length >= PASSWORD_CHARACTERS_MIN) return;
  throw new CommandError(`A password needs at least ${PASSWORD_CHARACTERS_MIN} characters.`);
}

// No letters or digits that look alike: it is read off a screen. 16 of 54 are 92 bits.
const READABLE = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function newPassword(): string {
  return Array.from({ length: 16 }, () => READABLE[randomInt(READABLE.length)]).join('');
}
