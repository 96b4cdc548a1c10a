import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissing } from '../storage/storage-errors.js';

export type Written = { readonly sizeBytes: number; readonly sha256: string };

/** Writes a new file for its owner alone, on the disk when this returns. */
export async function writeHashed(path: string, source: AsyncIterable<Uint8Array>): Promise<Written> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, 'w', 0o600);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** undefined where there is no such file */
export async function copyFile(from: string, to: string): Promise<Written | undefined> {
  const source = await open(from).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  // Open, it can be read to its end whoever deletes it.
  return source && writeHashed(to, source.createReadStream({ highWaterMark: CHUNK_BYTES }));
}

export async function hashFile(path: string): Promise<Written> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

const CHUNK_BYTES = 256 * 1024;
