import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, test, vi } from 'vitest';
import { fetchFile } from './fetch-file.js';
import { newFiles } from './testing/new-files.js';

// Two whole pieces and a bit.
const BYTES = randomBytes(17 * 1024 ** 2);
const FILE = {
  sha256: createHash('sha256').update(BYTES).digest('hex'),
  sizeBytes: BYTES.length,
  mimeType: 'video/mp4',
};

const SMALL = BYTES.subarray(0, 1000);
const SMALL_FILE = {
  sha256: createHash('sha256').update(SMALL).digest('hex'),
  sizeBytes: SMALL.length,
  mimeType: 'image/png',
};

// How the storage behaves: how many bytes it sends before it cuts the connection, and what it sends.
let sends: { until: number; bytes: Buffer };
const ranges: (string | undefined)[] = [];
const storage = createServer((request, response) => {
  const { range } = request.headers;
  ranges.push(range);
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': sends.bytes.length - from });
  if (sends.until >= sends.bytes.length) return void response.end(sends.bytes.subarray(from));
  response.write(sends.bytes.subarray(from, sends.until), () => setImmediate(() => response.destroy()));
});
let url: string;
beforeAll(async () => {
  await once(storage.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;
});
afterEach(() => void vi.unstubAllGlobals());
afterAll(() => storage.close().closeAllConnections());

const asked = () => ({ needed: new Set<string>(), signal: new AbortController().signal });

test('a download that broke off goes on after the last whole piece, and the file is right', async () => {
  const { files } = await newFiles();
  ranges.length = 0;
  sends = { bytes: BYTES, until: 12 * 1024 ** 2 };
  assert.equal(await fetchFile(files, { ...FILE, url }, asked()), 'lost');
  assert.equal(await files.has(FILE.sha256), false);
  assert.equal(await files.open(FILE), undefined);
  sends = { bytes: BYTES, until: Infinity };
  assert.equal(await fetchFile(files, { ...FILE, url }, asked()), 'there');
  assert.deepEqual(ranges, [undefined, `bytes=${8 * 1024 ** 2}-`]);
  const blob = await files.open(FILE);
  assert.equal(blob?.type, 'video/mp4');
  assert.ok(Buffer.from(await blob.arrayBuffer()).equals(BYTES));
});

test.each([
  ['other', Buffer.concat([Buffer.from([(BYTES[0] ?? 0) ^ 1]), BYTES.subarray(1)])],
  ['more', Buffer.concat([BYTES, Buffer.alloc(1)])],
])('%s bytes than announced are thrown away, all of them', async (_, bytes) => {
  const { files, cache } = await newFiles();
  sends = { bytes, until: Infinity };
  assert.equal(await fetchFile(files, { ...FILE, url }, asked()), 'wrong_bytes');
  assert.equal(await files.find(FILE.sha256), undefined);
  assert.deepEqual(await cache.keys(), []);
});

test('a file that lies on the disk and cannot be read any more is fetched anew', async () => {
  const { files, cache } = await newFiles();
  sends = { bytes: SMALL, until: Infinity };
  assert.equal(await fetchFile(files, { ...SMALL_FILE, url }, asked()), 'there');
  const reading = vi.spyOn(cache, 'match').mockRejectedValue(new DOMException('Worn out.', 'NotReadableError'));
  assert.equal(await files.open(SMALL_FILE), undefined);
  reading.mockRestore();
  assert.equal(await files.has(SMALL_FILE.sha256), false);
  assert.equal(await fetchFile(files, { ...SMALL_FILE, url }, asked()), 'there');
});

test('a device that has no room to write down what it has shows it all the same', async () => {
  const full = new DOMException('Full.', 'QuotaExceededError');
  const { files } = await newFiles({ put: () => Promise.reject(full) });
  sends = { bytes: SMALL, until: Infinity };
  assert.equal(await fetchFile(files, { ...SMALL_FILE, url }, asked()), 'there');
  assert.equal(await files.has(SMALL_FILE.sha256), true);
  assert.equal((await files.open(SMALL_FILE))?.size, SMALL.length);
});

test('room is left for what the browser writes beside the files: 64 MB, or a tenth of a little', async () => {
  const { files } = await newFiles();
  const fits = async (quota: number, usage: number, bytes: number): Promise<boolean> => {
    vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota, usage }) } });
    return files.hasRoom(bytes, new Set());
  };
  const MB = 1024 ** 2;
  assert.deepEqual(
    [await fits(2000 * MB, 1000 * MB, 936 * MB), await fits(2000 * MB, 1000 * MB, 937 * MB)],
    [true, false],
  );
  assert.deepEqual([await fits(100 * MB, 50 * MB, 40 * MB), await fits(100 * MB, 50 * MB, 41 * MB)], [true, false]);
});

test('what is longer on the device than in the storage begins anew', async () => {
  const { files } = await newFiles();
  const shorter = createServer((_, response) => void response.writeHead(416).end());
  await once(shorter.listen(0, '127.0.0.1'), 'listening');
  await files.keep({ sha256: FILE.sha256, sizeBytes: FILE.sizeBytes, pieces: 1, isWhole: false, usedAt: 0 });
  const other = `http://127.0.0.1:${(shorter.address() as AddressInfo).port}`;
  assert.equal(await fetchFile(files, { ...FILE, url: other }, asked()), 'lost');
  assert.equal(await files.find(FILE.sha256), undefined);
  shorter.close();
});
