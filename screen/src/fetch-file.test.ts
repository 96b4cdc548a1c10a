import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, test } from 'vitest';
import { openDevice } from './device.js';
import { fetchFile } from './fetch-file.js';
import { openFiles } from './files.js';

// Two whole pieces and a bit.
const BYTES = randomBytes(17 * 1024 ** 2);
const FILE = {
  sha256: createHash('sha256').update(BYTES).digest('hex'),
  sizeBytes: BYTES.length,
  mimeType: 'video/mp4',
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
afterAll(() => storage.close().closeAllConnections());

// As a browser's, as far as files use it.
function aCache(): Cache {
  const kept = new Map<string, Blob>();
  const keyOf = (request: RequestInfo | URL): string => (request instanceof Request ? request.url : String(request));
  const cache = {
    put: async (request: RequestInfo | URL, response: Response) => void kept.set(keyOf(request), await response.blob()),
    match: async (request: RequestInfo | URL) => {
      const found = kept.get(keyOf(request));
      return found && new Response(found);
    },
    delete: async (request: RequestInfo | URL) => kept.delete(keyOf(request)),
    keys: async () => [...kept.keys()].map((address) => new Request(address)),
  };
  return cache as unknown as Cache;
}

// Without IndexedDB, as here, a device keeps things in memory.
const newFiles = async () => {
  const [device, cache] = [await openDevice('test'), aCache()];
  return { cache, files: await openFiles({ device, cache, address: 'http://screen.example/screen' }) };
};
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
