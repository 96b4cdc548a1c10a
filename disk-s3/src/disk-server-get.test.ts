import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { newObjectKey } from './object-key.js';
import { createSigner } from './sign.js';
import { codeOf, newFile, openTestDisk, TEST_BUCKET, TEST_KEYS, type TestDisk } from '../test/test-disk.js';

let disk: TestDisk;
let key: string;
const { bytes, declared } = newFile(100_000, 'video/mp4');
beforeAll(async () => {
  disk = await openTestDisk();
  key = newObjectKey('mp4');
  await disk.store.write(key, bytes, declared);
});
afterAll(() => disk.close());

function presign(method: 'GET' | 'HEAD', query?: Record<string, string>): string {
  const signer = createSigner({ ...TEST_KEYS, endpoint: disk.endpoint, bucket: TEST_BUCKET, clock: disk.clock });
  return signer.presign(method, key, { expiresSeconds: 900, ...(query === undefined ? {} : { query }) });
}

test('a file has the type of its key and headers that keep a browser from running it', async () => {
  const { headers } = await fetch(presign('HEAD'), { method: 'HEAD' });
  assert.equal(headers.get('content-type'), 'video/mp4');
  assert.equal(headers.get('content-length'), '100000');
  assert.equal(headers.get('accept-ranges'), 'bytes');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
  assert.equal(headers.get('access-control-allow-origin'), '*');
});

test('lets the browser keep a file for as long as its URL works', async () => {
  const url = presign('GET');
  const age = async (): Promise<string | null> => (await fetch(url)).headers.get('cache-control');
  const first = Number(/^private, max-age=(\d+)$/.exec((await age()) ?? '')?.[1]);
  assert.ok(first > 0 && first <= 900, String(first));
  disk.clock.advance(100_000);
  assert.equal(await age(), `private, max-age=${first - 100}`);
  const refused = await fetch(`${url}x`);
  assert.deepEqual([refused.status, refused.headers.get('cache-control')], [403, null]);
});

test('a connection is kept for longer than proxies keep one that nobody uses', async () => {
  // Its first answer: what comes after the first request may be what tests keep connections for.
  const other = await openTestDisk();
  const { headers } = await fetch(other.endpoint);
  assert.equal(headers.get('keep-alive'), 'timeout=72');
  await other.close();
});

test('ranges give their part, and one past the end is 416', async () => {
  const parts: [string, number, number][] = [
    ['bytes=0-9', 0, 10],
    ['bytes=99990-', 99_990, 100_000],
    ['bytes=-5', 99_995, 100_000],
  ];
  for (const [range, start, end] of parts) {
    const response = await fetch(presign('GET'), { headers: { range } });
    assert.equal(response.status, 206);
    assert.equal(response.headers.get('content-range'), `bytes ${start}-${end - 1}/100000`);
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes.subarray(start, end));
  }
  const past = await fetch(presign('GET'), { headers: { range: 'bytes=100000-' } });
  assert.equal(past.headers.get('content-range'), 'bytes */100000');
  assert.equal(await codeOf(past), '416 InvalidRange');
});

test('conditions hold: 304 for what the client has, 412 for what it no longer has', async () => {
  const etag = (await fetch(presign('HEAD'), { method: 'HEAD' })).headers.get('etag') ?? '';
  // fetch would add no-cache, which asks for the file in any case.
  const same = await fetch(presign('GET'), { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } });
  assert.equal(same.status, 304);
  const other = await fetch(presign('GET'), { headers: { 'if-match': '"other"' } });
  assert.equal(await codeOf(other), '412 PreconditionFailed');
  const resumed = await fetch(presign('GET'), { headers: { range: 'bytes=5-', 'if-range': etag } });
  assert.equal(resumed.status, 206);
  await resumed.arrayBuffer();
});

test('signed overrides of the answer are followed, within the declared types', async () => {
  const disposition = 'attachment; filename="door.mp4"';
  const response = await fetch(
    presign('GET', { 'response-content-disposition': disposition, 'response-content-type': 'video/webm' }),
  );
  assert.equal(response.headers.get('content-disposition'), disposition);
  assert.equal(response.headers.get('content-type'), 'video/webm');
  await response.arrayBuffer();
  assert.equal(
    await codeOf(await fetch(presign('GET', { 'response-content-type': 'text/html' }))),
    '400 InvalidArgument',
  );
  const split = presign('GET', { 'response-content-disposition': 'a\r\nset-cookie: b' });
  assert.equal(await codeOf(await fetch(split)), '400 InvalidArgument');
});

test('what is not there is 404, with a good signature only', async () => {
  const absent = disk.store.signedGetUrl(newObjectKey('png'));
  assert.equal(await codeOf(await fetch(absent)), '404 NoSuchKey');
  assert.equal((await fetch(absent.slice(0, -1))).status, 403);
  const elsewhere = createSigner({ ...TEST_KEYS, endpoint: disk.endpoint, bucket: 'other', clock: disk.clock });
  assert.equal(await codeOf(await fetch(elsewhere.presign('GET', key, { expiresSeconds: 60 }))), '404 NoSuchBucket');
});

test('a browser of any origin may PUT with the signed headers', async () => {
  const response = await fetch(presign('GET'), {
    method: 'OPTIONS',
    headers: {
      origin: 'https://console.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type,x-amz-checksum-sha256,authorization',
    },
  });
  assert.equal(response.status, 204);
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  assert.equal(response.headers.get('access-control-allow-methods'), 'GET, HEAD, PUT');
  assert.equal(response.headers.get('access-control-allow-headers'), 'content-type, x-amz-checksum-sha256');
  assert.match(response.headers.get('access-control-expose-headers') ?? '', /ETag/);
});
