import type { PoolClient } from 'pg';
import type { Db } from './db.js';
import { queryable } from './db.js';
import { sql } from './sql.js';

// Runs the work on one instance at a time; undefined when another one is at it. The lock is that of a transaction which does
// nothing else, and so of one session also behind a pooler: when its instance dies, the next one to ask gets it. It may be
// idle for as long as the work takes, and holds no row and no snapshot meanwhile.
export async function withAdvisoryLock<Result>(
  db: Db,
  key: number,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const client = await db.checkOut();
  try {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    // As a plain text: what is sent in parts stays open in its transaction, and with it the snapshot.
    const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_xact_lock(${key}) as got`);
    return rows[0]?.got === true ? await work() : undefined;
  } finally {
    // Waited for: a connection that is closed instead holds its lock until the server has noticed, and the next call would
    // be refused meanwhile. Only where the lock cannot be given back so, closing does it.
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
  }
}

// Of a lock that is the session's.
export async function unlock(client: PoolClient, key: number): Promise<void> {
  const row = await queryable(client)
    .row<{ freed: boolean }>(sql`select pg_advisory_unlock(${key}) as freed`)
    .catch(() => undefined);
  client.release(row?.freed !== true);
}
