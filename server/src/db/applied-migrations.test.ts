import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openSingleDatabase } from '../../../tests/harness/database.js';
import { migrate } from './migrate.js';
import { hashStatements } from './migration-files.js';

// Each as a list of statements on a current database.
const EARLIER: readonly (readonly [string, readonly string[]])[] = [
  [
    'that lacks the first migration',
    [
      'alter table schema_migrations drop column statements_sha256',
      `update schema_migrations set name = '0001_ground.sql'`,
      `insert into schema_migrations (name) values ('0039_written_media.sql')`,
    ],
  ],
  ['whose first migration had other statements', [`update schema_migrations set statements_sha256 = repeat('0', 64)`]],
];

test.each(EARLIER)('refuses a database %s, and changes nothing in it', async (_, statements) => {
  const { db, close } = await openSingleDatabase();
  for (const text of statements) await db.rows({ text, values: [] });
  const applied = () => db.rows({ text: 'select * from schema_migrations order by name', values: [] });
  const before = await applied();
  await assert.rejects(migrate(db), {
    message:
      'This version cannot read the database: it was made before the first release. Export each merchant with the version that made it («vitrine-server export»). Then start this version with an empty database or an empty DATA_DIR, and import the merchants there («vitrine-server import»).',
  });
  assert.deepEqual(await applied(), before);
  await close();
});

test('accepts a database that a newer release has migrated', async () => {
  const { db, close } = await openSingleDatabase();
  await db.rows({
    text: `insert into schema_migrations (name, statements_sha256) values ('9999_later.sql', '')`,
    values: [],
  });
  assert.deepEqual(await migrate(db), []);
  await close();
});

test('a hash covers the statements, and neither comments nor spaces between words', () => {
  const text = `create table a (n integer, name text default 'a  -- b');`;
  const same = [
    `-- Why.\n${text}\n-- And after.`,
    `create table a (\n  n integer, -- the number\n  name text default 'a  -- b');`.replace('(\n  n', '(n'),
    text.replace('integer, name', 'integer,\n\n   name'),
  ];
  for (const one of same) assert.equal(hashStatements(one), hashStatements(text), one);
  const others = [
    text.replace("'a  -- b'", "'a -- b'"),
    text.replace('integer', 'bigint'),
    `${text} select 1`,
    text.replace("'a  -- b'", "'a  '"),
  ];
  for (const other of others) assert.notEqual(hashStatements(other), hashStatements(text), other);
});
