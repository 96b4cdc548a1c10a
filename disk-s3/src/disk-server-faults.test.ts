// Clients and disks that break off, lie or stand still. Each fault is made for real.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';
import { DRAIN_MS_MAX } from './exchange.js';
import { newObjectKey } from './object-key.js';
import { mountSmallDisk } from '../test/small-disk.js';
import { codeOf, newFile, openSocket, openTestDisk, put, rawHead, type TestDisk, until } from '../test/test-disk.js';

const run = promisify(execFile);
let disk: TestDisk;
beforeAll(async () => (disk = await openTestDisk()));
afterAll(() => disk.close());

function newUpload(size: number, { store } = disk): { key: string; bytes: Buffer; head: string; url: string } {
  const { bytes, declared } = newFile(size);
  const key = newObjectKey('png');
  const upload = store.signedPut(key, declared);
  return { key, bytes, head: rawHead(upload, size), url: upload.url };
}

test('a body that ends before its length is 400 and leaves nothing', async () => {
  const { key, bytes, head } = newUpload(100_000);
  const { socket, received, closed } = await openSocket(disk.port);
  socket.write(head);
  socket.end(bytes.subarray(0, 50_000));
  await closed;
  assert.match(received(), /^HTTP\/1\.1 400 .*access-control-allow-origin: \*.*<Code>IncompleteBody</is);
  await until(async () => (await disk.stored()).length === 0);
  assert.equal(await disk.store.head(key), undefined);
});

test('a body that goes on after its length stores no byte more, and the rest is no request', async () => {
  const { key, bytes, head } = newUpload(1000);
  const { socket, received, closed } = await openSocket(disk.port);
  socket.end(Buffer.concat([Buffer.from(head), bytes, Buffer.from('and more\r\n\r\n')]));
  await closed;
  assert.match(received(), /HTTP\/1\.1 400 /);
  await until(() => disk.logged.some((line) => line['key'] === key));
  assert.ok([undefined, 1000].includes((await disk.store.head(key))?.sizeBytes));
  await disk.store.delete(key);
});

test('an upload that is aborted half-way leaves nothing', async () => {
  const { key, bytes, head } = newUpload(500_000);
  const { socket } = await openSocket(disk.port);
  socket.write(head);
  socket.write(bytes.subarray(0, 300_000));
  await until(async () => (await disk.stored()).length === 1);
  socket.resetAndDestroy();
  await until(async () => (await disk.stored()).length === 0);
  assert.equal(await disk.store.head(key), undefined);
});

test('a client that stands still is dropped, one that is slow is not', async () => {
  // Much longer than a busy machine lets this process stand still: then the slow one would seem to.
  const strict = await openTestDisk({ idleMsMax: 10_000 });
  const still = newUpload(100_000, strict);
  const stalled = await openSocket(strict.port);
  stalled.socket.write(still.head);
  stalled.socket.write(still.bytes.subarray(0, 10));
  const slow = newUpload(10_000, strict);
  const slowly = await openSocket(strict.port);
  slowly.socket.write(slow.head);
  let isDropped = false;
  void stalled.closed.then(() => (isDropped = true));
  let sent = 0;
  // A byte now and then, for as long as the other one is given.
  await until(() => {
    slowly.socket.write(slow.bytes.subarray(sent, (sent += 1)));
    return isDropped;
  });
  slowly.socket.write(slow.bytes.subarray(sent));
  await until(() => slowly.received() !== '');
  assert.match(slowly.received(), /^HTTP\/1\.1 200 /);
  slowly.socket.destroy();
  await strict.store.delete(slow.key);
  await until(async () => (await strict.stored()).length === 0);
  await strict.close();
});

test('no limit is set to the whole of a request: an hour of upload is as good as a second', () => {
  assert.equal(disk.server.requestTimeout, 0);
  // Node checks for late heads only every connectionsCheckingInterval.
  const checksEvery: number = Reflect.get(disk.server, 'connectionsCheckingInterval');
  assert.equal(disk.server.headersTimeout + checksEvery, 30_000);
});

test('a chunked body is 411, whatever else is right', async () => {
  const { declared } = newFile(5);
  const upload = disk.store.signedPut(newObjectKey('png'), declared);
  const { socket, received } = await openSocket(disk.port);
  socket.write(`${rawHead(upload, undefined, ['transfer-encoding: chunked'])}5\r\nhello\r\n0\r\n\r\n`);
  await until(() => received().includes('</Error>'));
  assert.match(received(), /^HTTP\/1\.1 411 .*<Code>MissingContentLength</s);
  socket.destroy();
});

