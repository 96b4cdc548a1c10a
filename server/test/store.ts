import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, type Clock } from '../src/clock.js';
import { readConfig } from '../src/config.js';
import { createDiskServer } from '../src/storage/disk-server.js';
import { createDiskStore } from '../src/storage/disk-store.js';
import type { ObjectStore } from '../src/storage/object-store.js';
import { createS3Store } from '../src/storage/s3-store.js';

// The store of the S3 suite, where `npm run test:s3` has started one; it lives in real time.
const { storage } = readConfig({ ...process.env, BASE_URL: '' });
export const isS3 = storage.kind === 's3';

export type TestStore = {
  readonly store: ObjectStore;
  // The names of all stored objects; only on disk.
  readonly objects: () => Promise<string[]>;
  readonly close: () => Promise<void>;
};

// A real store: a folder of its own behind the store's own server, or the bucket of the S3 suite.
export async function openTestStore(clock: Clock): Promise<TestStore> {
  if (storage.kind === 's3') {
    const store = createS3Store({ ...storage, clock: systemClock });
    return { store, objects: async () => [], close: async () => {} };
  }
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-objects-'));
  const options = {
    bucket: 'vitrine',
    region: 'local',
    accessKeyId: 'VITRINE',
    secretAccessKey: 'a secret of the tests',
    directory,
    clock,
  };
  const server = createDiskServer(options).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const store = await createDiskStore({ ...options, endpoint: `http://127.0.0.1:${portOf(server.address())}` });
  return {
    store,
    objects: async () => (await readdir(directory, { recursive: true })).filter((name) => /\.\w+$/.test(name)),
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const portOf = (address: string | AddressInfo | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;
