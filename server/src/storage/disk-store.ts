// The embedded default: objects in a folder, reached by this process directly and by everyone else through disk-server.
import { randomUUID } from 'node:crypto';
import { access, mkdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../clock.js';
import {
  copyObject,
  deleteObject,
  moveObject,
  readObject,
  statObject,
  syncFolder,
  writeObject,
} from './disk-objects.js';
import { listObjects } from './list-objects.js';
import type { ObjectKey } from './object-key.js';
import type { ByteSource, Declared, ObjectStore } from './object-store.js';
import { createPresigning } from './presign-object.js';
import { createSigner, type SignerOptions } from './sign.js';
import { errorCode, isDiskFull, ObjectMismatch, StorageUnavailable } from './storage-errors.js';
import { sweepTempFiles, tempDirectory, tempName } from './sweep-temp-files.js';

/** `endpoint` is the address of the disk server as clients see it. */
export type DiskStoreOptions = SignerOptions & { readonly directory: string };

export async function createDiskStore(options: DiskStoreOptions): Promise<ObjectStore> {
  const root = options.directory;
  await prepareFolders(root);
  return {
    ...createPresigning(createSigner(options), 'checksum'),
    origin: new URL(options.endpoint).origin,
    pinsBytes: true,
    head: (key) => statObject(root, key).then((found) => found && { sizeBytes: found.sizeBytes }),
    write: (key, source, declared) => writeDeclared(root, key, source, declared),
    async read(key, range) {
      return (await statObject(root, key)) === undefined ? undefined : readObject(root, key, range);
    },
    move: (from, to) => moveObject(root, from, to),
    copy: async (from, to) => void (await copyObject(root, from, to)),
    delete: (key) => deleteObject(root, key),
    list: () => listObjects(root),
    // Files carry the machine's time, whatever clock the service goes by.
    ageMs: (key) => statObject(root, key).then((found) => found && systemClock.now() - found.modifiedMs),
    check: () => checkFolder(root),
  };
}

async function prepareFolders(root: string): Promise<void> {
  await mkdir(tempDirectory(root), { recursive: true });
  await mkdir(join(root, 'staging'), { recursive: true });
  await syncFolder(root);
  await sweepTempFiles(root);
}

async function writeDeclared(root: string, key: ObjectKey, source: ByteSource, declared: Declared): Promise<void> {
  const chunks = source instanceof Uint8Array ? [source] : source;
  const outcome = await writeObject(root, key, chunks, declared);
  switch (outcome) {
    case 'written':
      return;
    case 'disk-full':
      throw new StorageUnavailable(`The disk that holds ${root} is full.`);
    case 'wrong-size':
    case 'wrong-bytes':
      throw new ObjectMismatch(`The bytes for ${key} are not the declared ones (${outcome}).`);
    default:
      throw new Error(`Unknown outcome: ${String(outcome satisfies never)}`);
  }
}

// A file is written, not only its permission asked for: a read-only mount and a full disk grant the permission too.
async function checkFolder(root: string): Promise<void> {
  const probe = join(tempDirectory(root), tempName(randomUUID()));
  try {
    await access(join(root, 'staging'));
    await writeFile(probe, 'x');
    await unlink(probe);
  } catch (error) {
    throw new StorageUnavailable(
      isDiskFull(error)
        ? `The disk that holds ${root} is full.`
        : `Files cannot be stored in ${root} (${errorCode(error) ?? 'unknown reason'}).`,
      { cause: error },
    );
  }
}
