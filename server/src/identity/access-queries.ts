import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId, PersonId, TokenId } from '../ids.js';

export type AccessRow = {
  merchant_id: MerchantId;
  token_id: TokenId;
  token_name: string;
  last_four: string;
  scopes: string[];
  revoked_at: string | null;
  created_at: string;
  expires_at: string;
  suspended: boolean;
  plan_ends_at: string | null;
  plan_allows_writes: boolean;
};

export type Budget = 'read' | 'write';

// The one look-up that does not name the merchant: it is what finds the merchant.
export function findAccessByHash(db: Queryable, secretHash: Buffer) {
  return db.row<AccessRow>(sql`
    select t.merchant_id, t.id as token_id, t.name as token_name, t.last_four, t.scopes, t.revoked_at, t.created_at,
           t.expires_at, m.suspended, m.plan_ends_at, m.plan_allows_writes
    from tokens t join merchants m on m.id = t.merchant_id
    where t.secret_hash = ${secretHash}`);
}

type Counting = { readonly budget: Budget; readonly minute: number; readonly requests: number };

// A clock that lags counts into the newest minute that any instance has seen. `id` is a token's, or a person's.
const countStatement = (merchantId: MerchantId, id: TokenId | PersonId, counting: Counting): Statement => sql`
  insert into request_counts as c (merchant_id, token_id, budget, minute, requests)
  values (${merchantId}, ${id}, ${counting.budget}, ${counting.minute}, ${counting.requests})
  on conflict (merchant_id, token_id, budget) do update
  set requests = excluded.requests + case when excluded.minute > c.minute then 0 else c.requests end,
      minute = greatest(c.minute, excluded.minute)
  returning requests`;

export function countPersonRequests(db: Queryable, merchantId: MerchantId, personId: PersonId, counting: Counting) {
  return db.row<{ requests: number }>(countStatement(merchantId, personId, counting));
}

// Counts and reads the token's validity in one round trip, so that a revoke is seen by the next request on every
// instance.
export function countRequests(db: Queryable, merchantId: MerchantId, tokenId: TokenId, counting: Counting) {
  return db.row<AccessRow & { requests: number }>(sql`
    with counted as (${countStatement(merchantId, tokenId, counting)})
    select counted.requests, t.merchant_id, t.id as token_id, t.name as token_name, t.last_four, t.scopes, t.revoked_at,
           t.created_at, t.expires_at, m.suspended, m.plan_ends_at, m.plan_allows_writes
    from counted, tokens t join merchants m on m.id = t.merchant_id
    where t.merchant_id = ${merchantId} and t.id = ${tokenId}`);
}

// Reads without counting. A row of an earlier minute says nothing of this one.
export async function findRequestCount(
  db: Queryable,
  merchantId: MerchantId,
  tokenId: TokenId,
  budget: Budget,
  minute: number,
): Promise<number> {
  const row = await db.row<{ requests: number }>(sql`
    select requests from request_counts
    where merchant_id = ${merchantId} and token_id = ${tokenId} and budget = ${budget} and minute >= ${minute}`);
  return row?.requests ?? 0;
}
