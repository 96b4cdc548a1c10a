import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';

export async function insertFirstRunLink(db: Queryable, secretHash: Buffer, times: { now: string; end: string }) {
  await db.rows(sql`delete from first_run_links where expires_at <= ${times.now}`);
  await db.rows(sql`insert into first_run_links (secret_hash, expires_at) values (${secretHash}, ${times.end})`);
}

export function findFirstRunLink(db: Queryable, secretHash: Buffer, now: string) {
  return db.row<{ expires_at: string }>(sql`
    select expires_at from first_run_links where secret_hash = ${secretHash} and expires_at > ${now}`);
}

export function deleteFirstRunLinks(db: Queryable) {
  return db.rows(sql`delete from first_run_links`);
}

const FIRST_RUN_LOCK = 5_023_147;

// Until the end of the transaction: of two who begin at once, by whichever addresses, the second sees what the first made.
export function lockFirstRun(db: Queryable) {
  return db.rows(sql`select pg_advisory_xact_lock(${FIRST_RUN_LOCK})`);
}
