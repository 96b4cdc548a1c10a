import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { UploadFile } from '@vitrine/client';
import { Failure } from './failure.js';

export type FileSource = UploadFile & {
  readonly path: string;
  readonly name: string;
  readonly mtimeMs: number;
};

const CHUNK_BYTES = 256 * 1024;

// A file on disk that is read piece by piece, each time anew. fs.openAsBlob would do, at a third of the speed.
export async function openFileSource(path: string): Promise<FileSource> {
  const found = await stat(path);
  if (!found.isFile()) throw new Failure('it is not a file; «vitrine media sync» takes folders.');
  const { size, mtimeMs } = found;
  const stream = (): ReadableStream<Uint8Array> =>
    ReadableStream.from<Uint8Array>(createReadStream(path, { highWaterMark: CHUNK_BYTES }));
  return { path, name: basename(path), size, mtimeMs, stream };
}

// What the library shows: the file's name without its ending.
export const mediaName = (path: string): string => basename(path, extname(path)).trim() || basename(path);
