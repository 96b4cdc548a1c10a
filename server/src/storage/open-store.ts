import type { Server } from 'node:http';
import { join } from 'node:path';
import { VIDEO_BYTES_MAX } from '@vitrine/contract/limits';
import { createDiskServer, type DiskServerOptions } from '@vitrine/disk-s3';
import { boundConnections, CONNECTION_BOUNDS } from '../bound-connections.js';
import type { Clock } from '../clock.js';
import type { StorageConfig } from '../config.js';
import { createHttpsCheck } from '../https-check.js';
import { toTrust } from '../ip-address.js';
import { findOrMakeSecret } from '../kept-secret.js';
import type { Log } from '../log.js';
import { toKeySource } from './credentials/key-source.js';
import { openCredentials } from './credentials/open-credentials.js';
import { createDiskStore } from './disk-store.js';
import { TYPES_BY_EXTENSION } from './file-type.js';
import type { ObjectStore } from './object-store.js';
import { createS3Store } from './s3-store.js';

type Settings = { readonly dataDir: string; readonly storage: StorageConfig };

// The embedded store speaks S3's protocol, so it has a bucket, a region and a key like any other.
const EMBEDDED = { bucket: 'vitrine', region: 'local', accessKeyId: 'VITRINE' };
export const ACCEPTED = { types: TYPES_BY_EXTENSION, objectBytesMax: VIDEO_BYTES_MAX };

export async function openStore({ dataDir, storage }: Settings, clock: Clock, log?: Log): Promise<ObjectStore> {
  if (storage.kind === 's3') {
    const credentials = await openCredentials(toKeySource(storage.credentials), { clock, log });
    return createS3Store({ ...storage, credentials, clock });
  }
  const options = await diskOptions(dataDir, storage.secret, clock);
  return createDiskStore({ ...options, endpoint: storage.baseUrl, reserveBytes: storage.reserveBytes });
}

// The embedded store's own port; an S3 store has its own server.
export async function openStoreServer(
  { dataDir, storage, trustedProxies }: Settings & { readonly trustedProxies: readonly string[] },
  clock: Clock,
  logger: NonNullable<DiskServerOptions['logger']>,
  onNoRoom?: DiskServerOptions['onNoRoom'],
): Promise<{ readonly server: Server; readonly port: number } | undefined> {
  if (storage.kind === 's3') return undefined;
  const options = await diskOptions(dataDir, storage.secret, clock);
  const { port, reserveBytes } = storage;
  const isTrustedProxy = toTrust(trustedProxies);
  const isHttps = createHttpsCheck({ baseUrl: storage.baseUrl, isTrustedProxy });
  const server = createDiskServer({ ...options, ...ACCEPTED, reserveBytes, logger, onNoRoom, isHttps });
  boundConnections(server, { ...CONNECTION_BOUNDS, isExempt: isTrustedProxy });
  return { server, port };
}

async function diskOptions(dataDir: string, given: string | undefined, clock: Clock) {
  const secretAccessKey = given ?? (await findOrMakeSecret(join(dataDir, 'storage-secret')));
  return { ...EMBEDDED, secretAccessKey, clock, directory: join(dataDir, 'objects') };
}
