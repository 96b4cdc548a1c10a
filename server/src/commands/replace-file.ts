import { randomUUID } from 'node:crypto';
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';

// Writes a file for its owner alone, whole or not at all. One that is there already is replaced and not written into: it
// would keep its mode, and a cut-off write would have spoiled it.
export async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const found = await stat(target).catch(() => undefined);
  // A pipe or a terminal is written to; a file put in its place would be seen by nobody.
  if (found !== undefined && !found.isFile()) return writeFile(target, text);
  const draft = `${target}.${randomUUID()}`;
  try {
    await writeWhole(draft, text);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw naming(error, path);
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

// Nobody has heard of the draft: the system's words are about the file that was asked for.
const naming = (error: unknown, path: string): unknown =>
  error instanceof Error && 'path' in error ? Object.assign(error, { path }) : error;
