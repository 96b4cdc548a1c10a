import type { PoolClient } from 'pg';
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
  let isHeld = true;
  try {
    const row = await queryable(client).row<{ got: boolean }>(sql`select pg_try_advisory_lock(${key}) as got`);
    isHeld = row?.got === true;
    return isHeld ? await work() : undefined;
  } finally {
    if (isHeld) await unlock(client, key);
    else client.release();
  }
}

// Waited for: a connection that is closed instead holds its lock until the server has noticed, and the next call would be
// refused meanwhile. Only where the lock cannot be given back so, closing does it.
export async function unlock(client: PoolClient, key: number): Promise<void> {
  const row = await queryable(client)
    .row<{ freed: boolean }>(sql`select pg_advisory_unlock(${key}) as freed`)
    .catch(() => undefined);
  client.release(row?.freed !== true);
}
