// A file in parts on Ceph 16, with each of the four settings: what is stored, what is refused, what is gone.
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { PART_BYTES_MIN } from '@vitrine/contract/limits';
import { S3_INTEGRITIES } from '../../server/src/config.js';
import { parseMerchantId } from '../../server/src/ids.js';
import { newObjectKey } from '../../server/src/storage/object-key.js';
import { codeOf, put } from '../harness/test-disk.js';
import { collect, openStore, test } from './ceph.js';

const BYTES = randomBytes(PART_BYTES_MIN + 1000);
const PARTS = [BYTES.subarray(0, PART_BYTES_MIN), BYTES.subarray(PART_BYTES_MIN)].map((bytes, at) => ({
  bytes,
  number: at + 1,
  sizeBytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
}));

const FILE = {
  sha256: createHash('sha256').update(BYTES).digest('hex'),
  merchantId: parseMerchantId(randomUUID()),
};

for (const integrity of S3_INTEGRITIES) {
  test(`${integrity}: parts are stored, listed, put together in any order of coming, and then gone`, async () => {
    const store = openStore({ integrity });
    const key = newObjectKey('video/mp4');
    const upload = await store.createParts(key, 'video/mp4', key);
    for (const part of PARTS.toReversed()) {
      assert.equal((await put(store.signedPart(upload, part), part.bytes)).status, 200);
    }
    const stored = (await store.listParts(upload)) ?? [];
    assert.deepEqual(
      stored.map(({ number, sizeBytes }) => [number, sizeBytes]),
      [
        [1, PART_BYTES_MIN],
        [2, 1000],
      ],
    );
    const named = stored.map((part, at) => ({ ...part, sha256: PARTS[at]?.sha256 ?? '' }));
    assert.equal(await store.completeParts(upload, named, FILE), 'completed');
    assert.deepEqual(await collect(await store.read(upload.key)), BYTES);
    assert.equal(await store.listParts(upload), undefined);
    const [first] = PARTS;
    assert.ok(first);
    assert.equal((await put(store.signedPart(upload, first), first.bytes)).status, 404);
    await store.abortParts(upload);
    assert.deepEqual(await collect(await store.read(upload.key)), BYTES);
    await store.delete(upload.key);
  });
}

test('payload-hash: a part with other bytes, or of another length, is refused', async () => {
  const store = openStore({ integrity: 'payload-hash' });
  const key = newObjectKey('video/mp4');
  const upload = await store.createParts(key, 'video/mp4', key);
  const [, last] = PARTS;
  assert.ok(last);
  const target = store.signedPart(upload, last);
  assert.equal(await codeOf(await put(target, randomBytes(1000))), '400 XAmzContentSHA256Mismatch');
  assert.equal((await put(target, last.bytes.subarray(1))).status, 403);
  assert.deepEqual(await store.listParts(upload), []);
  const begun: string[] = [];
  for await (const page of store.listUploads()) begun.push(...page.map(({ uploadId }) => uploadId));
  assert.ok(begun.includes(upload.uploadId));
  await store.abortParts(upload);
  assert.equal(await store.listParts(upload), undefined);
});

test('finds the parts missing when they are joined after they were aborted', async () => {
  const store = openStore({ integrity: 'payload-hash' });
  const key = newObjectKey('video/mp4');
  const upload = await store.createParts(key, 'video/mp4', key);
  for (const part of PARTS) assert.equal((await put(store.signedPart(upload, part), part.bytes)).status, 200);
  const stored = (await store.listParts(upload)) ?? [];
  const named = stored.map((part, at) => ({ ...part, sha256: PARTS[at]?.sha256 ?? '' }));
  await store.abortParts(upload);
  assert.equal(await store.completeParts(upload, named, FILE), 'missing');
  assert.equal(await store.head(key), undefined);
});
