import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';

export type AttemptRow = { key: string; started_at: string; attempts: number };

// Counted before the password is looked at, so that guesses that come at once cannot all pass. A window that is over
// begins anew.
export function countAttempts(
  db: Queryable,
  keys: readonly string[],
  { now, cutoff }: Record<'now' | 'cutoff', string>,
) {
  return db.rows<AttemptRow>(sql`
    insert into sign_in_attempts as a (key, started_at, attempts)
    select key, ${now}::timestamptz, 1 from unnest(${keys}::text[]) as key order by key
    on conflict (key) do update
    set attempts = case when a.started_at <= ${cutoff}::timestamptz then 1 else a.attempts + 1 end,
        started_at = case when a.started_at <= ${cutoff}::timestamptz then excluded.started_at else a.started_at end
    returning key, started_at, attempts`);
}

// A success forgives the failures of its email, and takes back its own attempt from the address.
export async function forgiveAttempts(db: Queryable, emailKey: string, addressKey: string): Promise<void> {
  await db.rows(sql`delete from sign_in_attempts where key = ${emailKey}`);
  await db.rows(sql`update sign_in_attempts set attempts = attempts - 1 where key = ${addressKey} and attempts > 0`);
}

// A few at a time, and none that somebody else is at.
export function dropOldAttempts(db: Queryable, cutoff: string) {
  return db.rows(sql`
    delete from sign_in_attempts where key in (
      select key from sign_in_attempts where started_at <= ${cutoff} limit 100 for update skip locked)`);
}
