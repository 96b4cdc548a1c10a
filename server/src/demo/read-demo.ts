import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { READ_TOKEN_DAYS_MAX, WRITE_TOKEN_DAYS_MAX } from '@vitrine/contract/limits';
import { SCOPES, WRITE_SCOPES, type Scope } from '@vitrine/contract/scopes';
import { DAY_MS } from '@vitrine/contract/time-units';
import { newTokenSecret } from '../identity/token-secret.js';
import type { Archive, ArchiveToken } from '../archive/archive-schema.js';
import { checkArchive } from '../archive/check-archive.js';
import { findShipped } from '../shipped.js';

// The archives were written as if this were today.
const WRITTEN_ON = '2026-01-15';
const TIME_ZONE = 'Europe/Paris';

type DemoMerchant = { readonly archive: Archive; readonly folder: string };

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
  const [owner, ...others] = bakery.archive.people;
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
  const folder = `${findShipped('demo/')}${merchant}/`;
  const written = await readFile(`${folder}archive.json`, 'utf8');
  return { folder, archive: checkArchive(moveDays(written, daysSinceWritten(now)), now) };
}

// What holds a moment in an archive: an instant, a day, or a minute of a screen's own time.
const MOMENTS = new Set(['createdAt', 'updatedAt', 'changedAt', 'withdrawnAt', 'publishedAt', 'start', 'end']);

// The same archive so many days later: hours and minutes stay.
function moveDays(archive: string, days: number): unknown {
  return JSON.parse(archive, (key, value: unknown) =>
    MOMENTS.has(key) && typeof value === 'string' ? moveDay(value, days) : value,
  );
}

function moveDay(moment: string, days: number): string {
  const day = new Date(Date.parse(`${moment.slice(0, 10)}T00:00:00Z`) + days * DAY_MS);
  return day.toISOString().slice(0, 10) + moment.slice(10);
}

function daysSinceWritten(now: number): number {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, dateStyle: 'short' }).format(now);
  return (Date.parse(today) - Date.parse(WRITTEN_ON)) / DAY_MS;
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

// Sixty-four words, so that six bits of a byte choose one evenly.
const WORDS = [
  'amber apple april aspen autumn barley basil beacon berry birch breeze butter canvas cedar cherry cinder',
  'clover cocoa copper coral cotton crumb ember fennel fern flint garden ginger harbor hazel honey island',
  'ivory juniper lantern lemon linen maple marble meadow mint morning nutmeg olive orchard pepper pine plum',
  'poppy raisin river rosemary saffron sesame silver spruce summer thyme timber vanilla velvet walnut willow winter',
].flatMap((line) => line.split(' '));

// Easy to read out and to type: five words and four digits, 43 bits.
function readablePassword(): string {
  const words = Array.from(randomBytes(5), (byte) => WORDS[byte % WORDS.length] ?? '');
  const digits = randomBytes(4).readUInt32BE() % 10_000;
  return [...words, String(digits).padStart(4, '0')].join('-');
}
