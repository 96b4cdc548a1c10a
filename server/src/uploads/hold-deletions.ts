import type { Db } from '../db/db.js';
import { DROP_LOCK } from './drop-abandoned.js';

const OBJECTS_LOCK = 7_160_011;

/** Runs the work while no process deletes an object that a row named before. Fails if the hold was lost meanwhile. */
export const holdDeletions = <Result>(db: Db, work: () => Promise<Result>): Promise<Result> =>
  // Background jobs skip their turn while DROP_LOCK is held.
  underLocks(db, `pg_advisory_xact_lock(${DROP_LOCK}), pg_advisory_xact_lock(${OBJECTS_LOCK})`, work);

/** Runs the work, which deletes objects, as soon as nobody holds deletions. */
export const whenDeletionsAreAllowed = <Result>(db: Db, work: () => Promise<Result>): Promise<Result> =>
  underLocks(db, `pg_advisory_xact_lock_shared(${OBJECTS_LOCK})`, work);

async function underLocks<Result>(db: Db, locks: string, work: () => Promise<Result>): Promise<Result> {
  const client = await db.checkOut();
  try {
    // The wait for a lock lasts as long as a backup.
    await client.query('begin; set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0');
    await client.query(`select ${locks}`);
    const result = await work();
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