test('Expect: 100-continue is answered once the signature is good, and not before', async () => {
  const { key, bytes, head } = newUpload(1000);
  const asking = head.replace(/\r\n\r\n$/, '\r\nexpect: 100-continue\r\n\r\n');
  const good = await openSocket(disk.port);
  good.socket.write(asking);
  await until(() => good.received() !== '');
  assert.equal(good.received(), 'HTTP/1.1 100 Continue\r\n\r\n');
  good.socket.write(bytes);
  await until(() => good.received().includes('HTTP/1.1 200 OK'));
  good.socket.destroy();
  await disk.store.delete(key);

  const bad = await openSocket(disk.port);
  bad.socket.write(asking.replace('X-Amz-Signature=', 'X-Amz-Signature=0'));
  await bad.closed;
  assert.match(bad.received(), /^HTTP\/1\.1 403 .*connection: close.*<\/Error>$/is);
});

test('a client that is refused early and sends on still reads the answer', async () => {
  const { bytes, head } = newUpload(10_000_000);
  const { socket, received, closed } = await openSocket(disk.port);
  socket.write(head.replace('X-Amz-Signature=', 'X-Amz-Signature=0'));
  // Reads nothing until everything is sent, as browsers do.
  socket.pause();
  await new Promise((resolve) => socket.write(bytes, resolve));
  socket.resume();
  await closed;
  assert.match(received(), /^HTTP\/1\.1 403 .*<\/Error>$/s);

  // These two read while they send, so that no size is too large.
  const large = newUpload(100_000_000);
  const headers = { 'content-type': 'image/png' };
  assert.equal(await codeOf(await put({ url: large.url, headers }, large.bytes)), '403 AccessDenied');
  const file = join(disk.directory, '..', `${basename(disk.directory)}.bin`);
  await writeFile(file, large.bytes);
  const curl = await run('curl', ['-sS', '-H', 'Expect:', '-w', '%{http_code}', '-T', file, large.url]);
  await rm(file);
  assert.match(curl.stdout, /<Code>AccessDenied<.*403$/s);
});

test('whoever is refused and goes on sending, slowly or as fast as can be, is cut off soon', async () => {
  assert.equal(DRAIN_MS_MAX, 10_000);
  const brief = await openTestDisk({ drainMsMax: 100 });
  const stranger = `PUT /vitrine/x HTTP/1.1\r\nhost: 127.0.0.1:${brief.port}\r\ncontent-length: 9999999999\r\n\r\n`;
  const slow = await openSocket(brief.port);
  slow.socket.write(stranger);
  const trickle = setInterval(() => slow.socket.write('x'), 10);
  await slow.closed;
  clearInterval(trickle);
  assert.match(slow.received(), /^HTTP\/1\.1 403 .*<\/Error>$/s);
  await brief.close();

  const fast = await openSocket(disk.port);
  fast.socket.write(stranger);
  const flood = (): void => {
    while (!fast.socket.destroyed && fast.socket.write(Buffer.alloc(65_536)));
  };
  fast.socket.on('drain', flood);
  flood();
  await fast.closed;
  assert.ok(fast.socket.bytesWritten < 48 * 1024 * 1024, `${fast.socket.bytesWritten} bytes were taken`);
});

const FULL = await mountSmallDisk(1);

test.skipIf(FULL === undefined)(
  'a full disk is 507 and the old object stays; needs the right to mount a tmpfs',
  async () => {
    const small = await openTestDisk({ directory: join(FULL ?? '', 'objects') });
    const first = newFile(600_000);
    const key = newObjectKey('png');
    assert.equal((await put(small.store.signedPut(key, first.declared), first.bytes)).status, 200);
    const second = newFile(20_000_000); // most of it is still on its way when the disk is full
    for (const target of [key, newObjectKey('png')]) {
      const response = await put(small.store.signedPut(target, second.declared), second.bytes);
      assert.equal(await codeOf(response), '507 InsufficientStorage');
    }
    const left = await fetch(small.store.signedGetUrl(key));
    assert.deepEqual(Buffer.from(await left.arrayBuffer()), first.bytes);
    assert.equal((await small.stored()).length, 1);
    const third = newFile(300_000);
    assert.equal((await put(small.store.signedPut(newObjectKey('png'), third.declared), third.bytes)).status, 200);
    await small.close();
  },
);
