import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/harness/database.js';
import { until } from '../../../tests/harness/until.js';
import { createDb, MAINTENANCE_LIMITS } from './db.js';
import { migrate } from './migrate.js';
import { MIGRATIONS } from './migration-files.js';

let database: TestDatabase;
let folder: string;
const steps = () => pathToFileURL(`${folder}/`);
const write = (name: string, text: string) => writeFile(join(folder, name), text);

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-steps-'));
  await cp(MIGRATIONS, pathToFileURL(`${folder}/`), { recursive: true });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const run = (text: string) => database.db.rows<{ [column: string]: unknown }>({ text, values: [] });
const stateOf = async () =>
  (await run("select indisvalid as valid from pg_index where indexrelid = to_regclass('rows_by_n')"))[0];

test('an index that is built outside a transaction lets others write; killed half-way, it is built anew', async () => {
  await write('9001_rows.sql', 'create table rows (n integer not null); insert into rows values (1);');
  await write(
    '9002_index.sql',
    '-- outside a transaction\n-- Why.\ncreate index concurrently rows_by_n on rows (n);\n',
  );
  await write('9003_after.sql', 'alter table rows add column note text;');
  await migrate(database.db, '9001_rows.sql', steps());
  // Whoever reads since before the build holds it up, and with it nobody else.
  const reader = await database.db.checkOut();
  await reader.query('begin isolation level repeatable read');
  await reader.query('select * from rows');

  const outcome = migrate(database.db, undefined, steps()).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
  const builder =
    "from pg_stat_activity where query ~ '^(create|drop) index concurrently rows_by_n' and wait_event = 'virtualxid'";
  await until(async () => (await run(`select pid ${builder}`)).length === 1);
  await run('insert into rows values (2)');
  await run(`select pg_terminate_backend(pid, 120000) ${builder}`);
  assert.equal(await outcome, '57P01');
  assert.deepEqual(await stateOf(), { valid: false });

  // Two that start at once: one builds, the other waits without holding it up.
  const other = createDb(database.connection, MAINTENANCE_LIMITS);
  const both = Promise.all([migrate(database.db, undefined, steps()), migrate(other, undefined, steps())]);
  await until(async () => (await run(`select pid ${builder}`)).length === 1);
  await reader.query('commit');
  reader.release();
  assert.deepEqual((await both).flat().toSorted(), ['9002_index.sql', '9003_after.sql']);
  await other.close();
  assert.deepEqual(await stateOf(), { valid: true });
  assert.deepEqual(await migrate(database.db, undefined, steps()), []);
});

test('a statement that could not be begun anew is refused', async () => {
  await write('9004_wrong.sql', '-- outside a transaction\nupdate rows set n = 3;');
  await assert.rejects(migrate(database.db, undefined, steps()), /9004_wrong\.sql has a statement/);
});
