import { createHash } from 'node:crypto';
import {
  SIGN_IN_FAILURES_PER_ADDRESS_MAX,
  SIGN_IN_FAILURES_PER_EMAIL_MAX,
  SIGN_IN_WINDOW_MINUTES,
} from '@vitrine/contract/console/console-limits';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { ApiError } from '../errors.js';
import { countAttempts, dropOldAttempts, forgiveAttempts, type AttemptRow } from './attempt-queries.js';

const WINDOW_MS = SIGN_IN_WINDOW_MINUTES * 60_000;

type Deps = { readonly db: Db; readonly clock: Clock };
type Attempt = { readonly emailKey: string; readonly address: string };

// Runs a test of a password. Too many failures for one email or from one address are refused unseen, the right password
// too, until a quarter of an hour after the first of them. `test` tells whether the password was right.
export async function throttled(deps: Deps, attempt: Attempt, test: () => Promise<boolean>): Promise<boolean> {
  // Hashed: what strangers type into the field is nothing that we keep.
  const email = `email ${createHash('sha256').update(attempt.emailKey).digest('base64url')}`;
  const address = `address ${attempt.address}`;
  const now = deps.clock.now();
  const times = { now: new Date(now).toISOString(), cutoff: new Date(now - WINDOW_MS).toISOString() };
  for (const row of await countAttempts(deps.db, [email, address], times)) {
    requireBelow(row, row.key === email ? SIGN_IN_FAILURES_PER_EMAIL_MAX : SIGN_IN_FAILURES_PER_ADDRESS_MAX, now);
  }
  await dropOldAttempts(deps.db, times.cutoff);
  const isRight = await test();
  if (isRight) await forgiveAttempts(deps.db, email, address);
  return isRight;
}

function requireBelow({ attempts, started_at }: AttemptRow, max: number, now: number): void {
  if (attempts <= max) return;
  const seconds = Math.max(1, Math.ceil((Date.parse(started_at) + WINDOW_MS - now) / 1000));
  const minutes = Math.ceil(seconds / 60);
  throw new ApiError('rate_limited', `Too many attempts. Try again in ${minutes} min.`, undefined, {
    'retry-after': String(seconds),
  });
}
