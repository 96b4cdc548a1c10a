import type { Scope } from '@vitrine/contract/scopes';
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { AiKeyId, MerchantId, PersonId, TokenId } from '../ids.js';

export type TokenRow = {
  merchant_id: MerchantId;
  id: TokenId;
  name: string;
  scopes: string[];
  last_four: string;
  created_at: string;
  created_by_person_id: PersonId | null;
  created_by_name: string | null;
  expires_at: string;
  revoked_at: string | null;
  rotated_at: string | null;
};

export type SeenTokenRow = TokenRow & { last_used_at: string | null };

const columns = sql`
  merchant_id, id, name, scopes, last_four, created_at, created_by_person_id, created_by_name, expires_at, revoked_at,
  rotated_at`;

// Its last use is written with its usage, every few seconds: on a cluster tokens are on every node, and usage is on one.
const lastUse = (merchantId: MerchantId): Statement => sql`(
      select last_used_at from token_usage as used
      where used.merchant_id = ${merchantId} and used.token_id = tokens.id
      order by day desc
      limit 1
    ) as last_used_at`;

export type NewTokenRow = Omit<TokenRow, 'merchant_id' | 'scopes' | 'revoked_at' | 'rotated_at'> & {
  scopes: Scope[];
  secret_hash: Buffer;
};

export async function insertToken(db: Queryable, merchantId: MerchantId, token: NewTokenRow): Promise<void> {
  await db.rows(sql`
    insert into tokens (merchant_id, id, name, scopes, secret_hash, last_four, created_at, created_by_person_id,
                        created_by_name, expires_at)
    values (${merchantId}, ${token.id}, ${token.name}, ${token.scopes}, ${token.secret_hash}, ${token.last_four},
            ${token.created_at}, ${token.created_by_person_id}, ${token.created_by_name}, ${token.expires_at})`);
}

export function selectTokens(db: Queryable, merchantId: MerchantId) {
  return db.rows<SeenTokenRow>(sql`
    select ${columns}, ${lastUse(merchantId)} from tokens
    where merchant_id = ${merchantId}
    order by created_at desc, id`);
}

export type EndingTokenRow = Pick<TokenRow, 'id' | 'name' | 'last_four' | 'expires_at'> & {
  warned_days: number | null;
};

// What works still and ends soon. One that was rotated has a successor, which its holder has by then.
export function selectEndingTokens(db: Queryable, merchantId: MerchantId, now: string, until: string) {
  return db.rows<EndingTokenRow>(sql`
    select id, name, last_four, expires_at, warned_days from tokens
    where merchant_id = ${merchantId} and revoked_at is null and rotated_at is null
      and expires_at > ${now} and expires_at <= ${until}
    order by expires_at, id`);
}

export function updateWarned(db: Queryable, merchantId: MerchantId, tokenId: TokenId, days: number) {
  return db.rows(sql`update tokens set warned_days = ${days} where merchant_id = ${merchantId} and id = ${tokenId}`);
}

export function findToken(db: Queryable, merchantId: MerchantId, tokenId: TokenId) {
  return db.row<SeenTokenRow>(sql`
    select ${columns}, ${lastUse(merchantId)} from tokens where merchant_id = ${merchantId} and id = ${tokenId}`);
}

export function lockToken(db: Queryable, merchantId: MerchantId, tokenId: TokenId) {
  return db.row<TokenRow>(sql`
    select ${columns} from tokens where merchant_id = ${merchantId} and id = ${tokenId} for update`);
}

// Active is whatever would be answered, the old one in its rotation's overlap too (decisions, Tokens).
export async function countActiveTokens(db: Queryable, merchantId: MerchantId, now: string): Promise<number> {
  const row = await db.row<{ active: number }>(sql`
    select count(*) as active from tokens
    where merchant_id = ${merchantId} and revoked_at is null and expires_at > ${now}`);
  return row?.active ?? 0;
}

