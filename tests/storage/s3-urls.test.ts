// What a signed URL allows on a real Ceph, with the clients that callers use.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newObjectKey } from '../../server/src/storage/object-key.js';
import { codeOf, newFile, openSocket, put, rawHead, until } from '../harness/test-disk.js';
import {
  clockOffBy,
  collect,
  curl,
  inFolder,
  openSigner,
  openStore,
  storeOptions,
  test,
  toCurlHeaders,
} from './ceph.js';

const SHORT_LIVED = { expiresSeconds: 300 };

async function newStored(sizeBytes = 1000) {
  const store = openStore();
  const file = newFile(sizeBytes);
  const key = newObjectKey('image/png');
  await store.write(key, file.bytes, file.declared);
  return { store, key, ...file };
}

test('fetch: signed PUT, HEAD, GET, COPY and DELETE each do their work', async () => {
  const signer = openSigner();
  const { key, bytes } = await newStored();
  const head = await fetch(signer.presign('HEAD', key, SHORT_LIVED), { method: 'HEAD' });
  assert.equal(head.headers.get('content-length'), '1000');
  const copy = newObjectKey('image/png');
  const headers = { 'x-amz-copy-source': `/${storeOptions().bucket}/${key}` };
  const copied = await fetch(signer.presign('PUT', copy, { ...SHORT_LIVED, headers }), { method: 'PUT', headers });
  assert.match(await copied.text(), /<CopyObjectResult/);
  const got = await fetch(signer.presign('GET', copy, SHORT_LIVED));
  assert.deepEqual(Buffer.from(await got.arrayBuffer()), bytes);
  assert.equal((await fetch(signer.presign('DELETE', copy, SHORT_LIVED), { method: 'DELETE' })).status, 204);
  assert.equal(await codeOf(await fetch(signer.presign('GET', copy, SHORT_LIVED))), '404 NoSuchKey');
});

test('curl: the same, with 5 MiB that it announces with Expect: 100-continue', () =>
  inFolder(async (folder) => {
    const [signer, store] = [openSigner(), openStore()];
    const { bytes, declared } = newFile(5 * 1024 ** 2, 'video/webm');
    const [key, copy] = [newObjectKey('video/webm'), newObjectKey('video/webm')];
    const [source, target] = [join(folder, 'in'), join(folder, 'out')];
    await writeFile(source, bytes);
    const { url, headers } = store.signedPut(key, declared);
    assert.equal(await curl(...toCurlHeaders(headers), '-T', source, url), '200');
    assert.equal(await curl('-I', '-o', target, signer.presign('HEAD', key, SHORT_LIVED)), '200');
    assert.match(await readFile(target, 'utf8'), /content-length: 5242880\r\n/i);
    const from = { 'x-amz-copy-source': `/${storeOptions().bucket}/${key}` };
    const copyUrl = signer.presign('PUT', copy, { ...SHORT_LIVED, headers: from });
    assert.equal(await curl('-X', 'PUT', ...toCurlHeaders(from), copyUrl), '200');
    assert.equal(await curl('-o', target, store.signedGetUrl(copy)), '200');
    assert.ok((await readFile(target)).equals(bytes));
    assert.equal(await curl('-r', '100-199', '-o', target, store.signedGetUrl(copy)), '206');
    assert.deepEqual(await readFile(target), bytes.subarray(100, 200));
    assert.equal(await curl('-X', 'DELETE', signer.presign('DELETE', copy, SHORT_LIVED)), '204');
    assert.equal(await curl('-o', target, store.signedGetUrl(copy)), '404');
  }));

test('a bent signature, another key, method or expiry, and a bare URL are 403', async () => {
  const { store, key } = await newStored();
  const url = store.signedGetUrl(key);
  const bent = url.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const longer = url.replace('X-Amz-Expires=901', 'X-Amz-Expires=9010');
  for (const wrong of [bent, longer, url.replace(key, newObjectKey('image/png'))]) {
    assert.equal(await codeOf(await fetch(wrong)), '403 SignatureDoesNotMatch');
  }
  assert.equal(await codeOf(await fetch(url, { method: 'DELETE' })), '403 SignatureDoesNotMatch');
  assert.equal(await codeOf(await fetch(url.replace(/\?.*/, ''))), '403 AccessDenied');
  assert.deepEqual(await store.head(key), { sizeBytes: 1000 });
});

