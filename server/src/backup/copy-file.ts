import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, isMissing } from '@vitrine/disk-s3';
import { CHUNK_BYTES, writeHashed, type Hashed } from '../storage/write-hashed.js';

// undefined where there is no such file
export async function copyFile(from: string, to: string): Promise<Hashed | undefined> {
  const source = await open(from).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  // Open, it can be read to its end whoever deletes it.
  return source && writeHashed(to, source.createReadStream({ highWaterMark: CHUNK_BYTES }));
}

// Names are only safe once their folders are on the disk: this one and all below it. How many files are there.
export async function syncTree(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name));
  await syncFolder(folder);
  return entries.filter((entry) => entry.isFile()).length;
}

// Takes a line for the person who waits.
export type Report = (line: string) => void | Promise<void>;

export type Watch = { readonly report: Report; readonly signal: AbortSignal };

type How = { readonly noun: string; readonly atOnce: number };

// Does the work for every item, so many at a time; work gives the bytes that it took. The first failure, or a stop, ends
// it once what runs has ended.
export async function eachAtOnce<Item>(
  { report, signal }: Watch,
  { noun, atOnce }: How,
  items: readonly Item[],
  work: (item: Item) => Promise<number>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const progress = createProgress(report, noun, items.length);
  let failed = false;
  const worker = async (): Promise<void> => {
    try {
      for (let next = left.next(); !next.done && !failed; next = left.next()) {
        signal.throwIfAborted();
        await progress(await work(next.value));
      }
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

const EVERY_MS = 2_000;

// A line every two seconds at most: `Files: 120 of 5300, 1.2 GB`.
function createProgress(report: Report, noun: string, total: number) {
  let [done, bytes, toldAt] = [0, 0, performance.now()];
  return async (sizeBytes: number): Promise<void> => {
    done += 1;
    bytes += sizeBytes;
    if (performance.now() - toldAt < EVERY_MS) return;
    toldAt = performance.now();
    await report(`${noun}: ${done} of ${total}, ${toSize(bytes)}`);
  };
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

function toSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power] ?? ''}`;
}
