import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/harness/database.js';
import { queryable, type Queryable } from './db.js';
import { sql, type Statement } from './sql.js';

let database: TestDatabase;
beforeAll(async () => void (database = await openTestDatabase()));
afterAll(() => database.close());

// One connection, so that each statement but its first is one that the connection knows.
async function onOneConnection(work: (db: Queryable) => Promise<void>): Promise<void> {
  const client = await database.db.checkOut();
  await work(queryable(client)).finally(() => client.release());
}

const everyKind = (count: number): Statement => sql`
  select n, n::bigint as large, null::text as nothing, '{a,"b c"}'::text[] as list, '{"a":[1]}'::jsonb as json,
    timestamptz '2026-01-01 00:00:00.12+00' as at, '\\x00ff'::bytea as bytes, n > 1 as is_more, 'Ü' as text
  from generate_series(1, ${count}::int) as n`;

const row = (n: number) => ({
  n,
  large: n,
  nothing: null,
  list: ['a', 'b c'],
  json: { a: [1] },
  at: '2026-01-01T00:00:00.120Z',
  bytes: Buffer.from([0, 255]),
  is_more: n > 1,
  text: 'Ü',
});

test('rows are the same the first time and every time after, also without any, and between other statements', () =>
  onOneConnection(async (db) => {
    for (const count of [2, 0, 3, 1]) {
      const expected = Array.from({ length: count }, (_, at) => row(at + 1));
      assert.deepEqual(await db.rows(everyKind(count)), expected);
      assert.deepEqual(await db.row(sql`select ${count}::int as other`), { other: count });
    }
  }));

test('texts are texts, whether the connection knows the columns or not', () =>
  onOneConnection(async (db) => {
    const statement = sql`select ${7}::int as seven, null as nothing`;
    for (let time = 0; time < 2; time += 1) {
      assert.deepEqual(await db.texts(statement), [['7', null]]);
      assert.deepEqual(await db.rows(statement), [{ seven: 7, nothing: null }]);
    }
  }));

test('a statement that fails is told to who sent it, and it and others run again on the same connection', () =>
  onOneConnection(async (db) => {
    const divide = (by: number) => sql`select 6 / ${by}::int as result`;
    const broken = sql`select broken from nowhere`;
    for (let time = 0; time < 2; time += 1) {
      await assert.rejects(db.rows(divide(0)), { code: '22012' });
      await assert.rejects(db.texts(broken), { code: '42P01' });
      assert.deepEqual(await db.row(divide(2)), { result: 3 });
    }
  }));

test('a value that cannot be written is refused before anything is sent', () =>
  onOneConnection(async (db) => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    await assert.rejects(db.rows(sql`select ${circle}::jsonb as value`), TypeError);
    assert.deepEqual(await db.row(sql`select ${{ a: 1 }}::jsonb as value`), { value: { a: 1 } });
  }));
