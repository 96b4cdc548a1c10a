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
