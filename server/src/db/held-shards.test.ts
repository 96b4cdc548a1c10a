import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, test } from 'vitest';
import { openSingleDatabase, type TestDatabase } from '../../../tests/harness/database.js';
import { moveAway, place, pretendShards } from '../../../tests/harness/shards.js';
import { until } from '../../../tests/harness/until.js';
import { createDb, MAINTENANCE_LIMITS, TIMED_STATEMENTS, type TimedStatement } from './db.js';
import { createHeldShards, type HeldShards } from './held-shards.js';
import { sql } from './sql.js';

const [SHARD, OTHER, FOREIGN] = ['102008', '102009', '102010'];

let database: TestDatabase;
const open = () => createDb(database.connection, MAINTENANCE_LIMITS, { lock_timeout: '200' });
let held: HeldShards;
beforeAll(async () => {
  database = await openSingleDatabase();
  await pretendShards(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.pool.query('delete from pg_dist_placement');
  for (const shard of [SHARD, OTHER]) await place(database.db, shard);
  held = createHeldShards(open(), 1);
});
afterEach(() => held.close());

const isHeld = (...shards: string[]): Promise<boolean> => held.ask(shards, async (areHeld) => areHeld);

const readLocks = () =>
  database.db.rows<{ pid: number; shard: string }>(sql`
    select pid, objid::text as shard from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted
      and database = (select oid from pg_database where datname = current_database()) order by objid`);

test('what is asked for often is held, with its lock, and only that', async () => {
  assert.equal(await isHeld(SHARD), false);
  await whileHeld([SHARD, OTHER], async () => {
    const [first, second, ...rest] = await readLocks();
    assert.deepEqual([first?.shard, second?.shard, rest], [SHARD, OTHER, []]);
    assert.equal(first?.pid, second?.pid);
  });
  assert.equal(await isHeld(SHARD, FOREIGN), false);
});

const lockedShards = async () => (await readLocks()).map(({ shard }) => shard);

test('what is asked for now and then is not held', async () => {
  // All in one turn, after which the other is held.
  const asked = [SHARD, SHARD, SHARD, OTHER, OTHER, OTHER, OTHER];
  assert.deepEqual(new Set(await Promise.all(asked.map((shard) => isHeld(shard)))), new Set([false]));
  await whileHeld([OTHER], async () => {
    assert.equal(await isHeld(SHARD), false);
    assert.deepEqual(await lockedShards(), [OTHER]);
  });
});

async function whileHeld(shards: readonly string[], work: () => Promise<void>): Promise<void> {
  await until(() =>
    held.ask([...shards], async (isHeld) => {
      if (isHeld) await work();
      return isHeld;
    }),
  );
}

test('who moves a shard waits for those who ask under the lock; then it is not held, and not where it is gone', async () => {
  let answer = (): void => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  let begin = (): void => {};
  const isBegun = new Promise<void>((resolve) => (begin = resolve));
  const asking = whileHeld([SHARD], () => {
    begin();
    return isAnswered;
  });
  await isBegun;
  const moving = moveAway(database.db, SHARD);
  await until(isMoverWaiting);
  await until(async () => !(await isHeld(SHARD)));
  assert.equal(await isMoverWaiting(), true);
  answer();
  await asking;
  const leave = await moving;
  assert.equal(await isEverHeld(), false);
  await leave();
  assert.equal(await isEverHeld(), false);
  await place(database.db, SHARD);
  await until(() => isHeld(SHARD));
});

const isMoverWaiting = async (): Promise<boolean> => {
  const waiting = await database.db.rows(sql`
    select from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and not granted
      and database = (select oid from pg_database where datname = current_database())`);
  return waiting.length === 1;
};

// Until it was tried to be held twice, and could not be.
async function isEverHeld(): Promise<boolean> {
  let failures = 0;
  const note = (message: unknown): void => {
    const { text, isFailed } = message as TimedStatement;
    if (isFailed && text.includes('shard')) failures += 1;
  };
  TIMED_STATEMENTS.subscribe(note);
  let isSo = false;
  await until(async () => (isSo = await isHeld(SHARD)) || failures >= 2);
  TIMED_STATEMENTS.unsubscribe(note);
  return isSo;
}

test('what was counted under the lock is in the log when it is given back, by which shards move', async () => {
  const { pool } = database.db;
  await pool.query('create table counts (requests int)');
  const counts = createDb(database.connection, MAINTENANCE_LIMITS, { synchronous_commit: 'off' });
  let last = '0/0';
  let isOver = false;
  const counting = (async () => {
    while (!isOver) {
      const [row] = await held.ask([SHARD], async (isHeld) => {
        await sleep(1);
        if (!isHeld) return [];
        await counts.rows(sql`insert into counts values (1) returning requests`);
        return counts.rows<{ at: string }>(sql`select pg_current_wal_insert_lsn()::text as at`);
      });
      last = row?.at ?? last;
    }
  })();
  const written: boolean[] = [];
  for (let at = 0; at < 10; at += 1) {
    await until(() => isHeld(SHARD));
    const leave = await moveAway(database.db, SHARD);
    const { rows } = await pool.query<{ ok: boolean }>('select pg_current_wal_lsn() >= $1::pg_lsn as ok', [last]);
    written.push(...rows.map(({ ok }) => ok));
    await leave();
    await place(database.db, SHARD);
  }
  isOver = true;
  await counting;
  await counts.close();
  assert.notEqual(last, '0/0');
  assert.deepEqual(new Set(written), new Set([true]));
});

test('what fails under the lock is told to who asked, and the lock is given back', async () => {
  await assert.rejects(
    whileHeld([SHARD], () => Promise.reject(new Error('no such row'))),
    /no such row/,
  );
  const leave = await moveAway(database.db, SHARD);
  await leave();
});

test('where the connection that has the lock is lost, it is not relied on any more, and another takes its place', async () => {
  const pids: (number | undefined)[] = [];
  const notePid = async (): Promise<void> => void pids.push((await readLocks())[0]?.pid);
  await whileHeld([SHARD], async () => {
    await notePid();
    await database.db.pool.query('select pg_terminate_backend($1)', pids);
    await until(async () => !(await isHeld(SHARD)));
  });
  await whileHeld([SHARD], notePid);
  assert.equal(new Set(pids.filter((pid) => pid !== undefined)).size, 2);
});

test('it is no part of the request that asked first', async () => {
  const requests = new AsyncLocalStorage<string>();
  const noted: (string | undefined)[] = [];
  const note = (message: unknown): void => {
    const { text } = message as TimedStatement;
    if (/pg_sleep|shard/.test(text)) noted.push(requests.getStore());
  };
  TIMED_STATEMENTS.subscribe(note);
  await requests.run('a request', () => until(() => isHeld(SHARD)));
  // The lock, the question whether it is here, and the end of the turn.
  await until(() => noted.length >= 3);
  TIMED_STATEMENTS.unsubscribe(note);
  assert.deepEqual(new Set(noted), new Set([undefined]));
});

test('a node that is left gives its locks back, and is asked as if nothing were held', async () => {
  const left = createHeldShards(open(), 1);
  const isHeldThere = () => left.ask([SHARD], async (areHeld) => areHeld);
  await until(isHeldThere);
  await left.close();
  assert.deepEqual(await readLocks(), []);
  for (let at = 0; at < 20; at += 1) assert.equal(await isHeldThere(), false);
  // Asked for later, so it would be held later.
  await whileHeld([OTHER], async () => assert.deepEqual(await lockedShards(), [OTHER]));
});
