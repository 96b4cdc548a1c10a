// PostgreSQL refuses root; these are the ways around it, each provoked by who may enter which folder.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, test } from 'vitest';
import { cleanUp, newDataDir, newFolder, query, removeCompiled, start, startHolder } from '../test/fixture.js';
import { hasCluster } from './create-cluster.js';
import { findPostmaster } from './postmaster.js';
import { findBinaries } from './find-binaries.js';
import { chooseRunAs } from './run-as.js';

const NOBODY = 65534;
const NAMELESS = 54321;
// A clone below a folder that only root may enter: no other account can reach the binaries, so what other accounts do
// cannot be tried there.
const isClosed = spawnSync('test', ['-r', import.meta.filename], { uid: NOBODY, gid: NOBODY }).status !== 0;

afterEach(cleanUp);
afterAll(removeCompiled);

const uidOf = async (path: string): Promise<number> => (await stat(path)).uid;

/** Whose each thing in the folder is that PostgreSQL or root made. */
async function ownersIn(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const names = ['', 'postgres', 'postgres/PG_VERSION', 'postgres/base', 'postgres/global/pg_control', 'run'];
  const owners: Record<string, string> = {};
  for (const name of [...names, 'postgres.log']) {
    const { uid, gid } = await stat(join(dataDir, name));
    owners[name] = `${uid}:${gid}`;
  }
  return owners;
}

describe.skipIf(process.getuid?.() !== 0)('as root', () => {
  test.skipIf(isClosed)('it runs under an unprivileged account that owns its folders', async () => {
    const dataDir = await newDataDir();
    const postgres = await start(dataDir);
    const uid = await uidOf(join(dataDir, 'postgres'));
    assert.notEqual(uid, 0);
    assert.equal(await uidOf(postgres.connection.host), uid);
    assert.equal(await uidOf(`/proc/${await findPostmaster(dataDir)}`), uid);
    await postgres.stop();
    assert.equal(await findPostmaster(dataDir), 0);
  });

  test('below a folder closed to that account it runs in a user namespace, and can be stopped', async () => {
    const folder = await newFolder();
    await chmod(folder, 0o700);
    const dataDir = join(folder, 'data');
    const postgres = await start(dataDir);
    assert.equal(await query(postgres, 'select 1 as value'), 1);
    assert.equal(await uidOf(join(dataDir, 'postgres')), 0);
    await postgres.stop();
    assert.equal(await findPostmaster(dataDir), 0);
  });

  test.skipIf(isClosed)(
    'the owner follows when the way changes, there and back, also for a socket folder in /tmp',
    async () => {
      const folder = await newFolder();
      const dataDir = join(folder, 'data', 'd'.repeat(100));
      await (await start(dataDir)).stop();
      for (const mode of [0o700, 0o755]) {
        await chmod(folder, mode);
        const postgres = await start(dataDir);
        assert.equal(await query(postgres, 'select 1 as value'), 1);
        assert.equal((await uidOf(join(dataDir, 'postgres', 'base'))) === 0, mode === 0o700);
        await postgres.stop();
      }
    },
  );

  test('where no way leads, one sentence says what to do', async () => {
    const folder = await newFolder();
    await chmod(folder, 0o700);
    await chown(folder, NAMELESS, NAMELESS);
    const binaries = await findBinaries();
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    await assert.rejects(chooseRunAs(binaries.postgres, dataDir), /Start as an ordinary user\.$/);
  });

  for (const [who, uid] of [
    ['an ordinary user', NOBODY],
    ['a user without a line in /etc/passwd', NAMELESS],
  ] as const) {
    test.skipIf(isClosed)(`${who} just runs it, with no LANG set and a package folder it cannot write`, async () => {
      const folder = await newFolder();
      await chown(folder, uid, uid);
      await chmod(folder, 0o700);
      const dataDir = join(folder, 'data');
      const holder = await startHolder(dataDir, uid);
      assert.equal(await uidOf(`/proc/${await findPostmaster(dataDir)}`), uid);
      await holder.stop();
      assert.equal(await findPostmaster(dataDir), 0);
    });
  }

  for (const mode of [0o755, 0o700])
    test.skipIf(isClosed)(
      `the cluster of an ordinary user in a folder of ${mode.toString(8)} stays theirs`,
      async () => {
        const folder = await newFolder();
        const dataDir = join(folder, 'data');
        await mkdir(dataDir, { mode });
        await chown(dataDir, NAMELESS, NAMELESS);
        await (await startHolder(dataDir, NAMELESS)).stop();
        const before = await ownersIn(dataDir);
        assert.deepEqual(new Set(Object.values(before)), new Set([`${NAMELESS}:${NAMELESS}`]));
        // A log that root begins is the user's too.
        await rm(join(dataDir, 'postgres.log'));
        const postgres = await start(dataDir);
        assert.equal(await uidOf(`/proc/${await findPostmaster(dataDir)}`), NAMELESS);
        assert.equal(await query(postgres, 'select 1 as value'), 1);
        await postgres.stop();
        assert.deepEqual(await ownersIn(dataDir), before);
        const holder = await startHolder(dataDir, NAMELESS);
        assert.equal(await query(holder, 'select 1 as value'), 1);
      },
    );

  test('a cluster whose owner cannot run it here is left alone', async () => {
    const folder = await newFolder();
    await chmod(folder, 0o700);
    const cluster = join(folder, 'data', 'postgres');
    await mkdir(cluster, { recursive: true });
    await writeFile(join(cluster, 'PG_VERSION'), '18');
    await chown(cluster, NAMELESS, NAMELESS);
    await assert.rejects(start(join(folder, 'data')), /account 54321, whose it is, cannot reach both/);
    assert.equal(await uidOf(cluster), NAMELESS);
  });

  test.skipIf(isClosed)('whether there is a cluster is not said of a folder that cannot be entered', async () => {
    const dataDir = await newDataDir();
    await (await start(dataDir)).stop();
    process.seteuid?.(NAMELESS);
    try {
      await assert.rejects(hasCluster(dataDir), /postgres belongs to another account\. Use that account, or root\.$/);
    } finally {
      process.seteuid?.(0);
    }
  });

  test.skipIf(isClosed)("an ordinary user who comes to root's folder is told whose it is", async () => {
    const dataDir = await newDataDir();
    await start(dataDir);
    await assert.rejects(startHolder(dataDir, NAMELESS), /belongs to another account/);
  });

  test('a socket folder in /tmp that somebody else made first is refused', async () => {
    const dataDir = join(await newDataDir(), 'd'.repeat(100));
    const postgres = await start(dataDir);
    await postgres.stop();
    await chown(postgres.connection.host, NAMELESS, NAMELESS);
    await assert.rejects(start(dataDir), /belongs to somebody else/);
    await chown(postgres.connection.host, 0, 0);
  });
});
