import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/harness/database.js';
import { PATIENT_LIMITS } from '../../../tests/harness/patient-limits.js';
import { withAdvisoryLock } from './advisory-lock.js';
import { createDb, type Db } from './db.js';
import { sql } from './sql.js';

const LOCK = 4_711;

let database: TestDatabase;
beforeAll(async () => void (database = await openTestDatabase()));
afterAll(() => database.close());

const countLocks = async (db: Db = database.db): Promise<number> => {
  const rows = await db.rows(sql`
    select from pg_locks where locktype = 'advisory' and objid = ${LOCK}::bigint::oid
      and database = (select oid from pg_database where datname = current_database())`);
  return rows.length;
};

test('the lock is free when a call returns, so that calls one after the other all get it', async () => {
  const other = createDb(database.connection, PATIENT_LIMITS);
  try {
    for (let at = 0; at < 200; at += 1) {
      assert.equal(await withAdvisoryLock(database.db, LOCK, async () => at), at);
      // Over a connection that is open already, as the next call of another instance has it.
      assert.equal(await countLocks(other), 0, `after call ${at}`);
    }
  } finally {
    await other.close();
  }
});

test('while one is at it, another gets undefined and does nothing', async () => {
  const { db } = database;
  const outer = await withAdvisoryLock(db, LOCK, async () => {
    assert.equal(await countLocks(), 1);
    return [await withAdvisoryLock(db, LOCK, () => assert.fail('it ran twice at once'))];
  });
  assert.deepEqual(outer, [undefined]);
});

test('work that fails gives the lock back too, and its error is the one that is told', async () => {
  const { db } = database;
  await assert.rejects(
    withAdvisoryLock(db, LOCK, () => Promise.reject(new Error('the work failed'))),
    /^Error: the work failed$/,
  );
  assert.equal(await countLocks(), 0);
});

test('where the connection is lost meanwhile, the work ends as it ends and the lock is free', async () => {
  const { db } = database;
  const result = await withAdvisoryLock(db, LOCK, async () => {
    await db.rows(sql`
      select pg_terminate_backend(pid, 120000) from pg_locks
      where locktype = 'advisory' and objid = ${LOCK}::bigint::oid
        and database = (select oid from pg_database where datname = current_database())`);
    return 'done';
  });
  assert.equal(result, 'done');
  assert.equal(await countLocks(), 0);
});
