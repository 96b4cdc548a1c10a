// Which of the four settings keep wrong bytes out on Ceph 16 (Debian 12), and what each leaves to the service.
import assert from 'node:assert/strict';
import { hasDeclaredBytes } from '../../server/src/storage/has-declared-bytes.js';
import { newObjectKey, stagingKey } from '../../server/src/storage/object-key.js';
import { ObjectMismatchError } from '../../server/src/storage/storage-errors.js';
import { codeOf, newFile, put } from '../harness/test-disk.js';
import { S3_INTEGRITIES } from '../../server/src/config.js';
import { collect, curl, inFolder, openStore, test, thrownBy, toCurlHeaders } from './ceph.js';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';

test('payload-hash is enforced: other bytes of the same size are 400, with fetch and with curl', () =>
  inFolder(async (folder) => {
    const store = openStore({ integrity: 'payload-hash' });
    const { bytes, declared } = newFile(50_000);
    const wrong = newFile(50_000).bytes;
    const key = newObjectKey('image/png');
    const upload = store.signedPut(key, declared);
    assert.equal(await codeOf(await put(upload, wrong)), '400 XAmzContentSHA256Mismatch');
    await writeFile(join(folder, 'in'), wrong);
    assert.equal(await curl(...toCurlHeaders(upload.headers), '-T', join(folder, 'in'), upload.url), '400');
    assert.equal(await store.head(key), undefined);
    assert.equal((await put(upload, bytes)).status, 200);
    assert.equal((await put(upload, wrong)).status, 400);
    assert.deepEqual(await collect(await store.read(key)), bytes);
  }));

for (const integrity of ['checksum', 'checksum+algorithm'] as const) {
  test(`${integrity} is not enforced: its headers are signed, but other bytes of the same size are stored`, async () => {
    const store = openStore({ integrity });
    const { declared } = newFile(50_000);
    const wrong = newFile(50_000).bytes;
    const key = newObjectKey('image/png');
    assert.equal((await put(store.signedPut(key, declared), wrong)).status, 200);
    assert.deepEqual(await collect(await store.read(key)), wrong);
  });
}

test('verify: wrong bytes reach the staging key only, are found out there, and a moved object never changes', async () => {
  const store = openStore({ integrity: 'verify' });
  const { bytes, declared } = newFile(50_000);
  const wrong = newFile(50_000).bytes;
  const key = newObjectKey('image/png');
  const upload = store.signedPut(stagingKey(key), declared);
  assert.equal(store.pinsBytes, false);
  assert.equal((await put(upload, wrong)).status, 200);
  assert.ok(!(await hasDeclaredBytes(store, stagingKey(key), declared)));
  assert.equal((await put(upload, bytes)).status, 200);
  assert.ok(await hasDeclaredBytes(store, stagingKey(key), declared));
  assert.equal(await store.move(stagingKey(key), key), 'moved');
  // The URL works until it expires.
  assert.equal((await put(upload, wrong)).status, 200);
  assert.equal(await store.move(stagingKey(key), key), 'moved');
  assert.ok(await hasDeclaredBytes(store, key, declared));
});

test('a thumbnail, whose checksum nobody declares, is tied to its type and length by every setting', async () => {
  const { bytes } = newFile(9000);
  for (const integrity of S3_INTEGRITIES) {
    const store = openStore({ integrity });
    const key = stagingKey(newObjectKey('image/jpeg'));
    const upload = store.signedPut(key, { contentType: 'image/jpeg', sizeBytes: bytes.length });
    assert.deepEqual(upload.headers, { 'content-type': 'image/jpeg' });
    assert.equal((await put(upload, bytes.subarray(1))).status, 403);
    assert.equal((await put({ ...upload, headers: { 'content-type': 'text/html' } }, bytes)).status, 403);
    assert.equal((await put(upload, bytes)).status, 200);
  }
});

for (const integrity of ['payload-hash', 'verify'] as const) {
  const writes = `${integrity}: a write of the service`;
  for (const [what, change] of Object.entries({
    'with other bytes of the same size': (bytes: Buffer) => newFile(bytes.length).bytes,
    'with too few bytes': (bytes: Buffer) => bytes.subarray(1),
    'with too many bytes': (bytes: Buffer) => Buffer.concat([bytes, bytes]),
    'with too many bytes in pieces': inPieces,
  })) {
    // Before Ceph gives a request up by itself, after 65 s.
    test(`${writes} ${what} is a mismatch at once, and stores nothing`, { timeout: 60_000 }, async () => {
      const store = openStore({ integrity });
      const { bytes, declared } = newFile(300_000);
      const key = newObjectKey('image/png');
      assert.ok((await thrownBy(store.write(key, change(bytes), declared))) instanceof ObjectMismatchError);
      assert.equal(await store.head(key), undefined);
      assert.equal(await store.head(stagingKey(key)), undefined);
    });
  }
}

// The declared bytes, and one more when all of them are on their way.
async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 60_000) {
    yield bytes.subarray(start, start + 60_000);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  yield Buffer.alloc(1);
}
