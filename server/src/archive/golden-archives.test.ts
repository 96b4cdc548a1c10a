// Archives that earlier versions wrote. A file in `golden` is never edited.
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openImportDeps } from '../../../tests/harness/import-deps.js';
import { exportArchive } from './export-archive.js';
import { importArchive } from './import-archive.js';

const FOLDER = new URL('golden/', import.meta.url);
const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(new URL(name, FOLDER), 'utf8'));
// What today's export gives, where it differs: it has fields that the earlier version did not have.
const EXPORTED: Readonly<Record<string, string>> = { 'first.json': 'first.exported.json' };
const names = (await readdir(FOLDER)).filter((name) => !name.endsWith('.exported.json'));

test('there are golden archives', () => {
  expect(names).toEqual(['first.json', 'full.json']);
});

test.each(names)('imports %s, and exports all of it again', async (name) => {
  const deps = await openImportDeps();
  const { merchantId } = await importArchive(deps, await read(name));
  expect(await exportArchive(deps, merchantId)).toEqual(await read(EXPORTED[name] ?? name));
  await deps.close();
});
