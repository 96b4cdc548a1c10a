import { createHash } from 'node:crypto';
import {
  SIGN_IN_FAILURES_PER_ADDRESS_MAX,
  SIGN_IN_FAILURES_PER_EMAIL_MAX,
  SIGN_IN_TURN_SECONDS,
  SIGN_IN_WINDOW_MINUTES,
} from '@vitrine/contract/console-limits';
import type { Deps } from '../db/db.js';
import { rateLimited, type ApiError } from '../errors.js';
import { countAttempts, dropOldAttempts, forgetAttempts, takeTurn, uncountAttempts } from './session-queries.js';

const WINDOW_MS = SIGN_IN_WINDOW_MINUTES * 60_000;

// `browser` is the id of one that is known: somebody has signed in to this account with it before.
type Attempt = { readonly emailKey: string; readonly address: string; readonly browser: string | undefined };

// Runs a test of a password, which tells whether it was right. It is counted before, so that guesses that come at once
// cannot all pass.
export async function throttled(deps: Deps, attempt: Attempt, test: () => Promise<boolean>): Promise<boolean> {
  const counters = countersOf(attempt);
  const { own, crowd, turn, address } = counters;
  await admit(deps, counters);
  const isRight = await test().catch(async (error: unknown) => {
    // What could not be looked at was no guess.
    await uncountAttempts(deps.db, [own, crowd, address]);
    await forgetAttempts(deps.db, [turn]);
    throw error;
  });
  if (!isRight) return false;
  await forgetAttempts(deps.db, [own, crowd, turn]);
  await uncountAttempts(deps.db, [address]);
  return true;
}

type Limits = readonly (readonly [key: string | undefined, max: number])[];

// Counts one for each key; tells how many seconds to wait where that was more than a quarter of an hour allows.
export async function countAgainst({ db, clock }: Deps, limits: Limits): Promise<number | undefined> {
  const now = clock.now();
  const times = { now: new Date(now).toISOString(), cutoff: new Date(now - WINDOW_MS).toISOString() };
  await dropOldAttempts(db, times.cutoff);
  const keys = limits.map(([key]) => key);
  for (const { key, attempts, started_at } of await countAttempts(db, keys, times)) {
    const [, max = 0] = limits.find(([limited]) => limited === key) ?? [];
    if (attempts > max) return Math.max(1, Math.ceil((Date.parse(started_at) + WINDOW_MS - now) / 1000));
  }
  return undefined;
}

export async function passLimits(deps: Deps, limits: Limits): Promise<void> {
  const seconds = await countAgainst(deps, limits);
  if (seconds !== undefined) throw tooMany(seconds);
}

type Counters = Readonly<Record<'own', string> & Partial<Record<'address' | 'crowd' | 'turn', string>>>;

// A browser that is known has a counter of its own, so that strangers can use up nothing of it.
function countersOf({ emailKey, address, browser }: Attempt): Counters {
  const email = hashed(emailKey);
  if (browser !== undefined) return { own: `email ${email} browser ${hashed(browser)}` };
  const crowd = `email ${email}`;
  return { own: `${crowd} address ${address}`, address: `address ${address}`, crowd, turn: `${crowd} turn` };
}

// What strangers type into the field is nothing that we keep.
const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url');

// Strangers have counters by address, and one together: where that is used up they take turns, so that whoever guesses
// from many addresses is slow, and the person with a new browser has a turn too.
async function admit({ db, clock }: Deps, { own, address, crowd, turn }: Counters): Promise<void> {
  await passLimits({ db, clock }, [
    [own, SIGN_IN_FAILURES_PER_EMAIL_MAX],
    [address, SIGN_IN_FAILURES_PER_ADDRESS_MAX],
  ]);
  const now = clock.now();
  const times = { now: new Date(now).toISOString(), cutoff: new Date(now - WINDOW_MS).toISOString() };
  const [together] = await countAttempts(db, [crowd], times);
  if (turn === undefined || together === undefined || together.attempts <= SIGN_IN_FAILURES_PER_EMAIL_MAX) return;
  const over = new Date(now - SIGN_IN_TURN_SECONDS * 1000).toISOString();
  if ((await takeTurn(db, turn, { now: times.now, over })) !== undefined) return;
  // Who waits for a turn has not guessed: whoever asks again and again must not use up their own attempts by it.
  await uncountAttempts(db, [own, address, crowd]);
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
