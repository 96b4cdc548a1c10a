import { sql } from '../../server/src/db/sql.js';
import type { Queryable } from '../../server/src/db/db.js';

/** Counts the statements of this database that wait for a lock. */
export async function countLockWaits(db: Queryable): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return row?.count ?? 0;
}
