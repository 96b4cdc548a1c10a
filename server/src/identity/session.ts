import { randomUUID } from 'node:crypto';
import { SESSION_DAYS } from '@vitrine/contract/console-limits';
import type { Deps, Queryable } from '../db/db.js';
import { notFound } from '../errors.js';
import { parseMerchantId, parseSessionId, type MerchantId, type PersonId } from '../ids.js';
import type { Membership, Session } from '../principal.js';
import { hashSecret, newSecret } from './token-secret.js';
import { deleteExpiredSessionsOf, findSessionByHash, insertSession, type SessionRow } from './session-queries.js';

const DAY_MS = 86_400_000;

export const sessionEnd = (now: number): string => new Date(now + SESSION_DAYS * DAY_MS).toISOString();

// The secret goes into the cookie and nowhere else. Sessions of the past are cleared away on the occasion.
export async function beginSession(
  db: Queryable,
  personId: PersonId,
  { now, merchantId }: { readonly now: number; readonly merchantId: MerchantId | null },
): Promise<string> {
  const secret = newSecret();
  const at = new Date(now).toISOString();
  await deleteExpiredSessionsOf(db, personId, at);
  await insertSession(db, {
    id: parseSessionId(randomUUID()),
    person_id: personId,
    merchant_id: merchantId,
    secret_hash: hashSecret(secret),
    last_seen_at: at,
    expires_at: sessionEnd(now),
  });
  return secret;
}

// `asked` is the merchant that the request names, where it names one. The end is compared with the clock on every request:
// the row of an expired session may still be there.
export async function findSession({ db, clock }: Deps, secret: string, asked?: string): Promise<Session | undefined> {
  const row = await findSessionByHash(db, hashSecret(secret));
  const session = row && toSession(row, row.merchant_id);
  if (session === undefined || clock.now() >= session.expiresAt) return undefined;
  return asked === undefined ? session : withMerchant(session, parseMerchantId(asked));
}

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
    lastSeenAt: Date.parse(row.last_seen_at),
    expiresAt: Date.parse(row.expires_at),
  };
}
