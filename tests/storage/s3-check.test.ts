// What the operator reads at start and in /readyz when the store cannot be used.
import assert from 'node:assert/strict';
import { newObjectKey } from '../../server/src/storage/object-key.js';
import type { ObjectStore } from '../../server/src/storage/object-store.js';
import { StorageUnavailableError } from '../../server/src/storage/storage-errors.js';
import { findFreePort } from '../harness/free-port.js';
import { newFile } from '../harness/test-disk.js';
import { clockOffBy, openStore, test, thrownBy, whilePaused } from './ceph.js';

async function sentenceOf(changes: Parameters<typeof openStore>[0]): Promise<string> {
  const thrown = await thrownBy(openStore(changes).check());
  assert.ok(thrown instanceof StorageUnavailableError);
  return thrown.message.replace(/127\.0\.0\.1:\d+/, 'HOST');
}

const STORE = 'The object store at HOST';

test('a bucket that can be used passes the check', async () => {
  assert.equal(await openStore().check(), undefined);
});

test('a missing bucket is a sentence', async () => {
  const sentence = `${STORE} has no bucket named nowhere: create it or set S3_BUCKET.`;
  assert.equal(await sentenceOf({ bucket: 'nowhere' }), sentence);
});

test('a wrong key and a wrong secret are each a sentence', async () => {
  const key = `${STORE} does not know the access key: check AWS_ACCESS_KEY_ID.`;
  assert.equal(await sentenceOf({ accessKeyId: 'OTHER' }), key);
  const secret = `${STORE} does not accept the signature: check AWS_SECRET_ACCESS_KEY and S3_REGION.`;
  assert.equal(await sentenceOf({ secretAccessKey: 'guess' }), secret);
});

test('Ceph 16 takes any region, and a session token that nobody issued', async () => {
  assert.equal(await openStore({ region: 'elsewhere-1' }).check(), undefined);
  assert.equal(await openStore({ sessionToken: 'nobody issued this' }).check(), undefined);
});

for (const minutes of [-60, -6, 6, 60]) {
  test(`a clock that is off by ${minutes} minutes is a sentence with the difference`, async () => {
    const sentence = await sentenceOf({ clock: clockOffBy(minutes) });
    const seconds = Number(/clock differs by (-?\d+) seconds\.$/.exec(sentence)?.[1]);
    assert.equal(sentence, `${STORE} has another time: this machine's clock differs by ${seconds} seconds.`);
    // An answer may be under way for some seconds on a busy machine.
    assert.ok(Math.abs(seconds - minutes * 60) <= 30, String(seconds));
  });
}

test('a clock that is off by four minutes is near enough', async () => {
  for (const minutes of [-4, 4]) assert.equal(await openStore({ clock: clockOffBy(minutes) }).check(), undefined);
});

test('a store that is away is a sentence, for the check and for every other call', async () => {
  const endpoint = `http://127.0.0.1:${await findFreePort()}`;
  assert.equal(await sentenceOf({ endpoint }), `${STORE} cannot be reached (ECONNREFUSED).`);
  for (const call of callsOf(openStore({ endpoint })))
    assert.ok((await thrownBy(call())) instanceof StorageUnavailableError);
});

// That it is ten seconds unless told otherwise, instances-failing.test.ts says of the service.
test('a store that accepts and never answers is a sentence after its limit, and fine when it goes on', async () => {
  assert.equal(await whilePaused(() => sentenceOf({ answerMs: 500 })), `${STORE} did not answer in 500 ms.`);
  assert.equal(await openStore().check(), undefined);
});

test('keys that do not fit are an error to every call, never an absent object', async () => {
  for (const changes of [{ secretAccessKey: 'guess' }, { accessKeyId: 'OTHER' }]) {
    for (const call of callsOf(openStore(changes)))
      assert.ok((await thrownBy(call())) instanceof StorageUnavailableError);
  }
});

test('a missing bucket is an error to every call but DELETE, which finds nothing to do', async () => {
  const store = openStore({ bucket: 'nowhere' });
  const [head, drop, ...calls] = callsOf(store);
  assert.ok(head && drop);
  for (const call of [head, ...calls]) assert.match((await thrownBy(call())).message, /NoSuchBucket \(404\)\.$/);
  assert.equal(await drop(), undefined);
});

function callsOf(store: ObjectStore): (() => Promise<unknown>)[] {
  const { bytes, declared } = newFile(1000);
  const [key, other] = [newObjectKey('image/png'), newObjectKey('image/png')];
  return [
    () => store.head(key),
    () => store.delete(key),
    () => store.read(key),
    () => store.write(key, bytes, declared),
    () => store.move(key, other),
  ];
}
