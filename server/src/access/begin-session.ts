import { randomUUID } from 'node:crypto';
import { SESSION_DAYS } from '@vitrine/contract/console/console-limits';
import type { Queryable } from '../db/db.js';
import { parseSessionId, type MerchantId, type PersonId } from '../ids.js';
import { hashSecret, newSecret } from './secret.js';
import { deleteExpiredSessionsOf, insertSession } from './session-queries.js';

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
