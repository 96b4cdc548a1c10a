import { createHash } from 'node:crypto';
import {
  SIGN_IN_FAILURES_PER_ADDRESS_MAX,
  SIGN_IN_FAILURES_PER_EMAIL_MAX,
  SIGN_IN_TURN_SECONDS,
  SIGN_IN_WINDOW_MINUTES,
} from '@vitrine/contract/console-limits';
import type { Deps } from '../db/db.js';
import { rateLimited, type ApiError } from '../errors.js';
import { networksOf } from '../ip-address.js';
import { QueueFullError } from './hashing-queue.js';
import { countAttempt, dropOldAttempts, forgetAttempts, takeTurn, uncountAttempts } from './session-queries.js';

const WINDOW_MS = SIGN_IN_WINDOW_MINUTES * 60_000;

// `browser` is set for a known browser: one that has signed in to this account before.
type Attempt = { readonly emailKey: string; readonly address: string; readonly browser: string | undefined };

/** Runs `test`, which tells whether a password is right. Counts the attempt first, so that parallel guesses cannot all pass. */
export async function throttled(deps: Deps, attempt: Attempt, test: () => Promise<boolean>): Promise<boolean> {
  const { own, strangers } = countersOf(attempt);
  const { crowd, turn, networks } = strangers ?? {};
  await passLimits(deps, [own, ...(networks ?? [])]);
  if (strangers !== undefined) await takeTurnAmongStrangers(deps, own, strangers);
  const isRight = await test().catch(async (error: unknown) => {
    // The password was not checked, so this was no guess. A refusal by the queue still counts for the networks:
    // otherwise a flood of sign-ins never runs out of attempts.
    const uncounted = error instanceof QueueFullError ? [] : keysOf(networks);
    await uncountAttempts(deps.db, [own[0], crowd, ...uncounted]);
    await forgetAttempts(deps.db, [turn]);
    throw error;
  });
  if (!isRight) return false;
  await forgetAttempts(deps.db, [own[0], crowd, turn]);
  await uncountAttempts(deps.db, keysOf(networks));
  return true;
}

export type Limit = readonly [key: string, max: number];

const keysOf = (limits: readonly Limit[] = []): string[] => limits.map(([key]) => key);

/**
 * Returns a limit for each network of the address. `max` is the limit of the narrowest one. Pass them in this order: then
 * a network that is used up takes no room in the wider ones, and its neighbors keep theirs.
 */
export const limitNetworks = (name: string, address: string, max: number): Limit[] =>
  networksOf(address).map((network) => [`${name} ${network.name}`, max * network.room]);

/**
 * Counts the request for one limit after the other. Returns the seconds to wait if a limit is exceeded. The request then
 * no longer counts for the limits before it.
 */
export async function countAgainst({ db, clock }: Deps, limits: readonly Limit[]): Promise<number | undefined> {
  const now = clock.now();
  const times = timesAt(now);
  await dropOldAttempts(db, times.cutoff);
  for (const [at, [key, max]] of limits.entries()) {
    const { attempts, started_at } = await countAttempt(db, key, times);
    if (attempts <= max) continue;
    await uncountAttempts(db, keysOf(limits.slice(0, at)));
    return Math.max(1, Math.ceil((Date.parse(started_at) + WINDOW_MS - now) / 1000));
  }
  return undefined;
}

const timesAt = (now: number): Record<'now' | 'cutoff', string> => ({
  now: new Date(now).toISOString(),
  cutoff: new Date(now - WINDOW_MS).toISOString(),
});

export async function passLimits(deps: Deps, limits: readonly Limit[]): Promise<void> {
  const seconds = await countAgainst(deps, limits);
  if (seconds !== undefined) throw tooMany(seconds);
}

// `crowd` counts the failures of all strangers together. Once it is used up, one stranger at a time gets the turn.
type Strangers = { readonly networks: readonly Limit[]; readonly crowd: string; readonly turn: string };
type Counters = { readonly own: Limit; readonly strangers?: Strangers };

// A known browser has a counter of its own, so that strangers cannot use it up. The counter of a stranger's email and
// address needs no wider networks: `crowd` covers them.
function countersOf({ emailKey, address, browser }: Attempt): Counters {
  const crowd = `email ${hashed(emailKey)}`;
  if (browser !== undefined) return { own: [`${crowd} browser ${hashed(browser)}`, SIGN_IN_FAILURES_PER_EMAIL_MAX] };
  const [narrowest] = networksOf(address);
  return {
    own: [`${crowd} address ${narrowest.name}`, SIGN_IN_FAILURES_PER_EMAIL_MAX],
    strangers: {
      networks: limitNetworks('address', address, SIGN_IN_FAILURES_PER_ADDRESS_MAX),
      crowd,
      turn: `${crowd} turn`,
    },
  };
}

// Strangers type anything into the email field. We do not keep it.
const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url');

// Turns slow down guessing from many addresses, and still let the person sign in with a new browser.
async function takeTurnAmongStrangers(
  { db, clock }: Deps,
  [own]: Limit,
  { networks, crowd, turn }: Strangers,
): Promise<void> {
  const now = clock.now();
  const times = timesAt(now);
  const { attempts } = await countAttempt(db, crowd, times);
  if (attempts <= SIGN_IN_FAILURES_PER_EMAIL_MAX) return;
  const over = new Date(now - SIGN_IN_TURN_SECONDS * 1000).toISOString();
  if ((await takeTurn(db, turn, { now: times.now, over })) !== undefined) return;
  // Asking too early is no guess: people who retry must not use up their own attempts.
  await uncountAttempts(db, [own, crowd, ...keysOf(networks)]);
  throw tooMany(SIGN_IN_TURN_SECONDS);
}

export function tooMany(secondsLeft: number): ApiError {
  const seconds = Math.max(1, secondsLeft);
  const wait = inWords(seconds);
  return rateLimited(`Too many attempts. Try again in ${wait}.`, seconds);
}

function inWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds <= 2 * 3600 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}
