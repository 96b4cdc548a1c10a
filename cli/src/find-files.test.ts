import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, test } from 'vitest';
import { reasonOf } from './errors.js';
import { findFiles } from './files.js';

const NOBODY = 65_534;

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function aFolder(...names: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-find-'));
  folders.push(folder);
  for (const name of names) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), '.');
  }
  return folder;
}

// What is done between reading the folder's names and reading the folders below it.
async function namesWhen(folder: string, change: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  for await (const { path } of findFiles(folder, ({ error }) => assert.fail(error))) {
    if (names.length === 0) await change();
    names.push(basename(path));
  }
  return names;
}

test('a folder below that is deleted, renamed or replaced by a file while it is looked for is an empty one', async () => {
  const changes = [
    (below: string) => rm(below, { recursive: true }),
    (below: string) => rename(below, `${below}-2`),
    (below: string) => rm(below, { recursive: true }).then(() => writeFile(below, '.')),
  ];
  for (const change of changes) {
    const folder = await aFolder('a.png', 'below/b.png', 'c.png');
    assert.deepEqual(await namesWhen(folder, () => change(join(folder, 'below'))), ['a.png', 'c.png']);
  }
});

test('a folder below that may not be read is told and passed over', async () => {
  const folder = await aFolder('a.png', 'below/b.png', 'c.png');
  await chmod(folder, 0o755);
  await chmod(join(folder, 'below'), 0o000);
  const [names, told]: [string[], unknown[]] = [[], []];
  // Root may read everything.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    for await (const { path } of findFiles(folder, ({ path, error }) => told.push([path, reasonOf(error)]))) {
      names.push(basename(path));
    }
  } finally {
    if (isRoot) process.seteuid?.(0);
    await chmod(join(folder, 'below'), 0o755);
  }
  assert.deepEqual(names, ['a.png', 'c.png']);
  assert.deepEqual(told, [[join(folder, 'below'), 'reading it is not allowed to you.']]);
});

test('the folder itself must be there', async () => {
  const folder = await aFolder();
  const gone = findFiles(join(folder, 'gone'), ({ error }) => assert.fail(error));
  await assert.rejects(gone.next(), { code: 'ENOENT' });
});
