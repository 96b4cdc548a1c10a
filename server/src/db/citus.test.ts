// citus.sql against the schema, with stand-ins for what only a cluster has.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { distribute } from './migrate.js';
import { newFolderWithCluster, removeFolder, runCommand } from '../../../tests/harness/command-line.js';
import { openTestDatabase } from '../../../tests/harness/database.js';
import { CONTENT_PLANE, CONTROL_PLANE } from '../../../tests/harness/sharding.js';

// What citus.sql calls, with Citus' own signatures; instead of spreading a table they note it.
const STAND_INS = `
  create table pg_dist_partition (logicalrelid regclass, distribution_column text, colocate_with text, partmethod text, repmodel text,
    at serial);
  create function create_reference_table(table_name regclass) returns void
    begin atomic insert into pg_dist_partition values (table_name, null, null, 'n', 't'); end;
  create function create_distributed_table(table_name regclass, distribution_column text,
      distribution_type text default 'hash', colocate_with text default 'default', shard_count int default null)
    returns void begin atomic insert into pg_dist_partition values (table_name, distribution_column, colocate_with, 'h', 's'); end;
  create function create_distributed_function(function_name regprocedure, distribution_arg_name text default null,
    colocate_with text default 'default', force_delegation boolean default null) returns void language sql return null;`;

test('citus.sql spreads every table once, after those that it refers to, and runs again without doing anything', async () => {
  const { db, close } = await openTestDatabase();
  const file = await readFile(join(import.meta.dirname, '../../migrations/citus.sql'), 'utf8');
  await db.rows({ text: STAND_INS, values: [] });
  for (const _ of [1, 2]) await db.transaction((db) => db.rows({ text: file, values: [] }));
  const spread = await db.rows<{ name: string; by: string | null; beside: string | null }>({
    text: `select logicalrelid::text as name, distribution_column as by, colocate_with as beside
      from pg_dist_partition order by at`,
    values: [],
  });
  const keys = await db.rows<{ from: string; to: string }>({
    text: `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`,
    values: [],
  });
  await close();
  const names = spread.map(({ name }) => name);
  assert.deepEqual(names.slice(0, CONTROL_PLANE.length), CONTROL_PLANE);
  assert.deepEqual(names.slice(CONTROL_PLANE.length).toSorted(), CONTENT_PLANE.toSorted());
  const late = keys.filter(({ from, to }) => names.indexOf(from) < names.indexOf(to));
  assert.deepEqual(late, []);
  const content = spread.slice(CONTROL_PLANE.length);
  assert.ok(content.every(({ by }) => by === 'merchant_id'));
  assert.deepEqual(new Set(content.slice(1).map(({ beside }) => beside)), new Set([content[0]?.name]));
});

test('without Citus, migrate --citus says what to do', async () => {
  const { db, close } = await openTestDatabase();
  await assert.rejects(distribute(db), /The database has no Citus: run «create extension citus»/);
  await close();
  const folder = await newFolderWithCluster();
  const { code, stderr } = await runCommand(folder, ['migrate', '--citus']);
  await removeFolder(folder);
  assert.equal(code, 1);
  assert.match(stderr, /The database has no Citus/);
});
