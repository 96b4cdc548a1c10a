import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../storage/disk-objects.js';

/** Names are only safe once their folders are on the disk: all of them, or this one. */
export async function syncTree(folder: string, depth: 'all' | 'top' = 'all'): Promise<void> {
  const entries = depth === 'all' ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
  for (const entry of entries) if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name));
  await syncFolder(folder);
}
