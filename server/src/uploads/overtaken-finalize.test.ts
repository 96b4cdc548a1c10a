import assert from 'node:assert/strict';
import { test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { newPerson } from '../../../tests/harness/console.js';
import { anUploadRequest, sha256 } from '../../../tests/harness/content.js';
import { newGate } from '../../../tests/harness/gate.js';
import { newBytes, putParts, startInParts } from '../../../tests/harness/parts.js';
import { post, send, useService } from '../../../tests/harness/service.js';
import { finalize, put, startNew, usageOf } from '../../../tests/harness/upload.js';
import { parseObjectKey, type ObjectKey } from '../storage/object-key.js';
import { dropAbandoned } from './drop-abandoned.js';

const service = useService();

const DAY_MS = 24 * 3_600_000;

// Another instance, for which a look at a stored file takes until it is let go.
async function startSlowInstance() {
  const reached = newGate();
  const released = newGate();
  const head: typeof service.store.head = async (key) => {
    const found = await service.store.head(key);
    reached.open();
    await released.opened;
    return found;
  };
  const url = await service.newInstance({ store: { ...service.store, head } });
  return { url, isReached: reached.opened, release: released.open };
}

test('a finalize that was overtaken by a deletion and a new upload under its id does not make that one ready', async () => {
  const shop = await service.newMerchant();
  const staff = await newPerson(service, { [shop.id]: 'admin' });
  const size = { width: 1, height: 1 };
  const first = anUploadRequest(size, 'first');
  await put((await startNew(shop, first)).upload, 'first');

  const instance = await startSlowInstance();
  const slow = send(`${instance.url}${API_PATH}/media/uploads/${first.id}/finalize`, shop.secret, post());
  await instance.isReached;
  assert.equal((await finalize(shop, first.id)).status, 200);
  assert.equal((await staff.remove(`/media/${first.id}`)).status, 200);
  assert.equal((await staff.remove(`/trash/${first.id}`)).status, 200);
  await startNew(shop, anUploadRequest({ ...size, id: first.id }, 'the second'));
  instance.release();

  assert.equal((await slow).status, 404);
  assert.equal((await shop.get(`/media/${first.id}`)).status, 404);
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 'first'.length + 'the second'.length });
  const { status, body } = await finalize(shop, first.id);
  assert.deepEqual([status, Object(body).code], [422, 'invalid']);
});

test('a thumbnail that a retry took back while it was being finalized is not shown, and not left behind', async () => {
  const shop = await service.newMerchant();
  const plain = anUploadRequest({ width: 1, height: 1 }, 'the file');
  const ticket = await startNew(shop, { ...plain, hasThumbnail: true, thumbnailSize: 5 });
  await put(ticket.upload, 'the file');
  await put(ticket.thumbnailUpload, 'thumb');

  const instance = await startSlowInstance();
  const slow = send(`${instance.url}${API_PATH}/media/uploads/${plain.id}/finalize`, shop.secret, post());
  await instance.isReached;
  await startNew(shop, plain);
  instance.release();

  const { status, body } = await slow;
  assert.deepEqual([status, Object(body).thumbnailUrl], [200, null]);
  assert.deepEqual(await usageOf(service, shop), { used: 8, reserved: 5 });
  service.clock.advance(DAY_MS + 1);
  await dropAbandoned(service);
  assert.deepEqual(await usageOf(service, shop), { used: 8, reserved: 0 });
  const staged = parseObjectKey(new URL(ticket.thumbnailUpload?.url ?? '').pathname.split('/').slice(-2).join('/'));
  const own = parseObjectKey(staged.slice('staging/'.length));
  for (const key of [staged, own]) assert.equal(await service.store.head(key), undefined);
});

test('deletes a file that was joined after its upload was dropped', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { id, parts, upload } = await startInParts(shop, bytes);
  await putParts(bytes, parts);
  const [reached, released] = [newGate(), newGate()];
  const wholeKey = parseObjectKey(new URL(upload.url).pathname.split('/').slice(2).join('/'));
  // A join that ends only after its upload was dropped.
  const keys: ObjectKey[] = [];
  const completeParts: typeof service.store.completeParts = async (parts) => {
    const key = service.store.joinsInPlace ? wholeKey : parts.key;
    keys.push(key);
    reached.open();
    await released.opened;
    const declared = { contentType: 'video/mp4', sizeBytes: bytes.length, sha256: sha256(bytes) } as const;
    await service.store.write(key, bytes, declared);
    return 'completed';
  };
  const url = await service.newInstance({ store: { ...service.store, completeParts } });
  const late = send(`${url}${API_PATH}/media/uploads/${id}/finalize`, shop.secret, post());
  await reached.opened;
  service.clock.advance(DAY_MS + 1);
  await dropAbandoned(service);
  released.open();
  assert.equal((await late).status, 404);
  await dropAbandoned(service);
  assert.deepEqual(await Promise.all(keys.map((key) => service.store.head(key))), [undefined]);
});
