import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { systemClock } from '../../server/src/clock.js';
import { readConfig } from '../../server/src/config.js';
import { fixedCredentials } from '../../server/src/storage/credentials/open-credentials.js';
import type { ObjectStore } from '../../server/src/storage/object-store.js';
import { openStore } from '../../server/src/storage/open-store.js';
import type { Integrity } from '../../server/src/storage/presign-object.js';
import { createS3Store } from '../../server/src/storage/s3-store.js';
import type { TestClock } from './test-clock.js';
import { openTestDisk, TEST_BUCKET, TEST_KEYS } from './test-disk.js';

// The store of the S3 suite, where `npm run tool -- storage` has started one; it lives in real time.
const { storage } = readConfig({ ...process.env, BASE_URL: '' });
export const isS3 = storage.kind === 's3';

// Only on disk: where, and what is to stay free there.
export type DiskOptions = { readonly directory?: string; readonly reserveBytes?: number };

export type TestStore = {
  readonly store: ObjectStore;
  // The names of all stored objects; only on disk.
  readonly objects: () => Promise<string[]>;
  // Requests of which this is true wait at the door for ever, until the answer is called; only on disk.
  readonly holdRequests: (isHeld: (request: IncomingMessage) => boolean) => () => void;
  readonly close: () => Promise<void>;
};

// A real store: a folder of its own behind the store's own server, or the bucket of the S3 suite.
export async function openTestStore(clock: TestClock, disk: DiskOptions = {}): Promise<TestStore> {
  if (storage.kind === 's3') {
    const store = await openStore({ dataDir: '', storage }, systemClock);
    return { store, objects: async () => [], holdRequests: () => () => {}, close: async () => {} };
  }
  const { store, server, stored, close } = await openTestDisk({ ...disk, clock });
  return { store, objects: stored, holdRequests: (isHeld) => holdRequests(server, isHeld), close };
}

// The same objects, by a store that leaves it to the service to compare bytes.
export const openUnpinned = (opened: Opened, endpoint?: string): Promise<ObjectStore> =>
  openBucket(opened, endpoint, 'verify');

// The same objects, by a store that speaks S3.
export async function openBucket(
  { store, clock }: Opened,
  endpoint: string = store.origin,
  integrity?: Integrity,
): Promise<ObjectStore> {
  if (storage.kind === 's3') {
    const { integrity: own } = storage;
    return openStore({ dataDir: '', storage: { ...storage, endpoint, integrity: integrity ?? own } }, systemClock);
  }
  const options = {
    endpoint,
    region: TEST_KEYS.region,
    bucket: TEST_BUCKET,
    clock,
    integrity: integrity ?? 'checksum',
  };
  return createS3Store({ ...options, credentials: fixedCredentials(TEST_KEYS), answerMs: 300_000 });
}

type Opened = { readonly store: ObjectStore; readonly clock: TestClock };

function holdRequests(server: Server, isHeld: (request: IncomingMessage) => boolean): () => void {
  const [answer] = server.listeners('request') as [RequestListener];
  const held = new Set<IncomingMessage>();
  const hold: RequestListener = (request, response) => {
    if (!isHeld(request)) return answer(request, response);
    held.add(request);
  };
  server.off('request', answer).on('request', hold);
  return () => {
    server.off('request', hold).on('request', answer);
    // Nobody is to wait for an answer that does not come.
    for (const request of held) request.socket.destroy();
  };
}
