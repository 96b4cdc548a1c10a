// Objects in a folder, reached by this process directly and by everyone else through the disk server.
import { randomUUID } from 'node:crypto';
import { access, mkdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  copyObject,
  deleteObject,
  listObjects,
  moveObject,
  readObject,
  statObject,
  syncFolder,
  writeObject,
  type ByteRange,
  type Expected,
  type WriteOutcome,
} from './disk-objects.js';
import { sweepTempFiles, tempDirectory, tempName } from './temp-files.js';

/** Chunks belong to the store once they are yielded: a source may not write into them again. */
export type ByteSource = Uint8Array | AsyncIterable<Uint8Array>;

export type DiskStore = {
  /** Stores nothing unless it is `written`. */
  readonly write: (key: string, source: ByteSource, expected: Expected) => Promise<WriteOutcome>;
  readonly head: (key: string) => Promise<{ readonly sizeBytes: number } | undefined>;
  readonly read: (key: string, range?: ByteRange) => Promise<AsyncIterable<Uint8Array> | undefined>;
  /** The first move wins: an object that stands at `to` is never replaced, and moving again is `moved`. */
  readonly move: (from: string, to: string) => Promise<'moved' | 'missing'>;
  readonly copy: (from: string, to: string) => Promise<'copied' | 'missing'>;
  readonly delete: (key: string) => Promise<void>;
  /** Every key, in pages. What comes or goes meanwhile may be in it or not. */
  readonly list: () => AsyncIterable<readonly string[]>;
  /** How long ago its bytes were written, by the machine's clock. */
  readonly ageMs: (key: string) => Promise<number | undefined>;
  /** Throws the system's error when nothing can be stored. */
  readonly check: () => Promise<void>;
};

export async function openDiskStore(directory: string): Promise<DiskStore> {
  await prepareFolders(directory);
  return {
    write: (key, source, expected) =>
      writeObject(directory, key, source instanceof Uint8Array ? [source] : source, expected),
    head: (key) => statObject(directory, key).then((found) => found && { sizeBytes: found.sizeBytes }),
    async read(key, range) {
      return (await statObject(directory, key)) === undefined ? undefined : readObject(directory, key, range);
    },
    move: (from, to) => moveObject(directory, from, to),
    copy: (from, to) => copyObject(directory, from, to),
    delete: (key) => deleteObject(directory, key),
    list: () => listObjects(directory),
    ageMs: (key) => statObject(directory, key).then((found) => found && Date.now() - found.modifiedMs),
    check: () => checkFolder(directory),
  };
}

async function prepareFolders(root: string): Promise<void> {
  await mkdir(tempDirectory(root), { recursive: true });
  await mkdir(join(root, 'staging'), { recursive: true });
  await syncFolder(root);
  await sweepTempFiles(root);
}

// A file is written, not only its permission asked for: a read-only mount and a full disk grant the permission too.
async function checkFolder(root: string): Promise<void> {
  const probe = join(tempDirectory(root), tempName(randomUUID()));
  await access(join(root, 'staging'));
  await writeFile(probe, 'x');
  await unlink(probe);
}
