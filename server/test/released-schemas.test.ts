// A database of every release, brought to the newest schema: the same schema as a new one, and the same reads.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { EXAMPLE_PASSWORD } from '../../tests/harness/archive-fixture.js';
import { sendConsole } from '../../tests/harness/console.js';
import { openTestDatabase, type TestDatabase } from '../../tests/harness/database.js';
import { migrate, hashMigration, listMigrations } from '../src/db/migrate.js';
import { readCatalogue } from './release/catalogue.js';
import { withMended } from './release/mended.js';
import { readEverything } from './release/read-everything.js';
import { listReleased, readHashes, readRelease } from './release/released.js';
import { assertStillGives } from './release/still-gives.js';
import { openReleased, serveDatabase } from './release/upgraded.js';

let fresh: TestDatabase;
let catalogue: readonly string[] = [];
const released = await listReleased();

beforeAll(async () => {
  fresh = await openTestDatabase();
  catalogue = await readCatalogue(fresh.db);
});
afterAll(() => fresh.close());

test('a migration that was released is never edited, renamed or removed, and new ones come after it', async () => {
  const hashes = await readHashes();
  const names = await listMigrations();
  const kept = names.slice(0, Object.keys(hashes).length);
  const now = await Promise.all(kept.map(hashMigration));
  assert.deepEqual(Object.fromEntries(now.map(({ name, sha256 }) => [name, sha256])), hashes);
});

// Migrations that came out together are one release: the last of them names its database.
test('of the last released schema there is a database, and of none that was not released', async () => {
  const hashed = Object.keys(await readHashes());
  assert.equal(released.at(-1), hashed.at(-1));
  assert.deepEqual(
    released.filter((name) => !hashed.includes(name)),
    [],
  );
});

describe.each(released)('a database of %s', (name) => {
  let old: Awaited<ReturnType<typeof openReleased>>;
  let release: Awaited<ReturnType<typeof readRelease>>;

  beforeAll(async () => {
    release = await readRelease(name);
    old = await openReleased(name, release.data);
  });
  afterAll(() => old.close());

  test('migrates, and then has the schema of a new one', async () => {
    const later = (await listMigrations()).filter((one) => one > name);
    assert.deepEqual(await migrate(old.db), later);
    assert.deepEqual(await readCatalogue(old.db), catalogue);
  });

  test('gives what it gave, over HTTP, and its people sign in', async () => {
    const { url, close } = await serveDatabase(old);
    try {
      const reads = await readEverything(url, release.cookie);
      for (const [address, answer] of Object.entries(release.reads)) {
        assertStillGives(reads[address], withMended(address, answer), address);
      }
      const body = { email: 'owner@example.com', password: EXAMPLE_PASSWORD };
      assert.equal((await sendConsole(url, 'POST', '/sign-in', { body })).status, 200);
    } finally {
      await close();
    }
  });

  test('keeps every row that it had', async () => {
    // A table is a block: a line that names it, then a line a row.
    const tables = release.data.trimEnd().split('\n\n');
    assert.ok(tables.length > 10);
    for (const [head = '', ...rows] of tables.map((block) => block.split('\n'))) {
      const table = /^insert into ("\w+") /.exec(head)?.[1] ?? '';
      const [found] = await old.db.rows<{ count: number }>({ text: `select count(*) from ${table}`, values: [] });
      assert.ok((found?.count ?? 0) >= rows.length, `${table} had ${rows.length} rows and has ${found?.count}`);
    }
  });
});

test('what two schemas differ in is seen: an index, a default, a function', async () => {
  const other = await openTestDatabase();
  const changes = [
    'drop index media_newest',
    'alter table merchants alter column suspended set default true',
    `create or replace function wanted_window_term(merchant uuid, moment timestamptz, length_bits integer)
      returns bigint language sql immutable strict parallel safe return 1`,
  ];
  for (const text of changes) {
    const before = await readCatalogue(other.db);
    await other.db.rows({ text, values: [] });
    assert.notDeepEqual(await readCatalogue(other.db), before);
  }
  await other.close();
});
