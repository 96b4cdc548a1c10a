import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';

export type AttemptRow = { key: string; started_at: string; attempts: number };

type Keys = readonly (string | undefined)[];

const given = (keys: Keys): string[] => keys.filter((key) => key !== undefined);

// A window that is over begins anew.
export function countAttempts(db: Queryable, keys: Keys, { now, cutoff }: Record<'now' | 'cutoff', string>) {
  return db.rows<AttemptRow>(sql`
    insert into sign_in_attempts as a (key, started_at, attempts)
    select key, ${now}::timestamptz, 1 from unnest(${given(keys)}::text[]) as key order by key
    on conflict (key) do update
    set attempts = case when a.started_at <= ${cutoff}::timestamptz then 1 else a.attempts + 1 end,
        started_at = case when a.started_at <= ${cutoff}::timestamptz then excluded.started_at else a.started_at end
    returning key, started_at, attempts`);
}

// One at a time over all instances: the row says when the last one began.
export function takeTurn(db: Queryable, key: string, { now, over }: Record<'now' | 'over', string>) {
  return db.row<{ key: string }>(sql`
    insert into sign_in_attempts as a (key, started_at, attempts) values (${key}, ${now}, 1)
    on conflict (key) do update set started_at = excluded.started_at where a.started_at <= ${over}
    returning key`);
}

// Row by row here and below: statements that lock several in an order of their own could wait for each other.
export async function uncountAttempts(db: Queryable, keys: Keys): Promise<void> {
  for (const key of given(keys)) {
    await db.rows(sql`update sign_in_attempts set attempts = attempts - 1 where key = ${key} and attempts > 0`);
  }
}

export async function forgetAttempts(db: Queryable, keys: Keys): Promise<void> {
  for (const key of given(keys)) await db.rows(sql`delete from sign_in_attempts where key = ${key}`);
}

// A few at a time, and none that somebody else is at.
export function dropOldAttempts(db: Queryable, cutoff: string) {
  return db.rows(sql`
    delete from sign_in_attempts where key in (
      select key from sign_in_attempts where started_at <= ${cutoff} limit 100 for update skip locked)`);
}
