import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { ApiError } from '../errors.js';
import { createTurnstile } from '../turnstile.js';

// Argon2id with the library's parameters (19 MiB, two rounds), which are OWASP's.
export type Hashing = {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (passwordHash: string, password: string) => Promise<boolean>;
};

export const argon2id: Hashing = {
  hash: (password) => hash(password),
  verify: (passwordHash, password) => verify(passwordHash, password),
};

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

// No letters or digits that look alike: it is read off a screen. 16 of 54 are 92 bits.
const READABLE = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function newPassword(): string {
  return Array.from({ length: 16 }, () => READABLE[randomInt(READABLE.length)]).join('');
}

// A hash holds one of libuv's four threads, and the store reads its files with the same four: half of them are left to it.
const RUNNING_MAX = 2;
// Half a second's work. Whoever comes later is better told so at once than kept waiting.
const WAITING_MAX = 16;
const RETRY_AFTER_SECONDS = 2;

// For a server, where strangers decide how many passwords are looked at.
export function boundHashing(hashing: Hashing): Hashing {
  const inTurn = createTurnstile({ runningMax: RUNNING_MAX, waitingMax: WAITING_MAX, refuse: tooMany });
  return {
    hash: (password) => inTurn(() => hashing.hash(password)),
    verify: (passwordHash, password) => inTurn(() => hashing.verify(passwordHash, password)),
  };
}

const tooMany = (): ApiError =>
  new ApiError('rate_limited', 'Too many people sign in at this moment. Try again in a few seconds.', undefined, {
    'retry-after': String(RETRY_AFTER_SECONDS),
  });
