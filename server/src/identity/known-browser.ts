// A browser that somebody has signed in with before is known by a cookie: a random id, and a seal for each of the last few
// accounts that were signed in to there. Nothing of it is kept here: the key that seals is.
import { createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';

export type Account = { readonly emailKey: string; readonly passwordHash: string | null | undefined };

const BYTES = 16;
// People who share a computer.
const ACCOUNTS_MAX = 5;

// The id, where the cookie is sealed for this account. The same work for an email that has none.
export function findBrowser(key: KeyObject, account: Account, cookie: string | undefined): string | undefined {
  const [id = '', ...seals] = (cookie ?? '').split('.');
  const expected = Buffer.from(sealOf(key, account, id));
  return seals.some((seal) => isSame(Buffer.from(seal), expected)) ? id : undefined;
}

// The cookie after a sign-in with this account, which comes first among those of this browser.
export function sealBrowser(key: KeyObject, account: Account, cookie: string | undefined): string {
  const [id = newId(), ...seals] = cookie?.split('.') ?? [];
  const seal = sealOf(key, account, id);
  const others = seals.filter((other) => !isSame(Buffer.from(other), Buffer.from(seal)));
  return [id, seal, ...others].slice(0, 1 + ACCOUNTS_MAX).join('.');
}

const newId = (): string => randomBytes(BYTES).toString('base64url');

// Over the password too: with a new one every browser is a stranger again, that of whoever knew the old one first of all.
const sealOf = (key: KeyObject, { emailKey, passwordHash }: Account, id: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([id, emailKey, passwordHash ?? null]))
    .digest()
    .subarray(0, BYTES)
    .toString('base64url');

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);
