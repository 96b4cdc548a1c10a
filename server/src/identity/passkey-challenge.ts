// What a passkey signs. Nothing is kept of a challenge that is out: it is sealed, for one purpose and one session, and carries
// its own end, so that strangers who ask for many fill nothing.
import { createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import { PASSKEY_CHALLENGE_MINUTES } from '@vitrine/contract/console-limits';

export const CHALLENGE_MS = PASSKEY_CHALLENGE_MINUTES * 60_000;

// Whose session it is for; a sign-in has none yet.
export type ChallengeFor =
  | { readonly purpose: 'sign-in' }
  | { readonly purpose: 'add' | 'prove'; readonly sessionId: string };

const RANDOM_BYTES = 16;
const END_BYTES = 6;
const HEAD_BYTES = RANDOM_BYTES + END_BYTES;
const SEAL_BYTES = 16;

export function newChallenge(key: KeyObject, use: ChallengeFor, now: number): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.writeUIntBE(now + CHALLENGE_MS, 0, END_BYTES);
  const head = Buffer.concat([randomBytes(RANDOM_BYTES), end]);
  return Buffer.concat([head, sealOf(key, use, head)]);
}

export function isChallenge(key: KeyObject, use: ChallengeFor, text: string, now: number): boolean {
  const challenge = Buffer.from(text, 'base64url');
  if (challenge.length !== HEAD_BYTES + SEAL_BYTES) return false;
  const head = challenge.subarray(0, HEAD_BYTES);
  return (
    timingSafeEqual(challenge.subarray(HEAD_BYTES), sealOf(key, use, head)) &&
    now < head.readUIntBE(RANDOM_BYTES, END_BYTES)
  );
}

const sealOf = (key: KeyObject, use: ChallengeFor, head: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([use.purpose, use.purpose === 'sign-in' ? null : use.sessionId]))
    .update(head)
    .digest()
    .subarray(0, SEAL_BYTES);
