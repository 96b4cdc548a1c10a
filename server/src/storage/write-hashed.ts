import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

export type Hashed = { readonly sizeBytes: number; readonly sha256: string };

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

// Writes a new file for its owner alone, on the disk when this returns.
export async function writeHashed(path: string, source: Chunks, flags: 'w' | 'wx' = 'w'): Promise<Hashed> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, flags, 0o600);
  try {
    const hashed = await hashChunks(source, (chunk) => handle.writeFile(chunk));
    await handle.sync();
    return hashed;
  } finally {
    await handle.close();
  }
}

// The same in the place of what is there, whole or not at all: what is written is looked at first, and refused by throwing.
// The name is safe once its folder is on the disk.
export async function replaceHashed(path: string, source: Chunks, check: (written: Hashed) => void): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    check(await writeHashed(draft, source, 'wx'));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

export const hashFile = (path: string): Promise<Hashed> =>
  hashChunks(createReadStream(path, { highWaterMark: CHUNK_BYTES }));

export const CHUNK_BYTES = 256 * 1024;

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
