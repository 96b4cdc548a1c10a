import { createReadStream, watch, type Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMimeType, type UploadFile } from '@vitrine/client';
import { CliError, isFileError } from './errors.js';

export type FoundFile = { readonly path: string; readonly size: number; readonly mtimeMs: number };

export type UnreadFolder = { readonly path: string; readonly error: Error };

// Every picture and video below a folder, in the order of their names. Hidden files and folders are not meant. A folder
// below that may not be read is told to the caller and passed over.
export async function* findFiles(
  folder: string,
  onUnread: (folder: UnreadFolder) => void,
): AsyncGenerator<FoundFile, void, undefined> {
  yield* filesOf(folder, await readdir(folder, { withFileTypes: true }), onUnread);
}

async function* filesOf(
  folder: string,
  entries: readonly Dirent[],
  onUnread: (folder: UnreadFolder) => void,
): AsyncGenerator<FoundFile, void, undefined> {
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    // A link to a folder is not followed: it may lead back here.
    if (entry.isDirectory()) yield* filesOf(path, await readBelow(path, onUnread), onUnread);
    else if (findMimeType({ fileName: entry.name }) !== undefined) yield* await measure(path);
  }
}

// Deleted, renamed or replaced by a file since its name was read, it has nothing in it.
async function readBelow(path: string, onUnread: (folder: UnreadFolder) => void): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (!isFileError(error)) throw error;
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') onUnread({ path, error });
    return [];
  }
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
  const read = (range: { start?: number; end?: number } = {}): ReadableStream<Uint8Array> =>
    ReadableStream.from<Uint8Array>(createReadStream(path, { ...range, highWaterMark: CHUNK_BYTES }));
  return {
    path,
    name: basename(path),
    size,
    mtimeMs,
    stream: () => read(),
    slice: (start, end) => ({ size: end - start, stream: () => read({ start, end: end - 1 }) }),
  };
}

// What the library shows: the file's name without its ending.
export const mediaName = (path: string): string => basename(path, extname(path)).trim() || basename(path);

// Between two looks at a file that may still be being copied.
const SETTLE_MS = 2_000;
// File systems over a network tell nothing of what others write.
const LOOK_AGAIN_MS = 30_000;

type Watching = {
  // The files that are to be uploaded, as they are now.
  readonly look: () => Promise<readonly FoundFile[]>;
  // Comes back when it is time for the next look: soon if something is still being written.
  readonly wait: (isBeingWritten: boolean) => Promise<unknown>;
  readonly signal: AbortSignal;
};

// Gives files once two looks found them with the same size and time of change: half a video would be stored as a whole one.
export async function* settledFiles({ look, wait, signal }: Watching): AsyncGenerator<FoundFile[]> {
  for (let before = new Map<string, string>(); !signal.aborted;) {
    const found = await look();
    const settled = found.filter((file) => before.get(file.path) === stampOf(file));
    before = new Map(found.map((file) => [file.path, stampOf(file)]));
    if (settled.length > 0) yield settled;
    await wait(settled.length < found.length);
  }
}

const stampOf = ({ size, mtimeMs }: FoundFile): string => `${size} ${mtimeMs}`;

// Wakes at the first change below the folder, or when nothing was heard for long.
export function openWatch(folder: string, signal: AbortSignal) {
  let hasChanged = false;
  let wake = (): void => undefined;
  const watcher = watch(folder, { recursive: true, signal }, () => {
    hasChanged = true;
    wake();
  });
  watcher.on('error', () => undefined);
  return async (isBeingWritten: boolean): Promise<void> => {
    if (isBeingWritten) await pause(SETTLE_MS, signal);
    else if (!hasChanged) await pause(LOOK_AGAIN_MS, signal, new Promise<void>((resolve) => (wake = resolve)));
    // What comes after this is seen by the next look, or wakes the wait after it.
    hasChanged = false;
  };
}

async function pause(ms: number, signal: AbortSignal, earlier?: Promise<void>): Promise<void> {
  const over = new AbortController();
  const end = AbortSignal.any([signal, over.signal]);
  const timer = sleep(ms, undefined, { signal: end }).catch(() => undefined);
  await (earlier === undefined ? timer : Promise.race([timer, earlier]));
  over.abort();
}
