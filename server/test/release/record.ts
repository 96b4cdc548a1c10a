// npm run release-schema: keeps the newest schema as released, with a merchant's data as this release writes it.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { hashMigration, listMigrations } from '../../src/db/migrate.js';
import { startService, type Service } from '../../../tests/harness/service.js';
import { dumpSql } from './dump-sql.js';
import { readEverything } from './read-everything.js';
import { dataFile, readHashes, readsFile, HASHES_FILE } from './released.js';
import { seedContent } from './seed-content.js';
import { seedPeople } from './seed-people.js';

let service: Service;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

test('the newest schema is kept as released', async () => {
  const names = await listMigrations();
  const newest = names.at(-1) ?? '';
  const hashes = await readHashes();
  assert.ok(!(newest in hashes), `${newest} has been released before: what was released stays as it is`);
  await seedContent(service);
  const cookie = await seedPeople(service);
  const sql = await dumpSql(service.db);
  const reads = await readEverything(service.url, cookie);
  await writeFile(dataFile(newest), sql);
  await writeFile(readsFile(newest), `${JSON.stringify({ cookie, reads }, null, 1)}\n`);
  const known = await Promise.all(names.map(hashMigration));
  const all = Object.fromEntries(known.map(({ name, sha256 }) => [name, hashes[name] ?? sha256]));
  await writeFile(HASHES_FILE, `${JSON.stringify(all, null, 2)}\n`);
});
