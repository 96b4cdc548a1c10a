import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { mountSmallDisk } from '../test/small-disk.js';
import {
  codeOf,
  newFile,
  openSocket,
  openTestDisk,
  put,
  rawHead,
  SIGNED_FOR_SECONDS,
  type TestDisk,
  until,
} from '../test/test-disk.js';
import { newObjectKey } from './object-key.js';
import { putMsMax } from './put-gate.js';

let disk: TestDisk;
beforeAll(async () => (disk = await openTestDisk()));
afterAll(() => disk.close());

// A PUT of which a part has been sent, half of it unless told otherwise: `finish` sends the rest.
async function putHalf(size: number, at = disk, sent = size / 2) {
  const { bytes, declared } = newFile(size);
  const key = newObjectKey('png');
  const upload = at.store.signedPut(key, declared);
  const before = (await at.stored()).length;
  const { socket, received, closed } = await openSocket(at.port);
  socket.write(rawHead(upload, size));
  socket.write(bytes.subarray(0, sent));
  await until(async () => (await at.stored()).length === before + 1);
  const finish = async (): Promise<string> => {
    socket.write(bytes.subarray(sent));
    await until(() => received().includes('\r\n\r\n'));
    socket.destroy();
    return received();
  };
  return { key, bytes, upload, socket, closed, finish };
}

async function readBack(key: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(disk.store.signedGetUrl(key))).arrayBuffer());
}

test('of many PUTs to one URL at once one writes, and its bytes alone lie on the disk', async () => {
  const first = await putHalf(1_000_000);
  const before = (await disk.stored()).length;
  const others = await Promise.all(Array.from({ length: 24 }, () => put(first.upload, first.bytes)));
  assert.deepEqual(new Set(await Promise.all(others.map(codeOf))), new Set(['503 SlowDown']));
  assert.equal((await disk.stored()).length, before);
  assert.match(await first.finish(), /^HTTP\/1\.1 200 /);
  assert.deepEqual(await readBack(first.key), first.bytes);
  assert.equal((await put(first.upload, first.bytes)).status, 200);
  assert.equal((await disk.stored()).length, before);
});

test('PUTs of other keys do not wait for it', async () => {
  const first = await putHalf(1000);
  const other = newFile(1000);
  assert.equal((await put(disk.store.signedPut(newObjectKey('png'), other.declared), other.bytes)).status, 200);
  assert.match(await first.finish(), /^HTTP\/1\.1 200 /);
});

test('a PUT that was cut off gives its key back: the retry is taken', async () => {
  const cut = await putHalf(500_000);
  const before = (await disk.stored()).length;
  cut.socket.resetAndDestroy();
  await until(async () => (await disk.stored()).length === before - 1);
  assert.equal((await put(cut.upload, cut.bytes)).status, 200);
  assert.deepEqual(await readBack(cut.key), cut.bytes);
});

test('a PUT whose network went away without a word gives way to the retry after two seconds', async () => {
  // Nothing behind the head: bytes that are still on their way when the clock is moved would count as a sign of life.
  const still = await putHalf(500_000, disk, 0);
  disk.clock.advance(1_999);
  assert.equal(await codeOf(await put(still.upload, still.bytes)), '503 SlowDown');
  disk.clock.advance(1);
  assert.equal((await put(still.upload, still.bytes)).status, 200);
  await still.closed;
  assert.deepEqual(await readBack(still.key), still.bytes);
});

test('the time of a URL is tested when the PUT starts, not when it ends', async () => {
  const running = await putHalf(1_000_000);
  disk.clock.advance(SIGNED_FOR_SECONDS * 1000);
  assert.equal(await codeOf(await put(running.upload, running.bytes)), '403 AccessDenied');
  assert.match(await running.finish(), /^HTTP\/1\.1 200 /);
  assert.deepEqual(await readBack(running.key), running.bytes);
});

test('a PUT has 15 minutes and a second for every 64,000 bytes; what comes later is 408 and leaves nothing', async () => {
  assert.equal(putMsMax(128_000), 15 * 60_000 + 2000);
  const inTime = await putHalf(128_000);
  const late = await putHalf(128_000);
  disk.clock.advance(putMsMax(128_000));
  assert.match(await inTime.finish(), /^HTTP\/1\.1 200 /);
  const before = (await disk.stored()).length;
  disk.clock.advance(1);
  assert.match(await late.finish(), /^HTTP\/1\.1 408 .*connection: close/is);
  assert.equal(await disk.store.head(late.key), undefined);
  assert.equal((await disk.stored()).length, before - 1);
});

test('with less room than the reserve a PUT is 507 before its first byte, and reads go on', async () => {
  const full = await openTestDisk({ reserveBytes: Number.MAX_SAFE_INTEGER });
  const { bytes, declared } = newFile(1000);
  const key = newObjectKey('png');
  await full.store.write(key, bytes, declared);
  const { socket, received, closed } = await openSocket(full.port);
  socket.write(rawHead(full.store.signedPut(newObjectKey('png'), declared), 1000, ['expect: 100-continue']));
  await closed;
  assert.match(received(), /^HTTP\/1\.1 507 .*<Code>InsufficientStorage</s);
  assert.equal((await fetch(full.store.signedGetUrl(key))).status, 200);
  await full.close();
});

const SMALL = await mountSmallDisk(8);

test.skipIf(SMALL === undefined)(
  'what is still to come of running PUTs counts as taken; needs the right to mount a tmpfs',
  async () => {
    const small = await openTestDisk({ directory: join(SMALL ?? '', 'objects'), reserveBytes: 1_000_000 });
    const running = await putHalf(4_000_000, small);
    const upload = async (size: number): Promise<string> => {
      const { bytes, declared } = newFile(size);
      return codeOf(await put(small.store.signedPut(newObjectKey('png'), declared), bytes));
    };
    assert.equal(await upload(4_000_000), '507 InsufficientStorage');
    assert.equal(await upload(400_000), '200');
    assert.match(await running.finish(), /^HTTP\/1\.1 200 /);
    await small.close();
  },
);
