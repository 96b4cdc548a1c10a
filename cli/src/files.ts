import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findMimeType } from '@vitrine/client';

export type FoundFile = { readonly path: string; readonly size: number; readonly mtimeMs: number };

// Every picture and video below a folder, in the order of their names. Hidden files and folders are not meant.
export async function findFiles(folder: string): Promise<FoundFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found: FoundFile[] = [];
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    // A link to a folder is not followed: it may lead back here.
    if (entry.isDirectory()) found.push(...(await findFiles(path)));
    else if (findMimeType({ fileName: entry.name }) !== undefined) found.push(...(await measure(path)));
  }
  return found;
}

// It may be gone by now, or a link that leads nowhere.
async function measure(path: string): Promise<FoundFile[]> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? [{ path, size: found.size, mtimeMs: found.mtimeMs }] : [];
}
