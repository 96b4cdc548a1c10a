// Objects in a folder, reached by this process directly and by everyone else through the disk server.
import { randomUUID } from 'node:crypto';
import { access, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inBatches } from './batch-writer.js';
import {
  copyObject,
  deleteObject,
  listObjects,
  moveObject,
  readObject,
  statObject,
  syncFolder,
  type ByteRange,
  type Expected,
} from './disk-objects.js';
import {
  abortParts,
  completeParts,
  createParts,
  listParts,
  listUploads,
  writeWholeFile,
  type Joining,
  type NamedPart,
} from './disk-parts.js';
import { refuseKey, sweepRefusals } from './refused-keys.js';
import { freeBytes } from './room.js';
import { createFolder } from './same-owner.js';
import { sweepTempFiles, tempDirectory, tempName } from './temp-files.js';

/** Chunks belong to the store once they are yielded: a source may not write into them again. */
export type ByteSource = Uint8Array | AsyncIterable<Uint8Array>;

type Options = {
  /** What completed uploads leave free on the disk, as PUTs do. */
  readonly reserveBytes?: number | undefined;
};

export async function openDiskStore(directory: string, { reserveBytes = 0 }: Options = {}) {
  await prepareFolders(directory);
  return {
    /** Stores nothing unless it is `written`. */
    write: (key: string, source: ByteSource, expected: Expected) =>
      writeWholeFile(directory, key, source instanceof Uint8Array ? [[source]] : inBatches(source), expected),
    async head(key: string): Promise<{ readonly sizeBytes: number } | undefined> {
      const found = await statObject(directory, key);
      return found && { sizeBytes: found.sizeBytes };
    },
    async read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
      return (await statObject(directory, key)) === undefined ? undefined : readObject(directory, key, range);
    },
    /** The first move wins: an object that stands at `to` is never replaced, and moving again is `moved`. */
    move: (from: string, to: string) => moveObject(directory, from, to),
    copy: (from: string, to: string) => copyObject(directory, from, to),
    delete: (key: string) => deleteObject(directory, key),
    /** For two days no URL writes the key, and no PUT that is under way does. What is stored stays. */
    refuse: (key: string) => refuseKey(directory, key),
    /** Begins a multipart upload and returns its id. Its parts are joined under the key of the whole file. */
    createParts: (key: string, wholeKey?: string) => createParts(directory, key, wholeKey),
    listParts: (key: string, uploadId: string) => listParts(directory, key, uploadId),
    completeParts: (key: string, uploadId: string, parts: readonly NamedPart[], joining: Joining = {}) =>
      completeParts(directory, { ...joining, key, uploadId, reserveBytes }, parts),
    abortParts: (key: string, uploadId: string) => abortParts(directory, key, uploadId),
    /** All that were begun and neither completed nor aborted. */
    listUploads: () => listUploads(directory),
    /** Every key, in pages. What comes or goes meanwhile may be in it or not. */
    list: () => listObjects(directory),
    /** How long ago its bytes were written, by the machine's clock. */
    async ageMs(key: string): Promise<number | undefined> {
      const found = await statObject(directory, key);
      return found && Date.now() - found.modifiedMs;
    },
    freeBytes: () => freeBytes(directory),
    /** Throws the system's error when nothing can be stored. */
    check: () => checkFolder(directory),
  };
}

export type DiskStore = Awaited<ReturnType<typeof openDiskStore>>;

async function prepareFolders(root: string): Promise<void> {
  await createFolder(tempDirectory(root));
  await createFolder(join(root, 'staging'));
  await syncFolder(root);
  await sweepTempFiles(root);
  await sweepRefusals(root);
}

// A file is written, not only its permission asked for: a read-only mount and a full disk grant the permission too.
async function checkFolder(root: string): Promise<void> {
  const probe = join(tempDirectory(root), tempName(randomUUID()));
  await access(join(root, 'staging'));
  await writeFile(probe, 'x');
  await unlink(probe);
}
