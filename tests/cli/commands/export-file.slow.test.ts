import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';
import type { Archive } from '../../../server/src/archive/archive-schema.js';
import { newFolder } from '../../harness/command-line.js';
import { openTestDatabase, type TestDatabase } from '../../harness/database.js';
import { importExample, MERCHANT, newInstallation, toDatabaseUrl, type Installation } from './installation.js';

let database: TestDatabase;
let vitrine: Installation;

beforeAll(async () => {
  database = await openTestDatabase();
  vitrine = await newInstallation({ DATABASE_URL: toDatabaseUrl(database) }, newFolder);
  await importExample(vitrine);
});
afterAll(async () => {
  await vitrine.remove();
  await database.close();
});

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

test('an export is for its owner alone, also onto a file that others could read', async () => {
  const folder = join(vitrine.folder.path, 'exports');
  await mkdir(folder);
  const [fresh, loose, link] = [join(folder, 'fresh.json'), join(folder, 'loose.json'), join(folder, 'link.json')];
  await writeFile(loose, 'what was there before, and longer than nothing');
  await chmod(loose, 0o644);
  await symlink(loose, link);
  await vitrine.json('export', MERCHANT, '--out', fresh);
  await vitrine.json('export', MERCHANT, '--out', link);
  assert.deepEqual([await modeOf(fresh), await modeOf(loose)], [0o600, 0o600]);
  assert.equal(await readFile(loose, 'utf8'), await readFile(fresh, 'utf8'));
  assert.deepEqual((await readdir(folder)).toSorted(), ['fresh.json', 'link.json', 'loose.json']);
});

test('what storage does not have is left out of an export with files, and named', async () => {
  const out = join(vitrine.folder.path, 'with-files', 'archive.json');
  await mkdir(dirname(out));
  const exported = (...args: readonly string[]) => vitrine.run('export', MERCHANT, '--out', out, ...args);
  const { code, stderr } = await exported('--files', join(dirname(out), 'files'));
  assert.equal(code, 0, stderr);
  const { media }: Archive = JSON.parse(await readFile(out, 'utf8'));
  const missing = media.filter(({ file, thumbnail }) => Boolean(file ?? thumbnail));
  assert.ok(missing.length > 0);
  assert.equal(
    stderr,
    [
      'Not all files are in storage. What is missing was left out, of these items:',
      ...missing.map(({ id }) => `  ${id}`),
      '',
    ].join('\n'),
  );
  assert.equal((await exported()).stderr, '');
});

test('what is no file is written to and not replaced, such as a pipe', async () => {
  const pipe = join(vitrine.folder.path, 'pipe');
  await promisify(execFile)('mkfifo', [pipe]);
  const [{ code, stderr }, text] = await Promise.all([
    vitrine.run('export', MERCHANT, '--out', pipe),
    readFile(pipe, 'utf8'),
  ]);
  assert.equal(code, 0, stderr);
  assert.ok(text.startsWith('{\n  "format": "vitrine-merchant/1"'), text.slice(0, 60));
  assert.ok((await stat(pipe)).isFIFO());
});
