// What completing an upload keeps to, beside what disk-server-parts.test.ts says of the protocol.
import assert from 'node:assert/strict';
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { onTestFinished, test, vi } from 'vitest';
import { holdWrites } from '../test/hold-writes.js';
import { mountSmallDisk } from '../test/small-disk.js';
import {
  codeOf,
  newFile,
  openTestDisk,
  put,
  serveTestDisk,
  TEST_BUCKET,
  TEST_KEYS,
  TEST_TYPES,
  until,
} from '../test/test-disk.js';
import { writePart } from './disk-parts.js';
import { openDiskStore, type DiskStore } from './disk-store.js';
import { newObjectKey } from './object-key.js';
import { createSigner } from './sign.js';
import { tempName } from './temp-files.js';

const MB = 1024 * 1024;

/** An upload whose only part is there. */
async function uploadOf(directory: string, store: DiskStore, sizeBytes = 1000) {
  const { bytes, declared } = newFile(sizeBytes);
  const key = newObjectKey('mp4');
  const uploadId = await store.createParts(key);
  const place = { key, uploadId, number: 1 };
  assert.equal(await writePart(directory, place, [[bytes]], declared), 'written');
  const parts = (await store.listParts(key, uploadId)) ?? [];
  assert.equal(parts.length, 1);
  const complete = (by = store) => by.completeParts(key, uploadId, parts);
  const read = async () => buffer((await store.read(key)) ?? Readable.from([]));
  return { key, uploadId, bytes, parts, complete, read, folder: join(directory, 'joining', key.slice(0, 40)) };
}

const claimsOf = async ({ folder }: { readonly folder: string }): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith('claim-'));

const tempFiles = (directory: string): Promise<string[]> => readdir(join(directory, 'tmp'));

test('an upload that would take from the reserve is not completed, and is once there is room', async () => {
  const { directory, store, close } = await openTestDisk();
  onTestFinished(close);
  const upload = await uploadOf(directory, store);
  const full = await openDiskStore(directory, { reserveBytes: Number.MAX_SAFE_INTEGER });
  assert.equal(await upload.complete(full), 'no-room');
  assert.deepEqual(await claimsOf(upload), []);
  assert.equal(await store.head(upload.key), undefined);
  assert.deepEqual(await tempFiles(directory), []);
  assert.deepEqual(await store.listParts(upload.key, upload.uploadId), upload.parts);

  const keys = { reserveBytes: Number.MAX_SAFE_INTEGER, types: TEST_TYPES, clock: Date };
  const server = await serveTestDisk({ ...keys, directory });
  onTestFinished(() => {
    server.server.close().closeAllConnections();
  });
  const signer = createSigner({ ...TEST_KEYS, bucket: TEST_BUCKET, endpoint: server.endpoint, clock: Date });
  const query = { uploadId: upload.uploadId };
  const named = upload.parts.map(({ etag }) => `<Part><PartNumber>1</PartNumber><ETag>${etag}</ETag></Part>`);
  const answer = await fetch(signer.presign('POST', upload.key, { expiresSeconds: 900, query }), {
    method: 'POST',
    body: `<CompleteMultipartUpload>${named.join('')}</CompleteMultipartUpload>`,
  });
  assert.equal(await codeOf(answer), '507 InsufficientStorage');

  assert.equal(await upload.complete(), 'completed');
  assert.deepEqual(await upload.read(), upload.bytes);
});

const SMALL = await mountSmallDisk(32);