// An operator names a token by its id alone; ids are the merchants' own, so several could share one.
export function selectTokensById(db: Queryable, tokenId: TokenId) {
  return db.rows<TokenRow>(sql`select ${columns} from tokens where id = ${tokenId}`);
}

export function markTokenRevoked(db: Queryable, merchantId: MerchantId, tokenId: TokenId, now: string) {
  return db.rows(sql`
    update tokens set revoked_at = ${now} where merchant_id = ${merchantId} and id = ${tokenId}`);
}

// A rotation never lengthens the life of the old token.
export function markTokenRotated(
  db: Queryable,
  merchantId: MerchantId,
  tokenId: TokenId,
  { now, overlapEnd }: { readonly now: string; readonly overlapEnd: string },
) {
  return db.rows(sql`
    update tokens set rotated_at = ${now}, expires_at = least(expires_at, ${overlapEnd}::timestamptz)
    where merchant_id = ${merchantId} and id = ${tokenId}`);
}

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

export type Budget = 'read' | 'write' | 'upload' | 'item';

// Of `tokens t join merchants m`.
export const accessColumns = sql`
           t.merchant_id, t.id as token_id, t.name as token_name, t.last_four, t.scopes, t.revoked_at, t.created_at,
           t.expires_at, m.suspended, m.plan_ends_at, m.plan_allows_writes`;

// The one look-up that does not name the merchant: it is what finds the merchant.
export function findAccessByHash(db: Queryable, secretHash: Buffer) {
  return db.row<AccessRow>(sql`
    select ${accessColumns}
    from tokens t join merchants m on m.id = t.merchant_id
    where t.secret_hash = ${secretHash}`);
}

type Counting = { readonly budget: Budget; readonly minute: number; readonly requests: number };

// What is counted beside tokens: a person's uploads, an assistant's calls.
type CountedId = TokenId | PersonId | AiKeyId;

// A clock that lags counts into the newest minute that any instance has seen.
export const addedToCount = sql`
  on conflict (merchant_id, token_id, budget) do update
  set requests = excluded.requests + case when excluded.minute > c.minute then 0 else c.requests end,
      minute = greatest(c.minute, excluded.minute)`;

const countStatement = (merchantId: MerchantId, id: CountedId, counting: Counting): Statement => sql`
  insert into request_counts as c (merchant_id, token_id, budget, minute, requests)
  values (${merchantId}, ${id}, ${counting.budget}, ${counting.minute}, ${counting.requests})
  ${addedToCount}
  returning requests, budget`;

export function countOther(db: Queryable, merchantId: MerchantId, id: PersonId | AiKeyId, counting: Counting) {
  return db.row<{ requests: number }>(countStatement(merchantId, id, counting));
}

export type TokenCounting = Counting & { readonly merchantId: MerchantId; readonly tokenId: TokenId };

export type CountedRow = AccessRow & { requests: number; budget: Budget };

// Counts and reads the token's validity in one round trip, so that a revoke is seen by the next request on every
// instance.
export const countRequests = (merchantId: MerchantId, tokenId: TokenId, counting: Counting): Statement => sql`
    with counted as (${countStatement(merchantId, tokenId, counting)})
    select counted.requests, counted.budget, ${accessColumns}
    from counted cross join tokens t join merchants m on m.id = t.merchant_id
    where t.merchant_id = ${merchantId} and t.id = ${tokenId}`;

// Reads without counting. A row of an earlier minute says nothing of this one.
export async function findRequestCount(
  db: Queryable,
  merchantId: MerchantId,
  id: CountedId,
  budget: Budget,
  minute: number,
): Promise<number> {
  const row = await db.row<{ requests: number }>(sql`
    select requests from request_counts
    where merchant_id = ${merchantId} and token_id = ${id} and budget = ${budget} and minute >= ${minute}`);
  return row?.requests ?? 0;
}
