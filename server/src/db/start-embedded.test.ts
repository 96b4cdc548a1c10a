import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { newFolderWithCluster, removeFolder } from '../../../tests/harness/command-line.js';
import { CommandError } from '../errors.js';
import { openUnmigrated } from './open-database.js';
import { requireCluster } from './start-embedded.js';

const OTHER = 54321;

test('a database that a command starts has room for all processes of the server that joins it', async () => {
  const folder = await newFolderWithCluster();
  const config = { databaseUrl: undefined, dataDir: folder.dataDir, workers: 20, databaseConnections: 30 };
  const { db, close } = await openUnmigrated(config, () => undefined);
  assert.deepEqual(await db.row({ text: 'show max_connections', values: [] }), { max_connections: '670' });
  await close();
  await removeFolder(folder);
});

test('the role of the embedded database is not a superuser', async () => {
  const folder = await newFolderWithCluster();
  const { db, close } = await openUnmigrated({ databaseUrl: undefined, dataDir: folder.dataDir }, () => undefined);
  const role = 'select rolname, rolsuper from pg_roles where rolname = current_user';
  assert.deepEqual(await db.row({ text: role, values: [] }), { rolname: 'vitrine', rolsuper: false });
  await close();
  await removeFolder(folder);
});

test('starts no database with programs that POSTGRES_BIN does not hold', async () => {
  const folder = await newFolderWithCluster();
  const config = { databaseUrl: undefined, dataDir: folder.dataDir, postgresBin: '/no/such/bin' };
  await assert.rejects(
    openUnmigrated(config, () => undefined),
    /^Error: PostgreSQL's program \/no\/such\/bin\/\w+ cannot be run\. Set another folder\. Or set DATABASE_URL/,
  );
  await removeFolder(folder);
});

test.skipIf(process.getuid?.() !== 0)('a folder of another account is not one without a database', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-closed-'));
  try {
    await mkdir(join(dataDir, 'postgres'));
    await assert.rejects(
      requireCluster(dataDir),
      /^Error: No database here\. Set DATABASE_URL or DATA_DIR as the service has them\.$/,
    );
    process.seteuid?.(OTHER);
    const sentence = `${dataDir}/postgres belongs to another account. Use that account, or root.`;
    await assert.rejects(requireCluster(dataDir), new CommandError(sentence));
  } finally {
    process.seteuid?.(0);
    await rm(dataDir, { recursive: true });
  }
});
