import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { AiKeyId, MerchantId, PersonId, TokenId } from '../ids.js';

export type UsageRow = {
  // Of a token, or of a key for an assistant.
  id: string;
  day: string;
  requests: number;
  refused_429: number;
  refused_403: number;
  last_used_at: string;
};

// Of one merchant's tokens or keys.
export type MerchantUsage = { readonly merchantId: MerchantId; readonly rows: readonly UsageRow[] };

// Adds what one process has collected for one merchant. Tokens that went away meanwhile are left out.
export async function addUsage(db: Queryable, merchantId: MerchantId, rows: readonly UsageRow[]): Promise<void> {
  await db.rows(sql`
    insert into token_usage as u (merchant_id, token_id, day, requests, refused_429, refused_403, last_used_at)
    select ${merchantId}::uuid, c.id, c.day, c.requests, c.refused_429, c.refused_403, c.last_used_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as c(
      id uuid, day date, requests bigint, refused_429 bigint, refused_403 bigint, last_used_at timestamptz)
    join tokens t on t.merchant_id = ${merchantId}::uuid and t.id = c.id
    order by c.id, c.day
    on conflict (merchant_id, token_id, day) do update
    set requests = u.requests + excluded.requests, refused_429 = u.refused_429 + excluded.refused_429,
        refused_403 = u.refused_403 + excluded.refused_403,
        last_used_at = greatest(u.last_used_at, excluded.last_used_at)`);
}

export function selectUsage(
  db: Queryable,
  merchantId: MerchantId,
  tokenId: TokenId,
  { from, to }: { readonly from: string; readonly to: string },
) {
  return db.rows<Omit<UsageRow, 'id' | 'last_used_at'>>(sql`
    select day::text, requests, refused_429, refused_403 from token_usage
    where merchant_id = ${merchantId} and token_id = ${tokenId} and day between ${from}::date and ${to}::date
    order by day`);
}

// The same of keys for assistants.
export async function addAiKeyUsage(db: Queryable, merchantId: MerchantId, rows: readonly UsageRow[]): Promise<void> {
  await db.rows(sql`
    insert into ai_key_days as d (merchant_id, person_id, key_id, day, messages, refused)
    select ${merchantId}::uuid, k.person_id, c.id, c.day, c.requests, c.refused_429
    from json_to_recordset(${JSON.stringify(rows)}::json) as c(id uuid, day date, requests bigint, refused_429 bigint)
    join ai_keys k on k.merchant_id = ${merchantId}::uuid and k.id = c.id
    order by k.person_id, c.id, c.day
    on conflict (merchant_id, person_id, key_id, day) do update
    set messages = d.messages + excluded.messages, refused = d.refused + excluded.refused`);
}

export function selectAiKeyDays(
  db: Queryable,
  merchantId: MerchantId,
  personId: PersonId,
  keyId: AiKeyId,
  { from, to }: { readonly from: string; readonly to: string },
) {
  return db.rows<{ day: string; messages: number; refused: number }>(sql`
    select day::text, messages, refused from ai_key_days
    where merchant_id = ${merchantId} and person_id = ${personId} and key_id = ${keyId}
      and day between ${from}::date and ${to}::date
    order by day`);
}

// The last day of a token stays, however long ago: it says when that was used.
export async function dropOldUsage(
  db: Queryable,
  merchantId: MerchantId,
  before: string,
  limit: number,
): Promise<number> {
  const rows = await db.rows(sql`
    delete from token_usage where merchant_id = ${merchantId} and (token_id, day) in (
      select token_id, day from token_usage
      where merchant_id = ${merchantId} and day < ${before}::timestamptz::date
        and exists (
          select from token_usage as later
          where later.merchant_id = ${merchantId} and later.token_id = token_usage.token_id
            and later.day > token_usage.day)
      order by day
      limit ${limit})
    returning day`);
  return rows.length;
}
