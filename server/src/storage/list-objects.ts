// What lies on the disk, folder by folder: a page is one folder, a 256th of all.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isObjectKey, stagingKey, type ObjectKey } from './object-key.js';
import { isMissing } from './storage-errors.js';

const FOLDER = /^[0-9a-f]{2}$/;

export async function* listObjects(root: string): AsyncGenerator<readonly ObjectKey[]> {
  yield* listBelow(root);
  for await (const keys of listBelow(join(root, 'staging'))) yield keys.map(stagingKey);
}

async function* listBelow(parent: string): AsyncGenerator<readonly ObjectKey[]> {
  for (const folder of await readNames(parent)) {
    if (!FOLDER.test(folder)) continue;
    const names = await readNames(join(parent, folder));
    yield names.filter((name) => name.startsWith(folder)).filter(isObjectKey);
  }
}

async function readNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}
