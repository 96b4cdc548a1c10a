import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '@vitrine/disk-s3';
import { isMissing } from '@vitrine/disk-s3';

export type Hashed = { readonly sizeBytes: number; readonly sha256: string };

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Writes a new file for its owner alone, on the disk when this returns. */
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

/** undefined where there is no such file */
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

/** Names are only safe once their folders are on the disk: this one and all below it. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name));
  await syncFolder(folder);
}
