import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { tagNameKey } from '@vitrine/client';
import type { FoundFile } from './files.js';

export type Entry = FoundFile & {
  readonly sha256: string;
  readonly mediaId: string;
  readonly tags: readonly string[];
};

export type Journal = {
  readonly has: (file: FoundFile, tags: readonly string[]) => boolean;
  readonly add: (entry: Entry) => Promise<void>;
};

// What sync has brought into the library: a line for each file, added when it is there, so that a crash loses at most
// the last one. It only saves asking. Without it the service's duplicate answer says the same.
export async function openJournal(path: string, folder: string, past: 'remember' | 'forget'): Promise<Journal> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const known = past === 'remember' ? await readEntries(path) : [];
  const entries = new Map(known.map((entry) => [entry.path, entry]));
  return {
    has(file, tags) {
      const known = entries.get(relative(folder, file.path));
      if (known === undefined || known.size !== file.size || known.mtimeMs !== file.mtimeMs) return false;
      const carried = new Set(known.tags.map(tagNameKey));
      return tags.every((name) => carried.has(tagNameKey(name)));
    },
    async add(stored) {
      // Below the folder, so that it holds wherever the command is run from.
      const entry = { ...stored, path: relative(folder, stored.path) };
      entries.set(entry.path, entry);
      await appendFile(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    },
  };
}

async function readEntries(path: string): Promise<Entry[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap(parseEntry);
}

// A line that was cut off is as good as none.
function parseEntry(line: string): Entry[] {
  try {
    const entry = JSON.parse(line) as Entry | null;
    return typeof entry?.path === 'string' && Array.isArray(entry.tags) ? [entry] : [];
  } catch {
    return [];
  }
}
