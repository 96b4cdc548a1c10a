import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId, TokenId } from '../ids.js';

export type UsageRow = {
  token_id: TokenId;
  day: string;
  requests: number;
  refused_429: number;
  refused_403: number;
  last_used_at: string;
};

// Adds what one process has collected for one merchant. Tokens that went away meanwhile are left out.
export async function addUsage(db: Queryable, merchantId: MerchantId, rows: readonly UsageRow[]): Promise<void> {
  await db.rows(sql`
    insert into token_usage as u (merchant_id, token_id, day, requests, refused_429, refused_403, last_used_at)
    select ${merchantId}::uuid, c.token_id, c.day, c.requests, c.refused_429, c.refused_403, c.last_used_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as c(
      token_id uuid, day date, requests bigint, refused_429 bigint, refused_403 bigint, last_used_at timestamptz)
    join tokens t on t.merchant_id = ${merchantId}::uuid and t.id = c.token_id
    order by c.token_id, c.day
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
  return db.rows<Omit<UsageRow, 'token_id' | 'last_used_at'>>(sql`
    select day::text, requests, refused_429, refused_403 from token_usage
    where merchant_id = ${merchantId} and token_id = ${tokenId} and day between ${from}::date and ${to}::date
    order by day`);
}
