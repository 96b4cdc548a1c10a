import { systemClock } from '../../server/src/clock.js';
import { readConfig } from '../../server/src/config.js';
import type { ObjectStore } from '../../server/src/storage/object-store.js';
import { createS3Store } from '../../server/src/storage/s3-store.js';
import type { TestClock } from './test-clock.js';
import { openTestDisk } from './test-disk.js';

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
export async function openTestStore(clock: TestClock): Promise<TestStore> {
  if (storage.kind === 's3') {
    const store = createS3Store({ ...storage, clock: systemClock });
    return { store, objects: async () => [], close: async () => {} };
  }
  const { store, stored, close } = await openTestDisk({ clock });
  return { store, objects: stored, close };
}
