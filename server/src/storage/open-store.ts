import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, unlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { dirname, join } from 'node:path';
import { VIDEO_BYTES_MAX } from '@vitrine/contract/limits';
import { createDiskServer, createFolder, writeNewFile, type DiskServerOptions } from '@vitrine/disk-s3';
import type { Clock } from '../clock.js';
import type { StorageConfig } from '../config.js';
import { createHttpsCheck } from '../https-check.js';
import { toTrust } from '../ip-address.js';
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
  const isHttps = createHttpsCheck({ baseUrl: storage.baseUrl, isTrustedProxy: toTrust(trustedProxies) });
  return { server: createDiskServer({ ...options, ...ACCEPTED, reserveBytes, logger, onNoRoom, isHttps }), port };
}

async function diskOptions(dataDir: string, given: string | undefined, clock: Clock) {
  const secretAccessKey = given ?? (await keptSecret(join(dataDir, 'storage-secret')));
  return { ...EMBEDDED, secretAccessKey, clock, directory: join(dataDir, 'objects') };
}

const SECRET_BYTES = 32;

// A secret of this installation: made on first use, kept with mode 0600. Linked into place whole, so that two processes
// that start at once end with the same one.
async function keptSecret(file: string): Promise<string> {
  const known = await findSecret(file);
  if (known !== undefined) return known;
  await createFolder(dirname(file));
  const draft = `${file}.${randomUUID()}`;
  await writeNewFile(draft, randomBytes(SECRET_BYTES).toString('base64url'));
  await link(draft, file).catch(ignoreExisting);
  await unlink(draft);
  return readFile(file, 'utf8');
}

async function findSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === '' ? undefined : text;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
