import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { findMimeType, type UploadFile } from '@vitrine/client';
import { CliError } from './errors.js';

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

export type FileSource = UploadFile & FoundFile;

const CHUNK_BYTES = 256 * 1024;

// A file on disk that is read piece by piece, each time anew. fs.openAsBlob would do, at a third of the speed.
export async function openFileSource(path: string): Promise<FileSource> {
  const found = await stat(path);
  if (!found.isFile()) throw new CliError('it is not a file; «vitrine media sync» takes folders.');
  const { size, mtimeMs } = found;
  const stream = (): ReadableStream<Uint8Array> =>
    ReadableStream.from<Uint8Array>(createReadStream(path, { highWaterMark: CHUNK_BYTES }));
  return { path, name: basename(path), size, mtimeMs, stream };
}

// What the library shows: the file's name without its ending.
export const mediaName = (path: string): string => basename(path, extname(path)).trim() || basename(path);
