import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { newPerson } from '../../../tests/harness/console.js';
import { anUploadRequest } from '../../../tests/harness/content.js';
import { newBytes, putParts, startInParts } from '../../../tests/harness/parts.js';
import { useService } from '../../../tests/harness/service.js';
import { isS3 } from '../../../tests/harness/store.js';
import { finalize, put, start, startNew, upload, usageOf } from '../../../tests/harness/upload.js';
import { parseObjectKey } from '../storage/object-key.js';
import { dropAbandoned } from './drop-abandoned.js';

const service = useService();

const DAY_MS = 24 * 3_600_000;

async function newShop() {
  const shop = await service.newMerchant();
  return { shop, staff: await newPerson(service, { [shop.id]: 'admin' }) };
}

async function removeForGood(staff: Awaited<ReturnType<typeof newPerson>>, id: string): Promise<void> {
  assert.equal((await staff.remove(`/media/${id}`)).status, 200);
  assert.equal((await staff.remove(`/trash/${id}`)).status, 200);
}

const keyOf = (url: string) => parseObjectKey(new URL(url).pathname.split('/').slice(2).join('/'));
const inADay = (): string => new Date(service.clock.now() + DAY_MS).toISOString();
const now = (): string => new Date(service.clock.now()).toISOString();

test('what holds room is told by name, with how much and until when', async () => {
  const { shop, staff } = await newShop();
  const request = anUploadRequest({ name: 'Door', hasThumbnail: true, thumbnailSize: 5 }, 'abandoned');
  await start(shop, request);
  const deleted = await upload(shop, 'deleted');
  await removeForGood(staff, deleted.id);
  assert.deepEqual((await staff.get('/media/uploads')).json, {
    uploads: [{ id: request.id, name: 'Door', bytes: 14, lastAskedAt: now(), heldUntil: inADay() }],
    otherBytes: 7,
    otherUntil: inADay(),
    canFree: !isS3,
  });
});

test.skipIf(isS3)(
  'an upload that is given up is gone, its room is free at once, and its URLs write nothing',
  async () => {
    const { shop, staff } = await newShop();
    const request = anUploadRequest({ hasThumbnail: true, thumbnailSize: 5 }, 'cancelled');
    const ticket = await startNew(shop, request);
    assert.equal((await put(ticket.upload, 'cancelled')).status, 200);
    const answer = await staff.post(`/media/uploads/${request.id}/cancel`);
    assert.deepEqual(answer.json, { freedBytes: 14, heldUntil: null });
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 0 });
    assert.equal((await put(ticket.upload, 'cancelled')).status, 403);
    assert.equal((await put(ticket.thumbnailUpload, 'thumb')).status, 403);
    assert.equal((await finalize(shop, request.id)).status, 404);
    assert.equal((await staff.post(`/media/uploads/${request.id}/cancel`)).status, 404);
    await dropAbandoned(service);
    assert.equal(await service.store.head(keyOf(ticket.upload.url)), undefined);
    assert.equal((await put((await startNew(shop, request)).upload, 'cancelled')).status, 200);
    assert.equal((await finalize(shop, request.id)).status, 200);
  },
);

test('an upload in parts that is given up leaves nothing in the store', async () => {
  const { shop, staff } = await newShop();
  const bytes = newBytes();
  const { id, parts, upload: whole } = await startInParts(shop, bytes);
  await putParts(bytes, parts);
  assert.equal((await staff.post(`/media/uploads/${id}/cancel`)).status, 200);
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: isS3 ? bytes.length : 0 });
  const [first] = parts.parts;
  assert.equal((await put(first?.upload ?? null, bytes.subarray(0, first?.size))).status, 404);
  if (!isS3) assert.equal((await put(whole, bytes)).status, 403);
});

test('a finalize and a cancel at once: one of them wins, and the room is right', async () => {
  const { shop, staff } = await newShop();
  const request = anUploadRequest({ width: 1, height: 1 }, 'contested');
  await put((await startNew(shop, request)).upload, 'contested');
  const [finalized, cancelled] = await Promise.all([
    finalize(shop, request.id),
    staff.post(`/media/uploads/${request.id}/cancel`),
  ]);
  assert.deepEqual(new Set([finalized.status, cancelled.status]), new Set([200, 404]));
  const isItem = finalized.status === 200;
  const held = isS3 && !isItem ? 9 : 0;
  assert.deepEqual(await usageOf(service, shop), { used: isItem ? 9 : 0, reserved: held });
});

test.skipIf(isS3)(
  'the room of what was deleted within the day is freed on request; it can be read to the end',
  async () => {
    const { shop, staff } = await newShop();
    const item = await upload(shop, 'deleted');
    const { fileUrl } = item;
    await removeForGood(staff, item.id);
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 7 });
    assert.deepEqual((await staff.post('/media/uploads/free')).json, { freedBytes: 7, heldUntil: null });
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 0 });
    await dropAbandoned(service);
    assert.equal(await (await fetch(fileUrl ?? '')).text(), 'deleted');
    service.clock.advance(26 * 60_000);
    await dropAbandoned(service);
    assert.equal(await service.store.head(keyOf(fileUrl ?? '')), undefined);
  },
);

test('an upload that is not there, of another merchant or ready is a 404', async () => {
  const { shop, staff } = await newShop();
  const other = await service.newMerchant();
  const awaited = await start(other, anUploadRequest());
  const item = await upload(shop, 'ready');
  for (const id of [randomUUID(), awaited.mediaId, item.id]) {
    assert.equal((await staff.post(`/media/uploads/${id}/cancel`)).status, 404);
  }
});
