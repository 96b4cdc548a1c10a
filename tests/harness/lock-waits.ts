import type { Db, Queryable } from '../../server/src/db/db.js';
import { sql } from '../../server/src/db/sql.js';
import { until } from './until.js';

/** Counts the statements of this database that wait for a lock. */
export async function countLockWaits(db: Queryable): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return row?.count ?? 0;
}

type Held<Result> = {
  // Takes the locks that the requests will wait for.
  readonly lock: Parameters<Queryable['rows']>[0];
  // Each is sent when the one before it waits for a lock, so they get the lock in this order.
  readonly requests: readonly (() => Promise<Result>)[];
  // Run under the lock when all requests wait.
  readonly meanwhile?: readonly Parameters<Queryable['rows']>[0][];
};

/** Sends requests while a transaction holds a lock, and releases it when all of them wait. Returns their answers. */
export async function sendWhileLocked<Result>(db: Db, { lock, requests, meanwhile = [] }: Held<Result>) {
  const answers: Promise<Result>[] = [];
  let answered = 0;
  await db.transaction(async (holder) => {
    await holder.rows(lock);
    for (const request of requests) {
      answers.push(request().finally(() => (answered += 1)));
      // A request that needs no lock is answered instead.
      await until(async () => (await countLockWaits(db)) + answered >= answers.length);
    }
    for (const statement of meanwhile) await holder.rows(statement);
  });
  return Promise.all(answers);
}
