import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createHashingQueue, type HashingCaller } from './hashing-queue.js';

// Argon2id with the library's parameters (19 MiB, two rounds), which are OWASP's.
export type Hashing = {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (passwordHash: string, password: string) => Promise<boolean>;
};

export const argon2id: Hashing = {
  hash: (password) => hash(password),
  verify: (passwordHash, password) => verify(passwordHash, password),
};

// What one that comes from elsewhere may cost with every attempt to sign in: whoever hands in an archive must not choose that
// each takes a gigabyte. Ours cost a third of it.
const MEMORY_KIB_MAX = 65_536;
const ROUNDS_MAX = 10;
const LANES_MAX = 4;

const HASH = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

// Argon2id, as the library writes it: one that it cannot read would fail in the middle of a sign-in.
export function isKnownHash(text: string): boolean {
  const [, memory = 0, rounds = 0, lanes = 0] = (HASH.exec(text) ?? []).map(Number);
  return lanes >= 1 && lanes <= LANES_MAX && rounds >= 1 && rounds <= ROUNDS_MAX && isMemory(memory, lanes);
}

// The algorithm wants 8 KiB for each lane.
const isMemory = (kib: number, lanes: number): boolean => kib >= 8 * lanes && kib <= MEMORY_KIB_MAX;

// For commands, which run in processes of their own. A server queues its hashing.
export const { hash: hashPassword, verify: verifyPassword } = argon2id;

// Of a password that nobody knows, with the same parameters. Where there is no account the same work is done, so that the
// time of an answer does not tell which emails have one.
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$/+NjUG9kSk+M0784gxps3g$UZ/JBKhV61dJl0hqSzlRbCrBScKeJlnKRSHxyWKTNpM';

export async function isPasswordOf(
  verify: Hashing['verify'],
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const isRight = await verify(passwordHash ?? NOBODYS_HASH, password);
  return isRight && typeof passwordHash === 'string';
}

// No letters or digits that look alike: it is read off a screen. 16 of 54 are 92 bits.
const READABLE = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function newPassword(): string {
  return Array.from({ length: 16 }, () => READABLE[randomInt(READABLE.length)]).join('');
}

/** The hashing of a server, where strangers decide how many passwords are checked. */
export type QueuedHashing = {
  // A new password comes with a session, a link or an invitation, so its caller is trusted.
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (passwordHash: string, password: string, caller: HashingCaller) => Promise<boolean>;
};

export function queueHashing(hashing: Hashing): QueuedHashing {
  const inQueue = createHashingQueue();
  return {
    hash: (password) => inQueue({ kind: 'trusted' }, () => hashing.hash(password)),
    verify: (passwordHash, password, caller) => inQueue(caller, () => hashing.verify(passwordHash, password)),
  };
}