test('an expired URL is 403, for GET and PUT, with fetch and with curl', async () => {
  const { key, bytes, declared } = await newStored();
  const late = openStore({ clock: clockOffBy(-16) });
  assert.equal(await codeOf(await fetch(late.signedGetUrl(key))), '403 AccessDenied');
  assert.equal(await codeOf(await put(late.signedPut(key, declared), bytes)), '403 AccessDenied');
  assert.equal(await curl('-o', '/dev/null', late.signedGetUrl(key)), '403');
  assert.equal((await fetch(openStore({ clock: clockOffBy(-14) }).signedGetUrl(key))).status, 200);
});

test('Ceph 16 accepts a URL of the future: only check() finds a clock that is ahead', async () => {
  const { key, bytes, declared } = await newStored();
  const early = openStore({ clock: clockOffBy(60) });
  assert.equal((await fetch(early.signedGetUrl(key))).status, 200);
  assert.equal((await put(early.signedPut(key, declared), bytes)).status, 200);
});

test('a changed or missing header, and a body of another length, are 403 and store nothing', async () => {
  const store = openStore();
  const { bytes, declared } = newFile(50_000);
  const key = newObjectKey('image/png');
  const upload = store.signedPut(key, declared);
  const other = { 'content-type': 'text/html', 'x-amz-content-sha256': newFile(1).declared.sha256 };
  for (const [name, value] of Object.entries(other)) {
    const changed = { url: upload.url, headers: { ...upload.headers, [name]: value } };
    assert.equal(await codeOf(await put(changed, bytes)), '403 SignatureDoesNotMatch');
    const { [name]: _, ...fewer } = upload.headers;
    assert.equal(await codeOf(await put({ url: upload.url, headers: fewer }, bytes)), '403 SignatureDoesNotMatch');
  }
  for (const body of [bytes.subarray(1), Buffer.concat([bytes, bytes])]) {
    assert.equal(await codeOf(await put(upload, body)), '403 SignatureDoesNotMatch');
  }
  assert.equal(await store.head(key), undefined);
});

test('a body that breaks off stores nothing, and what stood there before stays', async () => {
  const { store, key, bytes, declared } = await newStored(100_000);
  for (const target of [key, newObjectKey('image/png')]) {
    const { socket, closed } = await openSocket(Number(new URL(storeOptions().endpoint).port));
    socket.write(rawHead(store.signedPut(target, declared), declared.sizeBytes));
    await new Promise((resolve) => void socket.write(bytes.subarray(0, 60_000), resolve));
    socket.destroy();
    await closed;
    const expected = target === key ? 100_000 : undefined;
    await until(async () => (await store.head(target))?.sizeBytes === expected);
  }
  assert.deepEqual(await collect(await store.read(key)), bytes);
});

test('Ceph 16 answers a sender that stops half-way and listens on with 404 NoSuchKey, and stores nothing', async () => {
  const store = openStore();
  const { bytes, declared } = newFile(100_000);
  const key = newObjectKey('image/png');
  const { socket, received, closed } = await openSocket(Number(new URL(storeOptions().endpoint).port));
  socket.end(Buffer.concat([Buffer.from(rawHead(store.signedPut(key, declared), 100_000)), bytes.subarray(0, 60_000)]));
  await until(() => received().includes('</Error>'));
  assert.match(received(), /^HTTP\/1\.1 404 [\s\S]*<Code>NoSuchKey<\/Code>/);
  socket.destroy();
  await closed;
  assert.equal(await store.head(key), undefined);
});

test('a chunked body is 403, because its length is not the signed one', async () => {
  const store = openStore();
  const { bytes, declared } = newFile(1000);
  const key = newObjectKey('image/png');
  const { socket, received, closed } = await openSocket(Number(new URL(storeOptions().endpoint).port));
  socket.write(rawHead(store.signedPut(key, declared), undefined, ['transfer-encoding: chunked']));
  socket.write(Buffer.concat([Buffer.from('3e8\r\n'), bytes, Buffer.from('\r\n0\r\n\r\n')]));
  await until(() => received().includes('</Error>'));
  assert.match(received(), /^HTTP\/1\.1 403 [\s\S]*<Code>SignatureDoesNotMatch<\/Code>/);
  socket.destroy();
  await closed;
  assert.equal(await store.head(key), undefined);
});
