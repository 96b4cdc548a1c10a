import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../test/database.js';
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
