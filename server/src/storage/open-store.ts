import type { Server } from 'node:http';
import { join } from 'node:path';
import { VIDEO_BYTES_MAX } from '@vitrine/contract/limits';
import { createDiskServer, type DiskServerOptions } from '@vitrine/disk-s3';
import type { Clock } from '../clock.js';
import type { StorageConfig } from '../config.js';
import { keptSecret } from '../kept-secret.js';
import { createDiskStore } from './disk-store.js';
import { TYPES_BY_EXTENSION } from './file-type.js';
import type { ObjectStore } from './object-store.js';
import { createS3Store } from './s3-store.js';

type Settings = { readonly dataDir: string; readonly storage: StorageConfig };

// The embedded store speaks S3's protocol, so it has a bucket, a region and a key like any other.
const EMBEDDED = { bucket: 'vitrine', region: 'local', accessKeyId: 'VITRINE' };
export const ACCEPTED = { types: TYPES_BY_EXTENSION, objectBytesMax: VIDEO_BYTES_MAX };

export async function openStore({ dataDir, storage }: Settings, clock: Clock): Promise<ObjectStore> {
  if (storage.kind === 's3') return createS3Store({ ...storage, clock });
  const options = await diskOptions(dataDir, storage.secret, clock);
  return createDiskStore({ ...options, endpoint: storage.baseUrl });
}

// The embedded store's own port; an S3 store has its own server.
export async function openStoreServer(
  { dataDir, storage }: Settings,
  clock: Clock,
  logger: NonNullable<DiskServerOptions['logger']>,
): Promise<{ readonly server: Server; readonly port: number } | undefined> {
  if (storage.kind === 's3') return undefined;
  const options = await diskOptions(dataDir, storage.secret, clock);
  const { port, reserveBytes } = storage;
  return { server: createDiskServer({ ...options, ...ACCEPTED, reserveBytes, logger }), port };
}

async function diskOptions(dataDir: string, given: string | undefined, clock: Clock) {
  const secretAccessKey = given ?? (await keptSecret(join(dataDir, 'storage-secret')));
  return { ...EMBEDDED, secretAccessKey, clock, directory: join(dataDir, 'objects') };
}
