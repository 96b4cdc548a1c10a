import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { newObjectKey, stagingKey } from './object-key.js';
import { createSigner } from './sign.js';
import {
  codeOf,
  newFile,
  openSocket,
  openTestDisk,
  put,
  rawHead,
  serveTestDisk,
  SIGNED_FOR_SECONDS,
  TEST_BUCKET,
  TEST_KEYS,
  TEST_TYPES,
  type TestDisk,
} from '../test/test-disk.js';

let disk: TestDisk;
beforeAll(async () => (disk = await openTestDisk()));
afterAll(() => disk.close());

const MINUTE_MS = 60_000;

async function newStored(): Promise<{ key: string; url: string; bytes: Buffer }> {
  const { bytes, declared } = newFile(1000);
  const key = newObjectKey('png');
  await disk.store.write(key, bytes, declared);
  return { key, url: disk.store.signedGetUrl(key), bytes };
}

function signer(changes: Partial<typeof TEST_KEYS> = {}, clock = disk.clock): ReturnType<typeof createSigner> {
  return createSigner({ ...TEST_KEYS, ...changes, endpoint: disk.endpoint, bucket: TEST_BUCKET, clock });
}

test('a bare URL, a bent signature, another key, expiry, date or parameter are all 403', async () => {
  const { url, key } = await newStored();
  const other = await newStored();
  const bent = [
    url.split('?')[0] ?? '',
    url.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    url.replace(/&X-Amz-Signature=.*/, ''),
    url.replace(key, other.key),
    url.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000'),
    url.replace(/X-Amz-Date=\d{8}/, 'X-Amz-Date=20261116'),
    `${url}&response-content-type=text/html`,
    `${url}&X-Amz-Expires=900`,
    `${url}&%zz`,
    url.replace('SignedHeaders=host', 'SignedHeaders='),
    url.replace('AWS4-HMAC-SHA256', 'AWS4-HMAC-SHA1'),
  ];
  assert.equal((await fetch(url)).status, 200);
  for (const each of bent) assert.equal((await fetch(each)).status, 403, each);
});

test('another method than the signed one is 403, whichever it is', async () => {
  const { url } = await newStored();
  for (const method of ['HEAD', 'PUT', 'DELETE', 'POST', 'PATCH']) {
    assert.equal((await fetch(url, { method, ...(method === 'PUT' ? { body: 'x' } : {}) })).status, 403, method);
  }
  assert.equal((await fetch(url)).status, 200);
});

test('unknown keys and a wrong secret are told apart, as S3 does', async () => {
  const { key } = await newStored();
  const other = signer({ accessKeyId: 'OTHER' }).presign('GET', key, { expiresSeconds: 60 });
  assert.equal(await codeOf(await fetch(other)), '403 InvalidAccessKeyId');
  const wrong = signer({ secretAccessKey: 'guess' }).presign('GET', key, { expiresSeconds: 60 });
  assert.equal(await codeOf(await fetch(wrong)), '403 SignatureDoesNotMatch');
  const elsewhere = signer({ region: 'eu-west-1' }).presign('GET', key, { expiresSeconds: 60 });
  assert.equal(await codeOf(await fetch(elsewhere)), '403 SignatureDoesNotMatch');
});

test('a server of a session takes its token alone', async () => {
  const clock = disk.clock;
  const { endpoint, close } = await serveTestDisk({ types: TEST_TYPES, clock, sessionToken: 'a+token/of=one' });
  const statusWith = async (sessionToken?: string): Promise<string> => {
    const signer = createSigner({ ...TEST_KEYS, sessionToken, endpoint, bucket: TEST_BUCKET, clock });
    return codeOf(await fetch(signer.presign('GET', newObjectKey('png'), { expiresSeconds: 60 })));
  };
  const answers = [await statusWith('a+token/of=one'), await statusWith('another'), await statusWith()];
  await close();
  assert.deepEqual(answers, ['404 NoSuchKey', '400 InvalidToken', '400 InvalidToken']);
});

test('a URL works for its seconds from the whole one that it names, and not at their end', async () => {
  disk.clock.advance(999);
  const { url } = await newStored();
  disk.clock.advance(SIGNED_FOR_SECONDS * 1000 - 1000);
  assert.equal((await fetch(url)).status, 200);
  disk.clock.advance(1);
  assert.equal(await codeOf(await fetch(url)), '403 AccessDenied');
});

test('a URL of the future and one that is valid for longer than S3 allows are 403', async () => {
  const { key } = await newStored();
  const later = { ...disk.clock, now: () => disk.clock.now() + 2 * MINUTE_MS };
  assert.equal((await fetch(signer({}, later).presign('GET', key, { expiresSeconds: 900 }))).status, 403);
  for (const [expiresSeconds, status] of [
    [0, 403],
    [604_800, 200],
    [604_801, 403],
    [-5, 403],
    [0.5, 403],
  ] as const) {
    const response = await fetch(signer().presign('GET', key, { expiresSeconds }));
    assert.equal(response.status, status, String(expiresSeconds));
    await response.arrayBuffer();
  }
});

