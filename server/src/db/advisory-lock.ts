import type { Db } from './db.js';
import { queryable } from './db.js';
import { sql } from './sql.js';

// Runs the work on one instance at a time; undefined when another one is at it. The lock is the connection's: when its
// instance dies, the next one to ask gets it.
export async function withAdvisoryLock<Result>(
  db: Db,
  key: number,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const client = await db.checkOut();
  const own = queryable(client);
  try {
    const row = await own.row<{ got: boolean }>(sql`select pg_try_advisory_lock(${key}) as got`);
    return row?.got === true ? await work() : undefined;
  } finally {
    // Closing the connection gives the lock back, however the work ended.
    client.release(true);
  }
}
