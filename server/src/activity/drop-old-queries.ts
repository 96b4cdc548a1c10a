import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';

// With what else they are about.
export async function dropOldEntries(
  db: Queryable,
  merchantId: MerchantId,
  before: string,
  limit: number,
): Promise<number> {
  const rows = await db.rows<{ id: string }>(sql`
    delete from activity where merchant_id = ${merchantId} and id in (
      select id from activity
      where merchant_id = ${merchantId} and at < ${before}::timestamptz
      order by at, id
      limit ${limit})
    returning id`);
  if (rows.length > 0)
    await db.rows(sql`
      delete from activity_objects
      where merchant_id = ${merchantId} and entry_id = any(${rows.map(({ id }) => id)}::uuid[])`);
  return rows.length;
}
