import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder, isMissing } from '@vitrine/disk-s3';

export type Hashed = { readonly sizeBytes: number; readonly sha256: string };

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

// Writes a new file for its owner alone, on the disk when this returns.
export async function writeHashed(path: string, source: Chunks): Promise<Hashed> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, 'w', 0o600);
  try {
    const hashed = await hashChunks(source, (chunk) => handle.writeFile(chunk));
    await handle.sync();
    return hashed;
  } finally {
    await handle.close();
  }
}

// undefined where there is no such file
export async function copyFile(from: string, to: string): Promise<Hashed | undefined> {
  const source = await open(from).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  // Open, it can be read to its end whoever deletes it.
  return source && writeHashed(to, source.createReadStream({ highWaterMark: CHUNK_BYTES }));
}

export const hashFile = (path: string): Promise<Hashed> =>
  hashChunks(createReadStream(path, { highWaterMark: CHUNK_BYTES }));

const CHUNK_BYTES = 256 * 1024;

async function hashChunks(source: Chunks, use?: (chunk: Uint8Array) => Promise<void>): Promise<Hashed> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    sizeBytes += chunk.length;
    await use?.(chunk);
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

// Names are only safe once their folders are on the disk: this one and all below it.
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name));
  await syncFolder(folder);
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
