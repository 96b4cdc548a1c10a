// The keys that requests to the bucket are signed with, from wherever they come, and new ones before they end.
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@vitrine/contract/time-units';
import type { Clock } from '../../clock.js';
import { SIGNED_FOR_SECONDS } from '../presign-object.js';
import { StorageUnavailableError } from '../storage-errors.js';
import type { BucketCredentials, BucketKeys } from './bucket-credentials.js';
import { SETTINGS_SOURCE, type KeySource } from './key-source.js';

type Log = Readonly<Record<'info' | 'warn', (details: object, message: string) => void>>;
type Deps = { readonly clock: Clock; readonly log?: Log | undefined };

// `look` asks for keys where they are due, as the timer does.
export type RenewedCredentials = BucketCredentials & { readonly look: () => Promise<void> };

// Keys that stay.
export function fixedCredentials(keys: BucketKeys): RenewedCredentials {
  const counts = { renewed: 0, failed: 0 };
  const nothing = { look: async () => undefined, stop: () => undefined };
  return { source: SETTINGS_SOURCE, keys: () => keys, expiresAt: () => undefined, counts: () => counts, ...nothing };
}

// Throws StorageUnavailableError where there are none to begin with.
export async function openCredentials(source: KeySource, deps: Deps): Promise<RenewedCredentials> {
  const { clock, log } = deps;
  if (source.kind === 'settings') return fixedCredentials(await source.load());
  const first = await loadAtStart(source, clock);
  const kept = keep(source, first, deps);
  let dueAt = nextDue(source, first, clock);
  let failures = 0;
  let failed = 0;
  let isAsking = false;

  const look = async (): Promise<void> => {
    if (isAsking || clock.now() < dueAt) return;
    isAsking = true;
    try {
      kept.take(await load(source, clock));
      failures = 0;
      dueAt = nextDue(source, kept.keys(), clock);
    } catch (error) {
      failures += 1;
      failed += 1;
      dueAt = clock.now() + retryAfterMs(failures);
      const endsAt = toMoment(kept.keys().expiresAt);
      log?.warn({ err: error, endsAt }, 'the bucket got no new keys; the old ones are used while they last');
    }
    isAsking = false;
  };
  const timer = setInterval(() => void look(), LOOK_MS).unref();

  return {
    source: source.name,
    keys() {
      const keys = kept.keys();
      if (clock.now() >= (keys.expiresAt ?? Number.POSITIVE_INFINITY)) throw toEnded(source, keys);
      return keys;
    },
    expiresAt: () => kept.keys().expiresAt,
    counts: () => ({ renewed: kept.renewed(), failed }),
    look,
    stop: () => clearInterval(timer),
  };
}

// What is used now. Nobody is told twice of the same keys.
function keep({ kind, name }: KeySource, first: BucketKeys, { clock, log }: Deps) {
  let current = first;
  let seen = first;
  let renewed = 0;
  let warnedOf: BucketKeys | undefined;
  const warnOfShort = (): void => {
    if (warnedOf === current || !isShort(current, clock)) return;
    warnedOf = current;
    const endsAt = toMoment(current.expiresAt);
    log?.warn({ source: name, endsAt }, 'the keys of the bucket end too soon: URLs end with them, before 15 minutes');
  };
  warnOfShort();
  return {
    keys: () => current,
    renewed: () => renewed,
    take(keys: BucketKeys): void {
      // Two files are written one after the other: what is in them counts once it was there at two looks.
      const isSettled = kind !== 'files' || isSame(keys, seen);
      seen = keys;
      if (isSettled && !isSame(keys, current)) {
        current = keys;
        renewed += 1;
        log?.info({ source: name, endsAt: toMoment(keys.expiresAt) }, 'the bucket got new keys');
      }
      warnOfShort();
    },
  };
}

// Whether URLs would end before their time.
export const isShort = ({ expiresAt }: Pick<BucketKeys, 'expiresAt'>, clock: Clock): boolean =>
  expiresAt !== undefined && expiresAt - clock.now() < SESSION_MS_MIN;

const TRIES = 3;
const PAUSE_MS = 250;

// A service that starts beside others, at its machine's start, finds those that hand out keys busy.
async function loadAtStart(source: KeySource, clock: Clock): Promise<BucketKeys> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await load(source, clock);
    } catch (error) {
      if (tried === TRIES || source.kind !== 'session') throw error;
      await sleep(PAUSE_MS * tried);
    }
  }
}

async function load(source: KeySource, clock: Clock): Promise<BucketKeys> {
  const keys = await source.load();
  if (keys.expiresAt !== undefined && keys.expiresAt <= clock.now()) throw toEnded(source, keys);
  return keys;
}

// Files cost nothing to be read at every look.
const nextDue = ({ kind }: KeySource, { expiresAt }: BucketKeys, clock: Clock): number =>
  kind === 'files' || expiresAt === undefined ? 0 : clock.now() + renewAfterMs(expiresAt - clock.now());

const isSame = (one: BucketKeys, other: BucketKeys): boolean =>
  one.accessKeyId === other.accessKeyId &&
  one.secretAccessKey === other.secretAccessKey &&
  one.sessionToken === other.sessionToken &&
  one.expiresAt === other.expiresAt;

const toEnded = ({ name }: KeySource, { expiresAt }: BucketKeys): StorageUnavailableError =>
  new StorageUnavailableError(`The keys of the bucket (from ${name}) ended at ${toMoment(expiresAt)}.`);

const toMoment = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

// When new keys are asked for.

// How often is looked whether something is due. Files are read as often.
export const LOOK_MS = 10_000;

const RENEW_BEFORE_MS = 30 * MINUTE_MS;
const ASK_AGAIN_MS = MINUTE_MS;
const RETRY_MS_MIN = 2_000;
const RETRY_MS_MAX = 30_000;

// A URL works no longer than the keys that signed it, and is promised for 15 minutes.
const URL_MS = SIGNED_FOR_SECONDS * 1000;
// With shorter sessions URLs end before their time: what comes on top is until new keys are asked for, and are here.
export const SESSION_MS_MIN = URL_MS + ASK_AGAIN_MS + 2 * LOOK_MS;

// Half of what they still last, and in any case while URLs do not outlast them. Of instances each has its own moment.
export function renewAfterMs(remainingMs: number, random = Math.random()): number {
  return Math.max(ASK_AGAIN_MS, Math.min(remainingMs / 2, remainingMs - RENEW_BEFORE_MS)) * (1 - random / 10);
}

export function retryAfterMs(failures: number, random = Math.random()): number {
  return Math.min(RETRY_MS_MIN * 2 ** (failures - 1), RETRY_MS_MAX) * (1 - random / 2);
}
