// The embedded default: objects in a folder, reached by this process directly and by everyone else through its server.
import { errorCode, isDiskFull, openDiskStore, type DiskStore, type SignerOptions } from '@vitrine/disk-s3';
import { isObjectKey, type ObjectKey } from './object-key.js';
import type { ObjectStore, PartedUpload } from './object-store.js';
import { createPresigning } from './presign-object.js';
import { ObjectMismatchError, StorageUnavailableError } from './storage-errors.js';

// `endpoint` is the address of the disk server as clients see it.
export type DiskStoreOptions = SignerOptions & {
  readonly directory: string;
  // What files that are put together of parts leave free on the disk.
  readonly reserveBytes?: number | undefined;
};

export async function createDiskStore(options: DiskStoreOptions): Promise<ObjectStore> {
  const { directory, endpoint, reserveBytes } = options;
  const disk = await openDiskStore(directory, { reserveBytes });
  return {
    ...disk,
    ...createPresigning(options, 'checksum'),
    urlKeys: () => options,
    origin: new URL(endpoint).origin,
    pinsBytes: true,
    canRefuse: true,
    async write(key, source, declared) {
      const outcome = await disk.write(key, source, declared);
      if (outcome === 'disk-full') throw diskFull(directory);
      if (outcome !== 'written')
        throw new ObjectMismatchError(`The bytes for ${key} are not the declared ones (${outcome}).`);
    },
    copy: async (from, to) => void (await disk.copy(from, to)),
    async refuse(key) {
      await disk.refuse(key);
      return true;
    },
    joinsInPlace: true,
    createParts: async (key, _type, wholeKey) => ({ key, uploadId: await disk.createParts(key, wholeKey) }),
    listParts: ({ key, uploadId }) => disk.listParts(key, uploadId),
    async completeParts({ key, uploadId }, parts, { sha256, merchantId }) {
      const outcome = await disk.completeParts(key, uploadId, parts, { sha256, queue: merchantId });
      if (outcome === 'disk-full') throw diskFull(directory);
      if (outcome === 'no-room') throw noRoom(directory);
      if (outcome === 'too-small') throw new ObjectMismatchError(`A part of ${key} is too small.`);
      return outcome === 'wrong-part' ? 'missing' : outcome;
    },
    abortParts: async ({ key, uploadId }) => void (await disk.abortParts(key, uploadId)),
    listUploads: () => listOurUploads(disk),
    list: () => listOurs(disk),
    room: async () => ({ freeBytes: await disk.freeBytes(), reserveBytes: reserveBytes ?? 0 }),
    check: () =>
      disk.check().catch((error: unknown) => {
        if (!isDiskFull(error)) throw toUnavailable(directory, error);
      }),
  };
}

async function* listOurs(disk: DiskStore): AsyncGenerator<readonly ObjectKey[]> {
  for await (const keys of disk.list()) yield keys.filter(isObjectKey);
}

async function* listOurUploads(disk: DiskStore): AsyncGenerator<readonly (PartedUpload & { ageMs: number })[]> {
  const uploads = await disk.listUploads();
  yield uploads.flatMap(({ key, uploadId, ageMs }) => (isObjectKey(key) ? { key, uploadId, ageMs } : []));
}

function toUnavailable(directory: string, cause: unknown): StorageUnavailableError {
  const reason = errorCode(cause) ?? 'unknown reason';
  return new StorageUnavailableError(`Files cannot be stored in ${directory} (${reason}).`, { cause });
}

const diskFull = (directory: string): StorageUnavailableError =>
  new StorageUnavailableError(`The disk that holds ${directory} is full.`);

const noRoom = (directory: string): StorageUnavailableError =>
  new StorageUnavailableError(`The disk that holds ${directory} has no room beyond STORAGE_RESERVE_MB.`);
