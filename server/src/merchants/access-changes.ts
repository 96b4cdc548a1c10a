import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';

export const ACCESS_CHANGED = 'access_changed';

// Told inside the transaction that changes a token, a plan or a suspension, so that every process drops what it knew
// the moment the change is there.
export async function notifyAccessChanged(db: Queryable, merchantId: MerchantId): Promise<void> {
  await db.rows(sql`select pg_notify(${ACCESS_CHANGED}, ${merchantId})`);
}
