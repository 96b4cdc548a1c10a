import { randomUUID } from 'node:crypto';
import type { Factors } from '@vitrine/contract/account-words';
import { COMPANY_SESSION_HOURS, SESSION_DAYS, SESSION_DAYS_MAX, SESSIONS_MAX } from '@vitrine/contract/console-limits';
import { DAY_MS, HOUR_MS } from '@vitrine/contract/time-units';
import type { Deps, Queryable } from '../db/db.js';
import { ApiError, notFound } from '../errors.js';
import { parseMerchantId, parseSessionId, type MerchantId, type PersonId, type SessionId } from '../ids.js';
import type { Guest, Membership, Session } from '../principal.js';
import { hashSecret, newSecret } from './token-secret.js';
import {
  deleteExpiredSessionsOf,
  deleteSessionsBeyond,
  findSessionByHash,
  findSessionPerson,
  insertSession,
  type SessionRow,
} from './session-queries.js';

// However often it is used, by how its person came in.
const LIFETIME_MS: Readonly<Record<Factors, number>> = {
  password: SESSION_DAYS_MAX * DAY_MS,
  'password+totp': SESSION_DAYS_MAX * DAY_MS,
  passkey: SESSION_DAYS_MAX * DAY_MS,
  // Whom the company has ended is out after that.
  company: COMPANY_SESSION_HOURS * HOUR_MS,
};

type Began = Pick<Session, 'factors' | 'signedInAt'>;

const lastMoment = ({ factors, signedInAt }: Began): number => signedInAt + LIFETIME_MS[factors];

// When a session ends that is not used again.
export const endOf = (row: Pick<SessionRow, 'expires_at'>): number => Date.parse(row.expires_at);

// When a session that is used now ends.
export const sessionEnd = (now: number, began: Began): string =>
  new Date(Math.min(now + SESSION_DAYS * DAY_MS, lastMoment(began))).toISOString();

type Beginning = {
  readonly now: number;
  readonly merchantId: MerchantId | null;
  // Whose browser it is, as the request tells.
  readonly guest: Pick<Guest, 'address' | 'userAgent'>;
  // What the person has just proved.
  readonly factors: Factors;
  // When, if not just now.
  readonly provedAt?: number;
  // Of a session that goes on under another secret: what ends with its sign-in is not put off by that.
  readonly signedInAt?: number;
  // Whether it shows the list of sign-in methods first.
  readonly mustReview?: boolean;
};

// The secret goes into the cookie and nowhere else. Sessions of the past are cleared away on the occasion. Whoever calls has
// seen proof of who it is: an account that is disabled is told so here, and to nobody else.
export async function beginSession(
  db: Queryable,
  personId: PersonId,
  { now, merchantId, guest, factors, provedAt = now, signedInAt = now, mustReview = false }: Beginning,
): Promise<string> {
  const secret = newSecret();
  const at = new Date(now).toISOString();
  await deleteExpiredSessionsOf(db, personId, at);
  const begun = await insertSession(db, {
    id: parseSessionId(randomUUID()),
    person_id: personId,
    merchant_id: merchantId,
    secret_hash: hashSecret(secret),
    created_at: new Date(signedInAt).toISOString(),
    last_seen_at: at,
    proved_at: new Date(provedAt).toISOString(),
    expires_at: sessionEnd(now, { factors, signedInAt }),
    factors,
    must_review_methods: mustReview,
    user_agent: guest.userAgent,
    address: guest.address,
  });
  if (begun === undefined) throw accountDisabled();
  await deleteSessionsBeyond(db, personId, begun.id, SESSIONS_MAX);
  return secret;
}

const accountDisabled = (): ApiError =>
  new ApiError(
    'forbidden',
    'This account is switched off. Whoever runs this service can switch it on again.',
    'account_disabled',
  );

// `asked` is the merchant that the request names, where it names one. The end is compared with the clock on every request:
// the row of an expired session may still be there. So is whether the account is disabled.
export async function findSession({ db, clock }: Deps, secret: string, asked?: string): Promise<Session | undefined> {
  const row = await findSessionByHash(db, hashSecret(secret));
  const session = row && toSession(row, row.merchant_id);
  if (session === undefined || row?.disabled_at !== null || clock.now() >= session.expiresAt) return undefined;
  return asked === undefined ? session : withMerchant(session, parseMerchantId(asked));
}

// In a transaction that waited for who may have ended it.
export async function requireStillThere(db: Queryable, sessionId: SessionId, at: string): Promise<void> {
  if ((await findSessionPerson(db, sessionId, at)) === undefined) throw notSignedIn();
}

// One message for a missing, an unknown and an expired session.
export const notSignedIn = (): ApiError => new ApiError('unauthorized', 'Sign in first.');

// A merchant that the person does not belong to looks the same as one that does not exist.
export function withMerchant(session: Session, merchantId: MerchantId): Session {
  const membership = session.memberships.find((one) => one.merchantId === merchantId);
  if (membership === undefined) throw notFound('merchant');
  return { ...session, membership };
}

function toSession(row: SessionRow, chosen: MerchantId | null): Session {
  const memberships: readonly Membership[] = row.memberships;
  return {
    kind: 'session',
    id: row.id,
    person: { id: row.person_id, name: row.name },
    email: row.email,
    memberships,
    // Who was removed from the chosen one meanwhile goes on with the first that is left.
    membership: memberships.find((one) => one.merchantId === chosen) ?? memberships[0],
    dateLanguage: row.date_language,
    colourScheme: row.colour_scheme,
    factors: row.factors,
    mustReviewMethods: row.must_review_methods,
    isEmailProven: row.email_proven_at !== null,
    signedInAt: Date.parse(row.created_at),
    provedAt: Date.parse(row.proved_at),
    lastSeenAt: Date.parse(row.last_seen_at),
    expiresAt: endOf(row),
  };
}
