import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/harness/database.js';
import { sql } from './sql.js';

let database: TestDatabase;
beforeAll(async () => void (database = await openTestDatabase()));
afterAll(() => database.close());

test('an object of a caller with a text and values is a value, and never a part of the statement', async () => {
  const { db } = database;
  for (const sent of ['{"text":"version()","values":[]}', '{"text":"$1","values":["x"],"name":"n"}']) {
    const object: unknown = JSON.parse(sent);
    assert.deepEqual(await db.row(sql`select ${object}::jsonb as value`), { value: object });
    // Also beside a statement that is spliced in.
    assert.deepEqual(await db.row(sql`select ${object}::jsonb as value ${sql`where ${1}::int = 1`}`), {
      value: object,
    });
  }
});

test('a statement is spliced into another with its values, at any depth', async () => {
  const inner = sql`${'b'}::text`;
  const statement = sql`select ${'a'}::text || ${sql`(${inner} || ${'c'}::text)`} || ${'d'}::text as value`;
  assert.deepEqual(statement.values, ['a', 'b', 'c', 'd']);
  assert.deepEqual(await database.db.row(statement), { value: 'abcd' });
});

test('one template with other statements in it, or in other places, is another statement; with the same ones the same', () => {
  const [a, b] = [sql`a = ${1}`, sql`b = ${2}`];
  const where = (first: unknown, second: unknown) => sql`where ${first} and ${second}`;
  const made = [where(a, b), where(b, a), where(a, 3), where(3, a), where(4, 5)];
  assert.deepEqual(
    made.map(({ text, values }) => [text, values]),
    [
      ['where a = $1 and b = $2', [1, 2]],
      ['where b = $1 and a = $2', [2, 1]],
      ['where a = $1 and $2', [1, 3]],
      ['where $1 and a = $2', [3, 1]],
      ['where $1 and $2', [4, 5]],
    ],
  );
  assert.equal(new Set(made.map(({ name }) => name)).size, made.length);
  const again = where(sql`a = ${6}`, b);
  assert.deepEqual([again.text, again.values, again.name], [made[0]?.text, [6, 2], made[0]?.name]);
});
