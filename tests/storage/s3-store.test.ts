// What the service does with its bucket, on a real Ceph.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { newObjectKey, stagingKey } from '../../server/src/storage/object-key.js';
import { holdCopies } from '../harness/hold-on-the-way.js';
import { newFile, put } from '../harness/test-disk.js';
import { collect, openStore, storeOptions, test } from './ceph.js';

for (const size of [0, 1, 5 * 1024 ** 2]) {
  test(`${size} bytes come back byte for byte: written by the service, and put and got with its URLs`, async () => {
    const store = openStore();
    const { bytes, declared } = newFile(size, 'video/mp4');
    const written = newObjectKey('video/mp4');
    await store.write(written, bytes, declared);
    const uploaded = newObjectKey('video/mp4');
    assert.equal((await put(store.signedPut(uploaded, declared), bytes)).status, 200);
    for (const key of [written, uploaded]) {
      assert.deepEqual(await store.head(key), { sizeBytes: size });
      assert.ok((await collect(await store.read(key))).equals(bytes));
      const response = await fetch(store.signedGetUrl(key));
      assert.equal(response.headers.get('content-type'), 'video/mp4');
      assert.equal(response.headers.get('content-length'), String(size));
      assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes));
    }
  });
}

test('a range is read as it is from the disk: cut at the end, empty past it', async () => {
  const store = openStore();
  const { bytes, declared } = newFile(1000);
  const key = newObjectKey('image/png');
  await store.write(key, bytes, declared);
  const read = async (start: number, endInclusive: number) => collect(await store.read(key, { start, endInclusive }));
  assert.deepEqual(await read(0, 0), bytes.subarray(0, 1));
  assert.deepEqual(await read(100, 199), bytes.subarray(100, 200));
  assert.deepEqual(await read(990, 2000), bytes.subarray(990));
  assert.deepEqual(await read(1000, 1001), Buffer.alloc(0));
});

test('what is not there is undefined to head and read, missing to move, and fine to delete', async () => {
  const store = openStore();
  const key = newObjectKey('image/png');
  assert.equal(await store.head(key), undefined);
  assert.equal(await store.read(key), undefined);
  assert.equal(await store.read(key, { start: 0, endInclusive: 9 }), undefined);
  assert.equal(await store.move(stagingKey(key), key), 'missing');
  assert.equal(await store.move(key, key), 'missing');
  await store.delete(key);
});

test('a move takes bytes and type along, can be repeated, and leaves nothing behind', async () => {
  const store = openStore();
  const { bytes, declared } = newFile(70_000, 'image/webp');
  const key = newObjectKey('image/webp');
  await store.write(stagingKey(key), bytes, declared);
  assert.equal(await store.move(stagingKey(key), key), 'moved');
  assert.equal(await store.move(stagingKey(key), key), 'moved');
  assert.equal(await store.move(key, key), 'moved');
  assert.equal(await store.head(stagingKey(key)), undefined);
  const response = await fetch(store.signedGetUrl(key));
  assert.equal(response.headers.get('content-type'), 'image/webp');
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes);
});

test('the first move wins: a later upload to the staging key never replaces the object', async () => {
  const store = openStore();
  const [first, second] = [newFile(1000), newFile(500)];
  const key = newObjectKey('image/png');
  await store.write(stagingKey(key), first.bytes, first.declared);
  await store.move(stagingKey(key), key);
  await store.write(stagingKey(key), second.bytes, second.declared);
  assert.equal(await store.move(stagingKey(key), key), 'moved');
  assert.deepEqual(await collect(await store.read(key)), first.bytes);
  assert.equal(await store.head(stagingKey(key)), undefined);
});

test('moves of one object at once, or one just after the other, are all moved', async () => {
  const store = openStore();
  for (let gapMs = 0; gapMs < 20; gapMs += 1) {
    const { bytes, declared } = newFile(1000);
    const key = newObjectKey('image/png');
    await store.write(stagingKey(key), bytes, declared);
    const moves = [0, 1, 2, 3].map((turn) => sleep(turn * gapMs).then(() => store.move(stagingKey(key), key)));
    assert.deepEqual(await Promise.all(moves), ['moved', 'moved', 'moved', 'moved']);
    assert.deepEqual(await collect(await store.read(key)), bytes);
  }
});

test('a move that another overtakes between its look and its copy is moved all the same', async () => {
  const held = await holdCopies(storeOptions().endpoint);
  const { bytes, declared } = newFile(1000);
  const key = newObjectKey('image/png');
  await openStore().write(stagingKey(key), bytes, declared);
  const slow = openStore({ endpoint: held.endpoint }).move(stagingKey(key), key);
  await held.untilHeld;
  assert.equal(await openStore().move(stagingKey(key), key), 'moved');
  held.release();
  assert.equal(await slow, 'moved');
  assert.deepEqual(await collect(await openStore().read(key)), bytes);
  held.close();
});

test('a deleted object is gone, and deleting it again is fine', async () => {
  const store = openStore();
  const { bytes, declared } = newFile(10);
  const key = newObjectKey('image/png');
  await store.write(key, bytes, declared);
  await store.delete(key);
  await store.delete(key);
  assert.equal(await store.head(key), undefined);
  assert.equal((await fetch(store.signedGetUrl(key))).status, 404);
});

test('uploads to one key at once leave one of them whole', async () => {
  const store = openStore({ integrity: 'verify' });
  const files = Array.from({ length: 4 }, () => newFile(2_000_000));
  const key = stagingKey(newObjectKey('image/png'));
  const answers = await Promise.all(files.map(({ bytes, declared }) => put(store.signedPut(key, declared), bytes)));
  // Ceph lets one of two that end together win and may tell the other so; it never mixes them.
  assert.ok(answers.some((answer) => answer.status === 200));
  const stored = await collect(await store.read(key));
  assert.ok(files.some(({ bytes }) => bytes.equals(stored)));
});

test('every object of ours is listed once, over pages of a thousand, with its age by the store', async () => {
  const store = openStore();
  const { bytes, declared } = newFile(1);
  const keys = Array.from({ length: 1_002 }, (_, at) =>
    at % 2 === 0 ? newObjectKey('image/png') : stagingKey(newObjectKey('image/png')),
  );
  for (let at = 0; at < keys.length; at += 20) {
    await Promise.all(keys.slice(at, at + 20).map((key) => store.write(key, bytes, declared)));
  }
  const listed: string[] = [];
  for await (const page of store.list()) listed.push(...page);
  const counts = keys.map((key) => listed.filter((each) => each === key).length);
  assert.deepEqual(new Set(counts), new Set([1]));
  const [first = newObjectKey('image/png')] = keys;
  const ageMs = await store.ageMs(first);
  assert.ok(ageMs !== undefined && ageMs >= 0 && ageMs < 600_000, String(ageMs));
  assert.equal(await store.ageMs(newObjectKey('image/png')), undefined);
});
