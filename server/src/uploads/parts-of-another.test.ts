// An id is free again once its upload is gone. What was sent in parts for that one is no part of the next.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import type { Media } from '@vitrine/contract/media';
import { newPerson, type TestPerson } from '../../../tests/harness/console.js';
import { anImage, anUploadRequest } from '../../../tests/harness/content.js';
import { newGate } from '../../../tests/harness/gate.js';
import { askParts, divide, newBytes, PART, putParts, startInParts } from '../../../tests/harness/parts.js';
import { post, send, useService, type Shop } from '../../../tests/harness/service.js';
import { finalize, put, start, startNew, upload } from '../../../tests/harness/upload.js';
import { parseMediaId, parseMerchantId } from '../ids.js';
import { dropAbandoned } from './drop-abandoned.js';
import { selectUpload } from './finalize-queries.js';
import { settleParts } from './settle-parts.js';

const service = useService();

const PNG = { mimeType: 'image/png', width: 1, height: 1, duration: null };

const fileOf = (bytes: Buffer) => ({
  fileName: 'a.png',
  mimeType: 'image/png',
  sizeBytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

// All that a finalize does before its item is ready: the parts are one file, which was read and is right.
async function cutOff(shop: Shop, id: string): Promise<void> {
  const merchantId = parseMerchantId(shop.id);
  const row = await selectUpload(service.db, merchantId, parseMediaId(id));
  assert.ok(row);
  assert.equal((await settleParts(service, merchantId, row)).kind, 'stored');
}

type Gone = { readonly shop: Shop; readonly staff: TestPerson; readonly id: string; readonly bytes: Buffer };

test.each<[string, (gone: Gone) => Promise<void>]>([
  [
    'was given up',
    async ({ staff, id }) => assert.equal((await staff.post(`/media/uploads/${id}/cancel`)).status, 200),
  ],
  [
    'has become ready under another id',
    async ({ shop, id, bytes }) => {
      const { id: other } = await upload(shop, bytes, PNG);
      const { duplicateOf } = await start(shop, anUploadRequest({ ...PNG, id }, bytes));
      assert.equal(duplicateOf?.id, other);
    },
  ],
  [
    'was deleted for good',
    async ({ staff, id }) => {
      assert.equal((await staff.remove(`/media/${id}`)).status, 200);
      assert.equal((await staff.remove(`/trash/${id}`)).status, 200);
    },
  ],
])('of an upload that %s', async (how, makeGone) => {
  const bytes = newBytes();
  const item = anImage({ file: fileOf(bytes) });
  const shop = await service.newMerchant({ media: how === 'was deleted for good' ? [item] : [] });
  const staff = await newPerson(service, { [shop.id]: 'admin' });
  const { id, parts } = await startInParts(shop, bytes, { ...PNG, id: item.id });
  await putParts(bytes, parts);
  await cutOff(shop, id);
  await makeGone({ shop, staff, id, bytes });

  const others = randomBytes(bytes.length);
  const ticket = await startNew(shop, anUploadRequest({ ...PNG, id }, others));
  assert.equal((await finalize(shop, id)).status, 422);
  await put(ticket.upload, others);
  const media = (await finalize(shop, id)).body as Media;
  await dropAbandoned(service);
  const stored = await (await fetch(media.fileUrl ?? '')).arrayBuffer();
  assert.equal(others.compare(new Uint8Array(stored)), 0);
});

test('an upload that took the id while parts of another were begun does not get those', async () => {
  const shop = await service.newMerchant();
  const staff = await newPerson(service, { [shop.id]: 'admin' });
  const bytes = newBytes();
  const { mediaId: id } = await startNew(shop, anUploadRequest(PNG, bytes));
  const [reached, released] = [newGate(), newGate()];
  const createParts: typeof service.store.createParts = async (...input) => {
    reached.open();
    await released.opened;
    return service.store.createParts(...input);
  };
  const url = await service.newInstance({ store: { ...service.store, createParts } });
  const late = send(`${url}${API_PATH}/media/uploads/${id}/parts`, shop.secret, post(divide(bytes)));
  await reached.opened;
  assert.equal((await staff.post(`/media/uploads/${id}/cancel`)).status, 200);
  await startNew(shop, anUploadRequest({ ...PNG, id }, 'short'));
  released.open();
  assert.equal((await late).status, 404);
  const { body } = await shop.get(`/media/uploads/${id}`);
  assert.equal(Object(body).partSize, null);
});

// Another instance, whose finalize waits where it is told to until it is released.
async function startFinalize(shop: Shop, id: string, waits: 'before it joins' | 'after it joined') {
  const [reached, released] = [newGate(), newGate()];
  const wait = async (): Promise<void> => {
    reached.open();
    await released.opened;
  };
  const completeParts: typeof service.store.completeParts = async (...input) => {
    if (waits === 'before it joins') await wait();
    const outcome = await service.store.completeParts(...input);
    if (waits === 'after it joined') await wait();
    return outcome;
  };
  const url = await service.newInstance({ store: { ...service.store, completeParts } });
  const finalizing = send(`${url}${API_PATH}/media/uploads/${id}/finalize`, shop.secret, post());
  await reached.opened;
  return { finalizing, release: released.open };
}

test.each(['in parts', 'whole'])(
  'rejects a finalize during which the file was divided anew, and takes it once it is sent %s',
  async (way) => {
    const shop = await service.newMerchant();
    const bytes = newBytes(3);
    const { id, parts, upload: whole } = await startInParts(shop, bytes, PNG);
    await putParts(bytes, parts);
    const { finalizing, release } = await startFinalize(shop, id, 'before it joins');
    const anew = await askParts(shop, id, divide(bytes, 2 * PART));
    release();
    const { status, body } = await finalizing;
    assert.deepEqual([status, Object(body).code], [422, 'invalid']);
    if (way === 'whole') assert.equal((await put(whole, bytes)).status, 200);
    else await putParts(bytes, anew);
    assert.equal((await finalize(shop, id)).status, 200);
  },
);

test('keeps the file that a finalize has joined when another division is asked for', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes(3);
  const { id, parts } = await startInParts(shop, bytes, PNG);
  await putParts(bytes, parts);
  const { finalizing, release } = await startFinalize(shop, id, 'after it joined');
  assert.deepEqual((await askParts(shop, id, divide(bytes, 2 * PART))).parts, []);
  release();
  const { status, body } = await finalizing;
  assert.equal(status, 200);
  const stored = await (await fetch((body as Media).fileUrl ?? '')).arrayBuffer();
  assert.equal(bytes.compare(new Uint8Array(stored)), 0);
});

test.each(['an upload', 'an item that was imported without its bytes'])(
  'what came in parts of %s whose file came whole is none of the next under its id',
  async (kind) => {
    const bytes = newBytes();
    const item = anImage({ file: fileOf(bytes) });
    const shop = await service.newMerchant({ media: kind === 'an upload' ? [] : [item] });
    const staff = await newPerson(service, { [shop.id]: 'admin' });
    const { id, parts, upload: whole } = await startInParts(shop, bytes, { ...PNG, id: item.id });
    await putParts(bytes, { ...parts, parts: parts.parts.slice(1) });
    await put(whole, bytes);
    assert.equal((await finalize(shop, id)).status, 200);
    assert.equal((await staff.remove(`/media/${id}`)).status, 200);
    assert.equal((await staff.remove(`/trash/${id}`)).status, 200);

    await startNew(shop, anUploadRequest({ ...PNG, id }, 'another'));
    const { body } = await shop.get(`/media/uploads/${id}`);
    assert.deepEqual([Object(body).storedBytes, Object(body).partSize], [0, null]);
    await dropAbandoned(service);
    assert.equal((await put(parts.parts[0]?.upload ?? null, bytes.subarray(0, PART))).status, 404);
  },
);
