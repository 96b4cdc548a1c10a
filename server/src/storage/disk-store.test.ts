// What the service adds to the store on disk: its own times, types and words.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VIDEO_BYTES_MAX } from '@vitrine/contract/limits';
import { putMsMax } from '@vitrine/disk-s3';
import { afterAll, beforeAll, test } from 'vitest';
import {
  codeOf,
  newFile,
  openSocket,
  openTestDisk,
  put,
  rawHead,
  type TestDisk,
  until,
} from '../../../tests/harness/test-disk.js';
import { systemClock } from '../clock.js';
import { parseMerchantId } from '../ids.js';
import { DROP_AFTER_MS } from './drop-after.js';
import { hasDeclaredBytes } from './has-declared-bytes.js';
import { newObjectKey, stagingKey } from './object-key.js';
import { openStore } from './open-store.js';
import { SIGNED_FOR_SECONDS } from './presign-object.js';
import { ObjectMismatchError, StorageUnavailableError } from './storage-errors.js';

let disk: TestDisk;
beforeAll(async () => (disk = await openTestDisk()));
afterAll(() => disk.close());

test('a URL works for 15 minutes, wherever in its second it was signed, and no more than two seconds longer', async () => {
  const { bytes, declared } = newFile(1000);
  const key = newObjectKey('image/png');
  await disk.store.write(key, bytes, declared);
  disk.clock.advance(999);
  const url = disk.store.signedGetUrl(key);
  disk.clock.advance(15 * 60_000);
  assert.equal((await fetch(url)).status, 200);
  disk.clock.advance(2000);
  assert.equal(await codeOf(await fetch(url)), '403 AccessDenied');
});

test('the longest PUT of the last URL is over before an upload is dropped', () => {
  assert.ok(SIGNED_FOR_SECONDS * 1000 + putMsMax(VIDEO_BYTES_MAX) < DROP_AFTER_MS / 2);
});

test('nothing larger than the largest video is taken', async () => {
  const { declared } = newFile(0, 'video/mp4');
  for (const [sizeBytes, isTaken, answer] of [
    [VIDEO_BYTES_MAX, true, /^HTTP\/1\.1 100 Continue/],
    [VIDEO_BYTES_MAX + 1, false, /^HTTP\/1\.1 400 .*<Code>EntityTooLarge</s],
  ] as const) {
    const upload = disk.store.signedPut(newObjectKey('video/mp4'), { ...declared, sizeBytes });
    const { socket, received } = await openSocket(disk.port);
    socket.write(rawHead(upload, sizeBytes, ['expect: 100-continue']));
    await until(() => received().includes(isTaken ? '\r\n\r\n' : '</Error>'));
    assert.match(received(), answer);
    socket.destroy();
  }
});

test('reports bytes other than the declared ones as a mismatch', async () => {
  const write = disk.store.write(newObjectKey('image/png'), newFile(1000).bytes, newFile(1000).declared);
  await assert.rejects(write, ObjectMismatchError);
});

test('stored bytes are told from others of the same size', async () => {
  const { bytes, declared } = newFile(300_000);
  const key = newObjectKey('image/png');
  assert.equal((await put(disk.store.signedPut(key, declared), bytes)).status, 200);
  assert.ok(await hasDeclaredBytes(disk.store, key, declared));
  assert.ok(!(await hasDeclaredBytes(disk.store, key, newFile(300_000).declared)));
});

test('every object of ours is listed, and nothing of another type', async () => {
  const own = await openTestDisk();
  const { bytes, declared } = newFile(3);
  const [key, staged] = [newObjectKey('image/png'), stagingKey(newObjectKey('image/png'))];
  for (const each of [key, staged]) await own.store.write(each, bytes, declared);
  await mkdir(join(own.directory, 'aa'), { recursive: true });
  await writeFile(join(own.directory, 'aa', `${'a'.repeat(40)}.txt`), 'x');
  const listed = [];
  for await (const keys of own.store.list()) listed.push(...keys);
  assert.deepEqual(listed, [key, staged]);
  await own.close();
});

test('check says in a sentence that files cannot be stored', async () => {
  const other = await openTestDisk();
  await other.store.check();
  await other.close();
  const error: unknown = await other.store.check().catch((thrown: unknown) => thrown);
  assert.ok(error instanceof StorageUnavailableError);
  assert.equal(String(error), `StorageUnavailableError: Files cannot be stored in ${other.directory} (ENOENT).`);
});

test('the reserve of the settings holds for what is put together of parts', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'disk-store-'));
  const open = (reserveBytes: number) => {
    const storage = { kind: 'disk', port: 1, baseUrl: 'http://127.0.0.1:1', reserveBytes, secret: undefined } as const;
    return openStore({ dataDir, storage }, systemClock);
  };
  const full = await open(Number.MAX_SAFE_INTEGER);
  const { bytes, declared } = newFile(1000);
  const wholeKey = newObjectKey('video/mp4');
  const upload = await full.createParts(newObjectKey('video/mp4'), 'video/mp4', wholeKey);
  const folder = join(upload.uploadId.slice(0, 40), upload.uploadId.slice(40));
  await writeFile(join(dataDir, 'objects', 'parts', folder, '00001'), bytes);
  const parts = ((await full.listParts(upload)) ?? []).map((part) => ({ ...declared, ...part }));
  const file = { sha256: declared.sha256, merchantId: parseMerchantId(randomUUID()) };
  await assert.rejects(full.completeParts(upload, parts, file), {
    name: 'StorageUnavailableError',
    message: `The disk that holds ${join(dataDir, 'objects')} has no room beyond STORAGE_RESERVE_MB.`,
  });
  const store = await open(0);
  assert.equal(await store.completeParts(upload, parts, file), 'completed');
  assert.deepEqual(await store.head(wholeKey), { sizeBytes: 1000 });
  await rm(dataDir, { recursive: true });
});
