import type { ConsoleRole } from '@vitrine/contract/console/console-endpoint';
import { sessionEnd } from '../access/begin-session.js';
import { minuteOf, secondsToNextMinute, type RequestCounter } from '../access/count-request.js';
import { findVisitor } from '../access/find-visitor.js';
import { touchSession } from '../access/session-queries.js';
import type { Member, Visitor } from '../access/visitor.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { ApiError } from '../errors.js';
import type { Afterwards } from './afterwards.js';

export type ConsoleDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly afterwards: Afterwards;
  readonly counter: RequestCounter;
  readonly limits: { readonly uploadCallsPerMinute: number };
  readonly isTrustedProxy: (address: string) => boolean;
};

// One message for a missing, an unknown and an expired session.
export async function requireVisitor(
  deps: ConsoleDeps,
  secret: string,
  merchant: string | undefined,
): Promise<Visitor> {
  const visitor = await findVisitor(deps, secret, merchant);
  if (visitor === undefined) throw notSignedIn();
  return visitor;
}

export const notSignedIn = (): ApiError => new ApiError('unauthorized', 'Sign in first.');

const SEEN_AGAIN_MS = 5 * 60_000;

// A session ends 30 days after it was last used. Written down every five minutes, not with every request; true when it
// was, and the cookie is to be renewed with it.
export async function slideSession({ db, clock }: ConsoleDeps, visitor: Visitor): Promise<boolean> {
  const now = clock.now();
  if (now - visitor.lastSeenAt < SEEN_AGAIN_MS) return false;
  await touchSession(db, visitor.sessionId, new Date(now).toISOString(), sessionEnd(now));
  return true;
}

// The merchant is never taken from the URL: it is the membership of the session, or the one that X-Merchant names.
export function requireMember(role: ConsoleRole, { membership, personId, personName }: Visitor): Member {
  if (membership === undefined)
    throw new ApiError('forbidden', 'You do not belong to a merchant. Ask for an invitation.');
  if (role === 'admin' && membership.role === 'staff') {
    throw new ApiError('forbidden', 'Only owners and admins may do this.');
  }
  return { ...membership, personId, personName };
}

// What one person sends into the library in a clock minute: enough for a folder of files, and an end for a script.
export async function passUploadBudget({ counter, clock, limits }: ConsoleDeps, member: Member): Promise<void> {
  const now = clock.now();
  if ((await counter.countPerson(member, minuteOf(now))) <= limits.uploadCallsPerMinute) return;
  const seconds = secondsToNextMinute(now);
  throw new ApiError(
    'rate_limited',
    `More than ${limits.uploadCallsPerMinute} uploads in this minute. Try again in ${seconds} s.`,
    undefined,
    { 'retry-after': String(seconds) },
  );
}