test('an x-amz header that was not signed is 403: a PUT URL cannot be made into a copy', async () => {
  const { key } = await newStored();
  const target = newObjectKey('png');
  const upload = disk.store.signedPut(target, newFile(0).declared);
  const headers = { ...upload.headers, 'x-amz-copy-source': `/${TEST_BUCKET}/${key}` };
  assert.equal((await fetch(upload.url, { method: 'PUT', headers, body: '' })).status, 403);
  assert.equal(await disk.store.head(target), undefined);
});

test('raw paths that climb, repeat slashes or are encoded reach no file', async () => {
  const { key } = await newStored();
  const paths = [
    '/../../etc/passwd',
    '/vitrine/../vitrine/x',
    `/vitrine//${key}`,
    `/vitrine/%2e%2e/${key}`,
    '/vitrine/..%2f..%2fetc',
    '//x',
  ];
  for (const path of paths) {
    // Bare, and with a query that is good for the real key.
    for (const query of ['', new URL(disk.store.signedGetUrl(key)).search]) {
      const { socket, received, closed } = await openSocket(disk.port);
      socket.end(`GET ${path}${query} HTTP/1.1\r\nhost: 127.0.0.1:${disk.port}\r\nconnection: close\r\n\r\n`);
      await closed;
      assert.match(received(), /^HTTP\/1\.1 403 /, path);
    }
  }
});

test('even a good signature opens only names of objects', async () => {
  for (const key of [
    '../secret',
    'x.html',
    'staging/../x.png',
    `${'a'.repeat(40)}.svg`,
    `${'A'.repeat(40)}.png`,
    'tmp/x',
  ]) {
    // The key goes onto the wire as it is; fetch would tidy it up.
    const signed = signer().presign('GET', key, { expiresSeconds: 60 });
    const path = signed.slice(disk.endpoint.length);
    const { socket, received, closed } = await openSocket(disk.port);
    socket.end(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${disk.port}\r\nconnection: close\r\n\r\n`);
    await closed;
    assert.match(received(), /^HTTP\/1\.1 404 .*<Code>NoSuchKey</s, key);
  }
});

test('only the declared kinds of file can be put, and only under the key of their kind', async () => {
  const key = newObjectKey('png');
  const sign = (type: string): string =>
    signer().presign('PUT', stagingKey(key), {
      expiresSeconds: 60,
      headers: { 'content-type': type, 'content-length': '1' },
    });
  for (const type of ['text/html', 'image/svg+xml', 'image/jpeg']) {
    const response = await put({ url: sign(type), headers: { 'content-type': type } }, Buffer.from('x'));
    assert.equal(await codeOf(response), '400 InvalidArgument', type);
  }
});

test('a key that others read takes no bytes without a signed SHA-256', async () => {
  const headers = { 'content-type': 'image/png' };
  const url = signer().presign('PUT', newObjectKey('png'), {
    expiresSeconds: 60,
    headers: { ...headers, 'content-length': '1' },
  });
  assert.equal(await codeOf(await put({ url, headers }, Buffer.from('x'))), '403 AccessDenied');
});

test('says which signed header is missing, and how to get a new URL for an expired one', async () => {
  const { bytes, declared } = newFile(10);
  const { url, headers } = disk.store.signedPut(newObjectKey('png'), declared);
  const messageOf = async (sent: Record<string, string>) => {
    const response = await put({ url, headers: sent }, bytes);
    return /<Message>(.*)<\/Message>/.exec(await response.text())?.[1];
  };
  const { 'x-amz-checksum-sha256': _sum, ...others } = headers;
  assert.equal(
    await messageOf(others),
    'The header x-amz-checksum-sha256 is missing: send every header that came with the URL, such as those of upload.headers.',
  );
  disk.clock.advance((SIGNED_FOR_SECONDS + 1) * 1000);
  assert.equal(
    await messageOf(headers),
    'The URL has expired. For a new one, repeat the request that gave it; for an upload, POST /media/uploads with the same id.',
  );
});

test("errors are S3's XML with code, message and request id, readable from any origin", async () => {
  const response = await fetch(`${disk.endpoint}/vitrine/x`, { headers: { origin: 'https://console.example' } });
  const requestId = response.headers.get('x-amz-request-id') ?? '';
  assert.match(requestId, /^[0-9A-F]{16}$/);
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  assert.equal(response.headers.get('content-type'), 'application/xml');
  assert.equal(
    await response.text(),
    '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code>' +
      `<Message>This is not a presigned URL. Use the URL unchanged, with every header that came with it.</Message><RequestId>${requestId}</RequestId></Error>`,
  );
});

test('the log has method, key, status and time, and never a query', async () => {
  const { key, url, bytes } = await newStored();
  const upload = disk.store.signedPut(key, newFile(5).declared);
  disk.logged.length = 0;
  assert.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), bytes);
  await put(upload, Buffer.from('other'));
  await fetch(`${url}x`);
  const { socket, closed } = await openSocket(disk.port);
  socket.end(rawHead(upload, 5));
  await closed;
  const seen = disk.logged.map(({ method, key: name, status }) => ({ method, key: name, status }));
  assert.deepEqual(seen.slice(0, 3), [
    { method: 'GET', key, status: 200 },
    { method: 'PUT', key, status: 400 },
    { method: 'GET', key: undefined, status: 403 },
  ]);
  assert.doesNotMatch(JSON.stringify(disk.logged), /Amz|Signature|Credential|\?/i);
});
