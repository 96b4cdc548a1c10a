import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { READ_TOKEN_DAYS_MAX, WRITE_TOKEN_DAYS_MAX } from '@vitrine/contract/limits';
import { SCOPES, WRITE_SCOPES, type Scope } from '@vitrine/contract/scopes';
import { newTokenSecret } from '../identity/token-secret.js';
import type { Archive, ArchiveToken } from '../archive/archive-schema.js';
import { checkArchive } from '../archive/check-archive.js';
import { findShipped } from '../shipped.js';
import { daysBetween, moveDays } from './move-days.js';
import { readablePassword } from './readable-password.js';

// The archives were written as if this were today.
const WRITTEN_ON = '2026-01-15';
const TIME_ZONE = 'Europe/Paris';
const DAY_MS = 24 * 60 * 60 * 1000;

const folderOf = (merchant: string): string => `${findShipped('demo/')}${merchant}/`;

export type DemoMerchant = { readonly archive: Archive; readonly folder: string };

export type Demo = {
  readonly merchants: readonly [bakery: DemoMerchant, neighbour: DemoMerchant];
  readonly signIn: { readonly email: string; readonly password: string };
  readonly readToken: string;
  readonly writeToken: string;
};

// Two merchants for the first start, with their days moved to today. The first has an owner who can sign in and two
// tokens, all with secrets that are new each time; the second is there to be out of its sight.
export async function readDemo(now: number): Promise<Demo> {
  const [readToken, writeToken, password] = [newTokenSecret(), newTokenSecret(), readablePassword()];
  const [bakery, neighbour] = [await readArchive('corner-bakery', now), await readArchive('harbour-books', now)];
  const isReading = (scope: Scope): boolean => !WRITE_SCOPES.includes(scope);
  const tokens = [
    newToken('Web shop', readToken, { scopes: SCOPES.filter(isReading), now, days: READ_TOKEN_DAYS_MAX }),
    newToken('Poster upload', writeToken, { scopes: [...SCOPES], now, days: WRITE_TOKEN_DAYS_MAX }),
  ];
  const [owner, ...others] = bakery.archive.people ?? [];
  if (owner === undefined) throw new Error('the demo has no owner');
  const archive = { ...bakery.archive, people: [{ ...owner, password }, ...others], tokens };
  return {
    merchants: [{ ...bakery, archive }, neighbour],
    signIn: { email: owner.email, password },
    readToken,
    writeToken,
  };
}

async function readArchive(merchant: string, now: number): Promise<DemoMerchant> {
  const folder = folderOf(merchant);
  const written = await readFile(`${folder}archive.json`, 'utf8');
  return { folder, archive: checkArchive(moveDays(written, daysBetween(WRITTEN_ON, now, TIME_ZONE)), now) };
}

type Terms = { readonly scopes: Scope[]; readonly now: number; readonly days: number };

const newToken = (name: string, secret: string, { scopes, now, days }: Terms): ArchiveToken => ({
  id: randomUUID(),
  name,
  scopes,
  createdAt: new Date(now).toISOString(),
  expiresAt: new Date(now + days * DAY_MS).toISOString(),
  revokedAt: null,
  secret,
});
