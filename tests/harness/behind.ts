import type { Statement } from '../../server/src/db/sql.js';
import { sql } from '../../server/src/db/sql.js';
import type { Service } from './service.js';
import { until } from './until.js';

type Held = { readonly service: Pick<Service, 'db'>; readonly lock: Statement };

/**
 * Sends two requests that need the same row while it is locked: the second one waits behind the first and has read
 * everything that it reads before the lock. Returns the second answer.
 */
export async function behind<Answer>(
  { service: { db }, lock }: Held,
  first: () => Promise<unknown>,
  second: () => Promise<Answer>,
): Promise<Answer> {
  const untilWaiting = (least: number): Promise<void> =>
    until(async () => {
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await db.rows(waiting)).length >= least;
    });
  const { both } = await db.transaction(async (locked) => {
    await locked.rows(lock);
    const done = first();
    await untilWaiting(1);
    const answer = second();
    await untilWaiting(2);
    return { both: Promise.all([done, answer]) };
  });
  return (await both)[1];
}

export const accountLock = (id: string): Statement => sql`select from people where id = ${id} for update`;