test.skipIf(SMALL === undefined)(
  'what is being completed and what is being sent count each other; needs the right to mount a tmpfs',
  async () => {
    const directory = join(SMALL ?? '', 'objects');
    const reserveBytes = 12 * MB;
    const { store: plain, close } = await openTestDisk({ directory, reserveBytes });
    onTestFinished(close);
    // As two processes have it.
    const [one, other] = [
      await openDiskStore(directory, { reserveBytes }),
      await openDiskStore(directory, { reserveBytes }),
    ];
    const [first, second] = [await uploadOf(directory, one, 6 * MB), await uploadOf(directory, other, 6 * MB)];
    const { bytes, declared } = newFile(6 * MB);
    const sent = plain.signedPut(newObjectKey('png'), declared);

    // 20 MB are free, 8 of them beyond the reserve: room for one.
    const holding = await holdWrites();
    const completing = first.complete(one);
    await until(() => holding.files() === 1);
    assert.equal(await second.complete(other), 'no-room');
    assert.equal(await codeOf(await put(sent, bytes)), '507 InsufficientStorage');
    holding.release();
    assert.equal(await completing, 'completed');

    const again = await holdWrites();
    const putting = put(sent, bytes);
    await until(() => again.files() === 1);
    assert.equal(await second.complete(other), 'no-room');
    again.release();
    assert.equal((await putting).status, 200);
    await rm(join(directory, first.key.slice(0, 2), first.key));
    assert.equal(await second.complete(other), 'completed');
    assert.ok((await second.read()).equals(second.bytes));
  },
);

test.skipIf(SMALL === undefined)(
  'what has come of a file, and what will never come, takes no room twice; needs the right to mount a tmpfs',
  async () => {
    const directory = join(SMALL ?? '', 'others');
    const { store, close } = await openTestDisk({ directory, reserveBytes: 12 * MB });
    onTestFinished(close);
    const { bytes, declared } = newFile(6 * MB);
    const send = async () => codeOf(await put(store.signedPut(newObjectKey('png'), declared), bytes));
    const writeTemp = async (name: string, sizeBytes: number, holds = 0): Promise<string> => {
      const path = join(directory, 'tmp', `${name}.${sizeBytes}`);
      await writeFile(path, Buffer.alloc(holds));
      return path;
    };
    await writeTemp(tempName('comes'), 10 * MB, 9 * MB);
    await writeTemp(tempName('dead').replace(`-${process.pid}-`, '-4194305-'), 30 * MB);
    const foreign = await writeTemp('another-7-still', 30 * MB);
    assert.equal(await send(), '507 InsufficientStorage');
    const minutesAgo = new Date(Date.now() - 4 * 60_000);
    await utimes(foreign, minutesAgo, minutesAgo);
    assert.equal(await send(), '200');
  },
);

test('of several that complete an upload at once, in any process, one writes', async () => {
  const { directory, store, close } = await openTestDisk();
  onTestFinished(close);
  const upload = await uploadOf(directory, store);
  const stores = await Promise.all(Array.from({ length: 5 }, () => openDiskStore(directory)));
  const holding = await holdWrites();
  const completing = stores.map((each) => upload.complete(each));
  await until(() => holding.files() > 0);
  assert.equal((await tempFiles(directory)).length, 1);
  // However the clock is set meanwhile: who holds it says again and again that it does.
  const [claim = ''] = await claimsOf(upload);
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  const { mtimeMs } = await stat(join(upload.folder, claim));
  await until(async () => (await stat(join(upload.folder, claim))).mtimeMs !== mtimeMs);
  assert.deepEqual(await claimsOf(upload), [claim]);
  holding.release();
  assert.deepEqual((await Promise.all(completing)).sort(), ['completed', ...Array(4).fill('missing')]);
  assert.equal(holding.files(), 1);
  assert.deepEqual(await upload.read(), upload.bytes);
  assert.deepEqual(await tempFiles(directory), []);
});

test('a process that was killed while it joined parts holds up the next one only for a while', async () => {
  const { directory, store, close } = await openTestDisk();
  onTestFinished(close);
  const upload = await uploadOf(directory, store);
  await mkdir(upload.folder, { recursive: true });
  await writeFile(join(upload.folder, 'claim-1'), '');
  // Ten seconds pass from look to look.
  let now = performance.now();
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10_000));
  assert.equal(await upload.complete(), 'completed');
  assert.deepEqual(await upload.read(), upload.bytes);
  assert.deepEqual(await claimsOf(upload), []);
});
