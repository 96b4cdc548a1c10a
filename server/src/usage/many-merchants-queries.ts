import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantUsage } from './queries.js';

// As addUsage, for many merchants at once: one statement and one commit, however many tokens were used a little. Where a
// cluster keeps each merchant on a node of its own, it is not sent. The conflict is of one row each, and rows come in the
// order of their key, so that two instances cannot deadlock.
export async function addUsageOfMany(db: Queryable, used: readonly MerchantUsage[]): Promise<void> {
  const rows = used.flatMap(({ merchantId, rows }) => rows.map((row) => ({ merchant_id: merchantId, ...row })));
  await db.rows(sql`/* of one server */
    insert into token_usage as u (merchant_id, token_id, day, requests, refused_429, refused_403, last_used_at)
    select c.merchant_id, c.id, c.day, c.requests, c.refused_429, c.refused_403, c.last_used_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as c(
      merchant_id uuid, id uuid, day date, requests bigint, refused_429 bigint, refused_403 bigint,
      last_used_at timestamptz)
    where exists (select from tokens t where t.merchant_id = c.merchant_id and t.id = c.id)
    order by c.merchant_id, c.id, c.day
    on conflict (merchant_id, token_id, day) do update
    set requests = u.requests + excluded.requests, refused_429 = u.refused_429 + excluded.refused_429,
        refused_403 = u.refused_403 + excluded.refused_403,
        last_used_at = greatest(u.last_used_at, excluded.last_used_at)`);
}
