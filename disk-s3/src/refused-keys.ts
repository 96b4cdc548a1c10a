// Keys that take no bytes any more, although URLs for them still work: a file named after the key says so.
import { open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, isMissing } from './errors.js';
import { isObjectKey } from './object-key.js';
import { createFile, createFolder } from './same-owner.js';

const FOLDER = 'refused';

/** From now on every PUT of the key is refused, one that is under way too. What is stored stays. */
export async function refuseKey(root: string, key: string): Promise<void> {
  const path = markPath(root, key);
  await createFolder(dirname(path));
  const mark = await createFile(path).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
    return open(path, 'w'); // refused again: its time begins anew
  });
  await mark.close();
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export async function isRefused(root: string, key: string): Promise<boolean> {
  try {
    await stat(markPath(root, key));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

// Longer than any URL works and any PUT that began with it takes (put-gate.ts).
const KEPT_MS = 48 * 60 * 60 * 1000;

/** Forgets what was refused so long ago that no URL can be left. Done at each start: the files are empty and few. */
export async function sweepRefusals(root: string): Promise<void> {
  const folder = join(root, FOLDER);
  for (const name of await readNames(folder)) {
    const path = join(folder, name);
    if (Date.now() - (await modifiedMs(path)) > KEPT_MS) await rm(path, { force: true });
  }
}

function markPath(root: string, key: string): string {
  if (!isObjectKey(key)) throw new Error(`${key} is not the name of a stored object.`);
  return join(root, FOLDER, key.replace('/', '-'));
}

const readNames = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });

const modifiedMs = async (path: string): Promise<number> => (await stat(path)).mtimeMs;
