// For tests: the service's store on disk, with its server on a free port and a clock that can be moved.
import * as disk from '../../disk-s3/test/test-disk.js';
import { createDiskStore } from '../../server/src/storage/disk-store.js';
import type { FileType } from '../../server/src/storage/file-type.js';
import type { Declared, ObjectStore } from '../../server/src/storage/object-store.js';
import { ACCEPTED } from '../../server/src/storage/open-store.js';
import { createTestClock, type TestClock } from './test-clock.js';

export { codeOf, listFiles, openSocket, put, rawHead, TEST_BUCKET, TEST_KEYS } from '../../disk-s3/test/test-disk.js';
export { until } from './until.js';

export type TestDisk = Awaited<ReturnType<typeof disk.serveTestDisk>> & {
  readonly store: ObjectStore;
  readonly clock: TestClock;
};

type Options = {
  readonly clock?: TestClock;
  readonly directory?: string | undefined;
  readonly reserveBytes?: number | undefined;
};

export async function openTestDisk(options: Options = {}): Promise<TestDisk> {
  const clock = options.clock ?? createTestClock('2026-11-15T12:00:00Z');
  const { reserveBytes = 0 } = options;
  const at = options.directory === undefined ? {} : { directory: options.directory };
  const served = await disk.serveTestDisk({ ...ACCEPTED, ...at, clock, reserveBytes });
  const { directory, endpoint } = served;
  const keys = { ...disk.TEST_KEYS, bucket: disk.TEST_BUCKET };
  const store = await createDiskStore({ ...keys, clock, directory, endpoint, reserveBytes });
  return { ...served, store, clock };
}

export function newFile(sizeBytes: number, contentType: FileType = 'image/png'): { bytes: Buffer; declared: Declared } {
  const { bytes } = disk.newFile(sizeBytes);
  return { bytes, declared: declare(bytes, contentType) };
}

export const declare = (bytes: Uint8Array, contentType: FileType = 'image/png'): Declared => ({
  ...disk.declare(bytes, contentType),
  contentType,
});
