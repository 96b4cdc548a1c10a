import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { notFound } from '../errors.js';
import { parseMerchantId, type MerchantId } from '../ids.js';
import { hashSecret } from './secret.js';
import { findSessionByHash, type SessionRow } from './session-queries.js';
import { isSignedIn, type Membership, type Visitor } from './visitor.js';

type Deps = { readonly db: Db; readonly clock: Clock };

// `asked` is the merchant that the request names, where it names one.
export async function findVisitor({ db, clock }: Deps, secret: string, asked?: string): Promise<Visitor | undefined> {
  const row = await findSessionByHash(db, hashSecret(secret));
  const visitor = row && toVisitor(row, row.merchant_id);
  if (visitor === undefined || !isSignedIn(visitor, clock)) return undefined;
  return asked === undefined ? visitor : atMerchant(visitor, parseMerchantId(asked));
}

// A merchant that the person does not belong to looks the same as one that does not exist.
export function atMerchant(visitor: Visitor, merchantId: MerchantId): Visitor {
  const membership = visitor.memberships.find((one) => one.merchantId === merchantId);
  if (membership === undefined) throw notFound('merchant');
  return { ...visitor, membership };
}

function toVisitor(row: SessionRow, chosen: MerchantId | null): Visitor {
  const memberships: readonly Membership[] = row.memberships;
  return {
    sessionId: row.id,
    personId: row.person_id,
    personName: row.name,
    email: row.email,
    memberships,
    // Who was removed from the chosen one meanwhile goes on with the first that is left.
    membership: memberships.find((one) => one.merchantId === chosen) ?? memberships[0],
    lastSeenAt: Date.parse(row.last_seen_at),
    expiresAt: Date.parse(row.expires_at),
  };
}
