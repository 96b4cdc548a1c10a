// The S3 store against our own server, which checks signatures and bytes as S3 does. The same store runs against a
// Ceph in `npm run tool -- storage`.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { fixedCredentials } from './credentials/open-credentials.js';
import { hasDeclaredBytes } from './has-declared-bytes.js';
import { newObjectKey, stagingKey } from './object-key.js';
import { createS3Store, type S3StoreOptions } from './s3-store.js';
import type { ObjectStore } from './object-store.js';
import { ObjectMismatchError } from './storage-errors.js';
import {
  codeOf,
  newFile,
  openTestDisk,
  put,
  TEST_BUCKET,
  TEST_KEYS,
  type TestDisk,
  until,
} from '../../../tests/harness/test-disk.js';
import { S3_INTEGRITIES } from '../config.js';

let disk: TestDisk;
beforeAll(async () => (disk = await openTestDisk()));
afterAll(() => disk.close());

function openStore(changes: Partial<S3StoreOptions> = {}): ObjectStore {
  const options = {
    region: TEST_KEYS.region,
    credentials: fixedCredentials(TEST_KEYS),
    endpoint: disk.endpoint,
    bucket: TEST_BUCKET,
    clock: disk.clock,
    integrity: 'checksum',
  } as const;
  return createS3Store({ ...options, ...changes });
}

async function thrownBy(promise: Promise<unknown>): Promise<Error> {
  const thrown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Error)) throw new Error('Nothing was thrown.');
  assert.doesNotMatch(`${thrown.stack} ${JSON.stringify(thrown)} ${String(thrown.cause)}`, /X-Amz|Signature=/);
  return thrown;
}

async function collect(chunks: AsyncIterable<Uint8Array> | undefined): Promise<Buffer> {
  const parts = [];
  for await (const chunk of chunks ?? []) parts.push(chunk);
  return Buffer.concat(parts);
}

test('each integrity setting hands out its own headers, and never the length', () => {
  const { declared } = newFile(10);
  const checksum = Buffer.from(declared.sha256, 'hex').toString('base64');
  const key = newObjectKey('image/png');
  const headers = S3_INTEGRITIES.map((integrity) => openStore({ integrity }).signedPut(key, declared).headers);
  assert.deepEqual(headers, [
    { 'content-type': 'image/png', 'x-amz-checksum-sha256': checksum },
    { 'content-type': 'image/png', 'x-amz-checksum-sha256': checksum, 'x-amz-sdk-checksum-algorithm': 'SHA256' },
    { 'content-type': 'image/png', 'x-amz-content-sha256': declared.sha256 },
    { 'content-type': 'image/png' },
  ]);
  for (const integrity of S3_INTEGRITIES) {
    const store = openStore({ integrity });
    assert.equal(store.pinsBytes, integrity !== 'verify');
    assert.match(store.signedPut(key, declared).url, /SignedHeaders=content-length%3Bcontent-type%3Bhost/);
  }
});

for (const integrity of S3_INTEGRITIES) {
  test(`with ${integrity} an upload reaches its key with the declared bytes or not at all`, async () => {
    const store = openStore({ integrity });
    const { bytes, declared } = newFile(50_000);
    const key = newObjectKey('image/png');
    const first = store.pinsBytes ? key : stagingKey(key);
    const answer = await codeOf(await put(store.signedPut(first, declared), newFile(50_000).bytes));
    assert.equal(answer, store.pinsBytes ? '400 BadDigest' : '200');
    assert.ok(!(await hasDeclaredBytes(store, first, declared)));
    assert.equal((await put(store.signedPut(first, declared), bytes)).status, 200);
    assert.equal(await store.move(first, key), 'moved');
    assert.ok(await hasDeclaredBytes(store, key, declared));
  });

  test(`with ${integrity} the service's own writes are compared with what was declared`, async () => {
    const store = openStore({ integrity });
    const { bytes, declared } = newFile(300_000);
    const key = newObjectKey('image/png');
    const before = (await disk.stored()).length;
    for (const wrong of [newFile(300_000).bytes, bytes.subarray(1), Buffer.concat([bytes, bytes])]) {
      assert.ok((await thrownBy(store.write(key, wrong, declared))) instanceof ObjectMismatchError);
    }
    await until(async () => (await disk.stored()).length === before);
    await store.write(key, streamOf(bytes), declared);
    assert.deepEqual(await collect(await store.read(key)), bytes);
    const empty = newFile(0);
    await store.write(newObjectKey('image/png'), streamOf(empty.bytes), empty.declared);
  });
}

async function* streamOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 65_536) {
    yield bytes.subarray(start, start + 65_536);
    await Promise.resolve();
  }
}

test('head, ranged read, move and delete are as on the disk', async () => {
  const store = openStore();
  const { bytes, declared } = newFile(1000);
  const key = newObjectKey('image/png');
  const staged = stagingKey(key);
  assert.equal(await store.head(key), undefined);
  assert.equal(await store.read(key), undefined);
  assert.equal(await store.move(staged, key), 'missing');
  await store.write(staged, bytes, declared);
  assert.deepEqual(await store.head(staged), { sizeBytes: 1000 });
  assert.equal(await store.move(staged, key), 'moved');
  assert.equal(await store.move(staged, key), 'moved');
  assert.equal(await store.head(staged), undefined);
  assert.deepEqual(await collect(await store.read(key, { start: 990, endInclusive: 2000 })), bytes.subarray(990));
  assert.deepEqual(await collect(await store.read(key, { start: 1000, endInclusive: 1001 })), Buffer.alloc(0));
  const other = newFile(500);
  await store.write(staged, other.bytes, other.declared);
  assert.equal(await store.move(staged, key), 'moved');
  assert.deepEqual(await store.head(key), { sizeBytes: 1000 });
  assert.equal(await store.move(key, key), 'moved');
  assert.deepEqual(await store.head(key), { sizeBytes: 1000 });
  await store.delete(key);
  await store.delete(key);
  assert.equal(await store.head(key), undefined);
});

test('with an address for callers signed URLs carry that one, and the service goes by its own', async () => {
  const store = openStore({ publicEndpoint: 'https://files.example' });
  const file = newFile(100);
  const key = newObjectKey(file.declared.contentType);
  assert.equal(store.origin, 'https://files.example');
  for (const url of [store.signedGetUrl(key), store.windowGetUrl(key), store.signedPut(key, file.declared).url]) {
    assert.ok(url.startsWith(`https://files.example/${TEST_BUCKET}/${key}?`), url);
  }
  await store.write(key, file.bytes, file.declared);
  assert.deepEqual(await store.head(key), { sizeBytes: file.declared.sizeBytes });
});
