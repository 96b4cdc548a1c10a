import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checksums } from './checksums.js';
import { copyFile } from './copy-file.js';

export const keptPath = (name: string): string => `kept/${name}`;

// Files that lie in DATA_DIR itself: secrets that this installation made (kept-secret.ts), and whatever else a release
// comes to keep there. Not the log, and not a secret's draft, whose name ends in an id of its own.
export async function copyKept(dataDir: string, folder: string): Promise<Checksums> {
  const sums = new Map<string, string>();
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (!entry.isFile() || !KEPT.test(entry.name) || LOG_OR_DRAFT.test(entry.name)) continue;
    const written = await copyFile(join(dataDir, entry.name), join(folder, keptPath(entry.name)));
    if (written !== undefined) sums.set(entry.name, written.sha256);
  }
  return sums;
}

// Names that SHA256SUMS can hold.
const KEPT = /^[\w-][\w.-]*$/;
const LOG_OR_DRAFT = /\.log(?:\.\d+)?$|\.[0-9a-f]{8}-[0-9a-f]{4}-/;
