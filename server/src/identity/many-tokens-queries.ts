import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import { accessColumns, addedToCount, type CountedRow, type TokenCounting } from './token-queries.js';

// As countRequests, for many tokens at once, each of another row. Where a cluster keeps each merchant on a node of its own, it
// is not sent. Rows come in the order of their key, so that two instances cannot deadlock; for one that somebody else holds it
// waits no longer than it is told, and fails. From within a select, so that PostgreSQL does not plan anew for every number of
// them.
export function countRequestsOfMany(db: Queryable, countings: readonly TokenCounting[], lockMs: number) {
  const all = <Value>(read: (counting: TokenCounting) => Value): Value[] => countings.map(read);
  return db.rows<CountedRow>(sql`/* of one server */
    with counted as (
      insert into request_counts as c (merchant_id, token_id, budget, minute, requests)
      select w.merchant_id, w.token_id, w.budget, w.minute, w.requests
      from (select set_config('lock_timeout', ${String(lockMs)}, true)) as limited
      cross join unnest(
        (select ${all(({ merchantId }) => merchantId)}::uuid[])::uuid[], (select ${all(({ tokenId }) => tokenId)}::uuid[])::uuid[],
        (select ${all(({ budget }) => budget)}::text[])::text[], (select ${all(({ minute }) => minute)}::bigint[])::bigint[],
        (select ${all(({ requests }) => requests)}::integer[])::integer[]
      ) as w (merchant_id, token_id, budget, minute, requests)
      order by w.merchant_id, w.token_id, w.budget
      ${addedToCount}
      returning merchant_id, token_id, budget, requests
    )
    select counted.requests, counted.budget, ${accessColumns}
    from counted join tokens t on t.merchant_id = counted.merchant_id and t.id = counted.token_id
    join merchants m on m.id = t.merchant_id`);
}
