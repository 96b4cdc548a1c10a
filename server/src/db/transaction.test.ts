import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { PATIENT_LIMITS } from '../../../tests/harness/patient-limits.js';
import { openTestDatabase, type TestDatabase } from '../../../tests/harness/database.js';
import { createDb } from './db.js';
import { sql, type Statement } from './sql.js';
import { inTransaction } from './transaction.js';

let database: TestDatabase;
// The statements of each message that was sent.
let trips: string[][];

beforeAll(async () => {
  database = await openTestDatabase();
  await database.db.rows({ text: 'create table numbers (n integer primary key)', values: [] });
});
afterAll(() => database.close());
beforeEach(async () => {
  trips = [];
  await database.db.rows({ text: 'truncate numbers', values: [] });
});

async function checkOut() {
  const client = await database.db.checkOut();
  const own = Reflect.get(client, 'query');
  const release = client.release.bind(client);
  const query = (sent: string | { readonly text: string; readonly sent?: readonly { readonly text: string }[] }) => {
    trips.push(typeof sent === 'string' ? [sent] : (sent.sent?.map(({ text }) => text) ?? [sent.text]));
    return Reflect.apply(own, client, [sent]);
  };
  return Object.assign(client, {
    query,
    release(broken?: Error | boolean) {
      Reflect.deleteProperty(client, 'query');
      release(broken);
    },
  });
}

const insert = (n: number): Statement => sql`insert into numbers values (${n})`;
const count = sql`select count(*)::int as count from numbers`;
const INSERT = 'insert into numbers values ($1)';
const COUNT = 'select count(*)::int as count from numbers';
const kept = async () =>
  (await database.db.rows<{ n: number }>(sql`select n from numbers order by n`)).map(({ n }) => n);

test('it begins with its first statement, and what nobody waits for goes with the next, or with the commit', async () => {
  const counted = await inTransaction(checkOut, async (db) => {
    await db.run(insert(1));
    await db.run(insert(2));
    const row = await db.row<{ count: number }>(count);
    await db.run(insert(3));
    return row?.count;
  });
  assert.equal(counted, 2);
  assert.deepEqual(trips, [
    ['begin', INSERT, INSERT, COUNT],
    [INSERT, 'commit'],
  ]);
  assert.deepEqual(await kept(), [1, 2, 3]);
});

test('a statement without a name, such as several in one text, comes after those before it', async () => {
  await inTransaction(checkOut, async (db) => {
    await db.run(insert(1));
    await db.rows({ text: 'delete from numbers; insert into numbers values (7)', values: [] });
    await db.run(insert(2));
  });
  assert.deepEqual(trips, [
    ['begin', INSERT],
    ['delete from numbers; insert into numbers values (7)'],
    [INSERT, 'commit'],
  ]);
  assert.deepEqual(await kept(), [2, 7]);
});

test('what refuses a write refuses the next statement, or the commit, and nothing of the transaction stays', async () => {
  const twice = (at: 'statement' | 'commit') =>
    inTransaction(checkOut, async (db) => {
      await db.run(insert(1));
      await db.run(insert(1));
      if (at === 'statement') await db.row(count);
    });
  // Each on connections that have and have not seen the statements before.
  for (const at of ['statement', 'commit', 'statement', 'commit'] as const) {
    await assert.rejects(twice(at), { code: '23505' });
    assert.deepEqual(trips.at(-1), ['rollback']);
    assert.deepEqual(await kept(), []);
  }
  await inTransaction(checkOut, (db) => db.run(insert(1)));
  assert.deepEqual(await kept(), [1]);
});

test('what throws before anything was sent leaves nothing to take back, and a value that cannot be written nothing half', async () => {
  await assert.rejects(
    inTransaction(checkOut, () => Promise.reject(new Error('no'))),
    /no/,
  );
  await inTransaction(checkOut, async () => {});
  assert.deepEqual(trips, []);
  const circle: { self?: unknown } = {};
  circle.self = circle;
  await inTransaction(checkOut, async (db) => {
    await db.run(insert(1));
    await assert.rejects(db.rows(sql`select ${circle}::jsonb as value`), TypeError);
  });
  assert.deepEqual(trips, [['begin', INSERT, 'commit']]);
  assert.deepEqual(await kept(), [1]);
});

test('a connection to what has become a standby is closed by a transaction that is refused, and the next one is another', async () => {
  const db = createDb(database.connection, { ...PATIENT_LIMITS, connections: 1 });
  const refusing = await db.checkOut();
  await refusing.query('set default_transaction_read_only = on');
  refusing.release();
  await assert.rejects(
    db.transaction((db) => db.rows(insert(1))),
    /cannot execute INSERT in a read-only transaction/,
  );
  await db.transaction((db) => db.rows(insert(1)));
  assert.deepEqual(await kept(), [1]);
  await db.close();
});

test('where a transaction meets silence, connections of that age are not used again', async () => {
  const db = createDb(database.connection, { ...PATIENT_LIMITS, connections: 2 });
  const old = await Promise.all([db.checkOut(), db.checkOut()]);
  for (const client of old) client.release();
  const silent = db.transaction(async (db) => {
    await db.row(count);
    // As pg says it, after a wait.
    throw new Error('Query read timeout');
  });
  await assert.rejects(silent, /timeout/);
  const next = await db.checkOut();
  assert.equal(old.includes(next), false);
  next.release();
  await db.close();
});
