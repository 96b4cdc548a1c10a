import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, readlink, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, test } from 'vitest';
import { socketDirFor } from './cluster-paths.js';
import { findBinaries, findBinariesIn, makeLibraryLinks } from './find-binaries.js';
import { cleanUp, newFolder, start } from '../test/fixture.js';
import { clearStaleLockFile } from './pid-file.js';
import { findPostmaster, openServerLog, readLogTail } from './postmaster.js';
import { removeDeadScratch } from './scratch.js';

afterEach(cleanUp);

test('a platform without a package is named, with what would help', async () => {
  await assert.rejects(
    findBinaries({ platform: 'plan9', arch: 'mips' }),
    /plan9-mips is not installed\. Install without --omit=optional/,
  );
});

test('refuses programs of another major version, and a folder without programs', async () => {
  const folder = await newFolder();
  const postgres = join(folder, 'postgres');
  await symlink((await findBinaries()).initdb, join(folder, 'initdb'));
  await assert.rejects(findBinariesIn(folder), {
    message: `PostgreSQL's program ${postgres} cannot be run. Set another folder.`,
  });
  await writeFile(postgres, '#!/bin/sh\necho "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"\n');
  await chmod(postgres, 0o755);
  await assert.rejects(findBinariesIn(folder), {
    message: `${postgres} is PostgreSQL 15.18. It must be PostgreSQL 18.`,
  });
});

test('starts the programs of the folder that is given', async () => {
  const folder = await newFolder();
  const { initdb, postgres } = await findBinaries();
  await symlink(initdb, join(folder, 'initdb'));
  await symlink(postgres, join(folder, 'postgres'));
  const dataDir = join(folder, 'data');
  await start(dataDir, { binDir: folder });
  const command = await readFile(`/proc/${await findPostmaster(dataDir)}/cmdline`, 'utf8');
  assert.equal(command.split('\0')[0], join(folder, 'postgres'));
});

test('library links that the install script did not make are made, by many at once and again', async () => {
  const folder = await newFolder();
  await mkdir(join(folder, 'native', 'lib'), { recursive: true });
  await writeFile(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library');
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }));
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  await Promise.all(Array.from({ length: 8 }, () => makeLibraryLinks(folder)));
  await makeLibraryLinks(folder);
  assert.equal(await readlink(join(folder, 'native/lib/libpq.so.5')), 'libpq.so.5.18');
  assert.equal(await readFile(join(folder, 'native/lib/libpq.so'), 'utf8'), 'library');
});

test('a socket path of 103 bytes stays in the data folder, one of 104 does not', () => {
  const fitting = `/${'d'.repeat(103 - '//run/.s.PGSQL.5432'.length)}`;
  assert.equal(socketDirFor(fitting, 'shop'), `${fitting}/run`);
  assert.match(socketDirFor(`${fitting}d`, 'shop'), /^\/tmp\/shop-/);
  assert.match(socketDirFor(`${fitting.slice(0, -1)}é`, 'shop'), /^\/tmp\/shop-/);
});

const lockFile = (pid: number | string): string => `${pid}\n/somewhere\n1700000000\n`;

test("a lock file with a stranger's number goes; one that a new postmaster wrote since it was read stays", async () => {
  const path = join(await newFolder(), 'postmaster.pid');
  const [stale, fresh] = [lockFile(process.pid), lockFile(process.ppid)];
  await writeFile(path, fresh);
  await clearStaleLockFile(path, stale);
  assert.equal(await readFile(path, 'utf8'), fresh);
  await writeFile(path, stale);
  await clearStaleLockFile(path, stale);
  assert.deepEqual(await readdir(dirname(path)), []);
});

test('a lock file that is still empty is given the time to be written', async () => {
  const path = join(await newFolder(), 'postmaster.pid');
  await writeFile(path, '');
  const cleared = clearStaleLockFile(path, '');
  // Before any time can have passed.
  writeFileSync(path, lockFile(process.pid));
  await cleared;
  assert.equal(await readFile(path, 'utf8'), lockFile(process.pid));
});

test('scratch folders of dead attempts go, young ones stay', async () => {
  const folder = await newFolder();
  for (const name of ['postgres.init-old', 'postgres.init-new', 'postgres']) await mkdir(join(folder, name));
  for (const name of ['postgres.init-old', 'postgres']) await utimes(join(folder, name), 1, 1);
  await removeDeadScratch(folder);
  assert.deepEqual((await readdir(folder)).toSorted(), ['postgres', 'postgres.init-new']);
});

test('a log beyond 10 MB is put aside at the next start', async () => {
  const path = join(await newFolder(), 'postgres.log');
  await writeFile(path, 'x'.repeat(10 * 1024 * 1024 + 1));
  await (await openServerLog(path, await stat(path))).close();
  assert.equal((await stat(path)).size, 0);
  assert.equal((await stat(`${path}.1`)).size, 10 * 1024 * 1024 + 1);
});

test('the tail of a log begins where this start began', async () => {
  const path = join(await newFolder(), 'postgres.log');
  await writeFile(path, 'old\nnew\n');
  assert.equal(await readLogTail(path, 4), 'new');
  assert.equal(await readLogTail(path, 400), 'old\nnew');
  assert.equal(await readLogTail(`${path}.missing`), '');
});
