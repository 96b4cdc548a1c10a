// How much room an upload takes in the store, and what is reserved for it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test, vi } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import type { Media } from '@vitrine/contract/media';
import { holdWrites } from '../../../disk-s3/test/hold-writes.js';
import { newPerson } from '../../../tests/harness/console.js';
import { anUploadRequest } from '../../../tests/harness/content.js';
import { newGate } from '../../../tests/harness/gate.js';
import { askParts, divide, newBytes, numbersOf, PART, putParts, startInParts } from '../../../tests/harness/parts.js';
import { post, send, useService, type Shop } from '../../../tests/harness/service.js';
import { isS3, openBucket } from '../../../tests/harness/store.js';
import { codeOf, rawHead } from '../../../tests/harness/test-disk.js';
import { until } from '../../../tests/harness/until.js';
import { finalize, put, startNew, usageOf } from '../../../tests/harness/upload.js';
import { parseMediaId, parseMerchantId } from '../ids.js';
import { parseObjectKey, type ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { dropAbandoned } from './drop-abandoned.js';
import { selectUpload } from './finalize-queries.js';
import { findParts } from './settle-parts.js';

const folder = join(tmpdir(), `upload-room-${randomUUID()}`);
const directory = join(folder, 'objects');
const service = useService({ disk: { directory } });
afterAll(() => rm(folder, { recursive: true, force: true }));

const DAY_MS = 24 * 3_600_000;

type Begun = Awaited<ReturnType<typeof startInParts>>;
type Target = Begun['upload'];

async function partsOf(shop: Shop, id: string) {
  const row = await selectUpload(service.db, parseMerchantId(shop.id), parseMediaId(id));
  const parts = row && findParts(row);
  assert.ok(parts);
  return parts;
}

const keyOf = ({ url }: Target): ObjectKey => parseObjectKey(new URL(url).pathname.split('/').slice(2).join('/'));

async function storedBytes(): Promise<number> {
  const files = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  const objects = files.filter(({ name }) => /^(\d{5}|[0-9a-f]{40}\..*)$/.test(name));
  const sizes = await Promise.all(objects.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function readFile(shop: Shop, id: string): Promise<Buffer> {
  const { fileUrl } = (await shop.get(`/media/${id}`)).body as Media;
  return Buffer.from(await (await fetch(fileUrl ?? '')).arrayBuffer());
}

// A PUT of which the first half has arrived.
async function putHalf(target: Target, bytes: Buffer) {
  const { port, hostname } = new URL(target.url);
  const before = await storedTemps();
  const socket = connect({ port: Number(port), host: hostname });
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString('latin1'))).on('error', () => undefined);
  socket.write(rawHead(target, bytes.length));
  socket.write(bytes.subarray(0, bytes.length / 2));
  await until(async () => (await storedTemps()) === before + 1);
  return { socket, answer: () => answer };
}

const storedTemps = async (): Promise<number> => (await readdir(join(directory, 'tmp'))).length;

test('aborts the parts of the old division before it answers with a new one', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { id, parts } = await startInParts(shop, bytes);
  await putParts(bytes, parts);
  const old = await partsOf(shop, id);
  const anew = await askParts(shop, id, divide(bytes, 2 * PART));
  assert.equal(await service.store.listParts(old), undefined);
  assert.equal((await put(parts.parts[1]?.upload ?? null, bytes.subarray(PART))).status, 404);
  await putParts(bytes, anew);
  assert.equal((await finalize(shop, id)).status, 200);
  assert.deepEqual(await readFile(shop, id), bytes);
});

test('hands out no new division while the store does not abort the old one', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { id, parts } = await startInParts(shop, bytes);
  await putParts(bytes, parts);
  const abortParts = () => Promise.reject(new Error('out of order'));
  const url = await service.newInstance({ store: { ...service.store, abortParts } });
  const answer = await send(`${url}${API_PATH}/media/uploads/${id}/parts`, shop.secret, post(divide(bytes, 2 * PART)));
  assert.equal(answer.status, 500);
  const { body } = await shop.get(`/media/uploads/${id}`);
  assert.deepEqual([Object(body).partSize, Object(body).storedParts], [PART, [1, 2]]);
});

test('deletes parts that make another file before it answers', async () => {
  const shop = await service.newMerchant();
  const [declared, other] = [newBytes(), newBytes()];
  const { id } = await startInParts(shop, declared);
  await putParts(other, await askParts(shop, id, divide(other)));
  const wrong = await partsOf(shop, id);
  assert.equal((await finalize(shop, id)).status, 422);
  assert.equal(await service.store.listParts(wrong), undefined);
  assert.equal(await service.store.head(wrong.key), undefined);
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: declared.length });
  await putParts(declared, await askParts(shop, id, divide(declared)));
  assert.equal((await finalize(shop, id)).status, 200);
});

test('answers parts with an empty list when a finalize makes the upload an item meanwhile', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { id, upload } = await startInParts(shop, bytes);
  const [reached, released] = [newGate(), newGate()];
  const createParts: typeof service.store.createParts = async (...input) => {
    reached.open();
    await released.opened;
    return service.store.createParts(...input);
  };
  const url = await service.newInstance({ store: { ...service.store, createParts } });
  const division = divide(bytes, 2 * PART);
  const asked = send(`${url}${API_PATH}/media/uploads/${id}/parts`, shop.secret, post(division));
  await reached.opened;
  assert.equal((await put(upload, bytes)).status, 200);
  assert.equal((await finalize(shop, id)).status, 200);
  released.open();
  const { status, body } = await asked;
  assert.deepEqual([status, body], [200, { mediaId: id, partSize: 2 * PART, parts: [] }]);
});

test('asks for no parts once the whole file is stored', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { id, upload } = await startInParts(shop, bytes);
  assert.equal((await put(upload, bytes)).status, 200);
  for (const partSize of [PART, 2 * PART])
    assert.deepEqual((await askParts(shop, id, divide(bytes, partSize))).parts, []);
  assert.equal((await finalize(shop, id)).status, 200);
});

test.skipIf(isS3)('deletes the parts and refuses more when the whole file has arrived', async () => {
  const shop = await service.newMerchant();
  const before = await storedBytes();
  const bytes = newBytes();
  const { id, parts, upload } = await startInParts(shop, bytes);
  await putParts(bytes, parts);
  assert.equal((await put(upload, bytes)).status, 200);
  assert.equal(await storedBytes(), before + bytes.length);
  const [first] = parts.parts;
  const refused = await put(first?.upload ?? null, bytes.subarray(0, PART));
  assert.equal(refused.status, 404);
  assert.match(
    await refused.text(),
    /<Code>NoSuchUpload<\/Code><Message>The whole file is stored: finalize the upload.<\/Message>/,
  );
  assert.equal((await put(upload, bytes)).status, 200);
  assert.equal(await storedBytes(), before + bytes.length);
  assert.equal((await finalize(shop, id)).status, 200);
  assert.deepEqual(await readFile(shop, id), bytes);
  assert.equal(await storedBytes(), before + bytes.length);
  assert.deepEqual(await usageOf(service, shop), { used: bytes.length, reserved: 0 });
});

test.skipIf(isS3)('keeps the parts while a PUT of the whole file runs and after it broke off', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { id, parts, upload } = await startInParts(shop, bytes);
  await putParts(bytes, parts);
  const broken = await putHalf(upload, bytes);
  assert.deepEqual(numbersOf(await askParts(shop, id, divide(bytes))), []);
  broken.socket.destroy();
  await until(async () => (await storedTemps()) === 0);
  assert.equal((await finalize(shop, id)).status, 200);
  assert.deepEqual(await readFile(shop, id), bytes);
});

test.skipIf(isS3)('ends a PUT of a part, and deletes what came of it, once its division is aborted', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { id, parts } = await startInParts(shop, bytes);
  const [first] = parts.parts;
  assert.ok(first);
  const running = await putHalf(first.upload, bytes.subarray(0, PART));
  await askParts(shop, id, divide(bytes, 2 * PART));
  await until(async () => (await storedTemps()) === 0 && running.answer().includes('</Error>'));
  assert.match(running.answer(), /^HTTP\/1\.1 404 .*<Code>NoSuchUpload</s);
  running.socket.destroy();
});

test.skipIf(isS3)('ends a PUT, and deletes what is stored, once its upload is given up', async () => {
  const shop = await service.newMerchant();
  const staff = await newPerson(service, { [shop.id]: 'admin' });
  const before = await storedBytes();
  const bytes = newBytes();
  const { id, upload } = await startInParts(shop, bytes);
  assert.equal((await put(upload, bytes)).status, 200);
  const running = await putHalf(upload, bytes);
  assert.deepEqual((await staff.post(`/media/uploads/${id}/cancel`)).json, {
    freedBytes: bytes.length,
    heldUntil: null,
  });
  assert.equal(await storedBytes(), before);
  await until(async () => (await storedTemps()) === 0 && running.answer().includes('</Error>'));
  assert.match(running.answer(), /^HTTP\/1\.1 403 .*<Code>AccessDenied</s);
  assert.equal(await storedBytes(), before);
  running.socket.destroy();
});

test.skipIf(isS3)('keeps one copy when the whole file is sent again after a finalize of parts', async () => {
  const shop = await service.newMerchant();
  const before = await storedBytes();
  const bytes = newBytes();
  const { id, parts, upload } = await startInParts(shop, bytes);
  await putParts(bytes, parts);
  assert.equal((await finalize(shop, id)).status, 200);
  assert.equal((await put(upload, bytes)).status, 200);
  assert.equal(await codeOf(await put(parts.parts[0]?.upload ?? null, bytes.subarray(0, PART))), '404 NoSuchUpload');
  assert.equal(await storedBytes(), before + bytes.length);
  assert.deepEqual(await readFile(shop, id), bytes);
});

test.skipIf(isS3)('joins parts once at a time for a merchant, and beside those of another merchant', async () => {
  const [shop, other] = [await service.newMerchant(), await service.newMerchant()];
  const startReady = async (owner: Shop, bytes: Buffer): Promise<string> => {
    const { id, parts } = await startInParts(owner, bytes);
    await putParts(bytes, parts);
    return id;
  };
  const [own, others] = [newBytes(2), newBytes(3)];
  const ids = [await startReady(shop, own), await startReady(shop, newBytes(2))];
  const otherId = await startReady(other, others);
  const joinedSizes = async () => (await readdir(join(directory, 'tmp'))).map((name) => Number(name.split('.')[1]));
  const completing = vi.spyOn(service.store, 'completeParts');
  const holding = await holdWrites();
  const finalizing = ids.map((id) => finalize(shop, id));
  await until(() => completing.mock.calls.length === 2 && holding.files() > 0);
  finalizing.push(finalize(other, otherId));
  // The second of the merchant would have its file long before that of the other merchant.
  await until(async () => (await joinedSizes()).includes(others.length));
  assert.deepEqual(new Set(await joinedSizes()), new Set([own.length, others.length]));
  holding.release();
  const answers = await Promise.all(finalizing);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
});

// A store of files that may hold a whole file and its parts at once.
async function onBucket(): Promise<{ store: ObjectStore; shopAt: (shop: Shop) => Shop }> {
  const store = isS3 ? service.store : await openBucket(service);
  const url = isS3 ? service.url : await service.newInstance({ store });
  const shopAt = (shop: Shop): Shop => ({
    ...shop,
    get: (path) => send(`${url}${API_PATH}${path}`, shop.secret),
    post: (path, body) => send(`${url}${API_PATH}${path}`, shop.secret, post(body)),
  });
  return { store, shopAt };
}

const withQuota = (storageQuotaBytes: number) =>
  service.newMerchant({ merchant: { plan: { name: 'small', endsAt: null, allowsWrites: true, storageQuotaBytes } } });

test('in a bucket, reserves twice the size from the first parts until the URL of the whole file expires', async () => {
  const { store, shopAt } = await onBucket();
  const shop = shopAt(await service.newMerchant());
  const bytes = newBytes();
  const { id, parts, upload } = await startInParts(shop, bytes);
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 2 * bytes.length });
  const anew = await askParts(shop, id, divide(bytes, 2 * PART));
  assert.equal(await codeOf(await put(parts.parts[1]?.upload ?? null, bytes.subarray(PART))), '404 NoSuchUpload');
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 2 * bytes.length });
  await putParts(bytes, anew);
  const [reached, released] = [newGate(), newGate()];
  const completeParts: typeof store.completeParts = async (...input) => {
    const outcome = await store.completeParts(...input);
    reached.open();
    await released.opened;
    return outcome;
  };
  const url = await service.newInstance({ store: { ...store, completeParts } });
  const finalizing = send(`${url}${API_PATH}/media/uploads/${id}/finalize`, shop.secret, post());
  await reached.opened;
  assert.equal((await put(upload, bytes)).status, 200);
  released.open();
  assert.equal((await finalizing).status, 200);
  assert.equal(await store.head(keyOf(upload)), undefined);
  assert.deepEqual(await readFile(shop, id), bytes);
  assert.deepEqual(await usageOf(service, shop), { used: bytes.length, reserved: bytes.length });
  assert.equal((await put(upload, bytes)).status, 200);
  service.clock.advance(DAY_MS + 1);
  await dropAbandoned({ ...service, store });
  assert.equal(await store.head(keyOf(upload)), undefined);
  assert.deepEqual(await readFile(shop, id), bytes);
  assert.deepEqual(await usageOf(service, shop), { used: bytes.length, reserved: 0 });
});

test('in a bucket, aborts the parts and frees their room when the item takes the whole file', async () => {
  const { store, shopAt } = await onBucket();
  const shop = shopAt(await service.newMerchant());
  const bytes = newBytes();
  const { id, parts, upload } = await startInParts(shop, bytes);
  await putParts(bytes, { ...parts, parts: parts.parts.slice(1) });
  const begun = await partsOf(shop, id);
  assert.equal((await put(upload, bytes)).status, 200);
  assert.equal((await finalize(shop, id)).status, 200);
  assert.equal(await store.listParts(begun), undefined);
  assert.deepEqual(await store.head(keyOf(upload)), { sizeBytes: bytes.length });
  assert.deepEqual(await readFile(shop, id), bytes);
  assert.deepEqual(await usageOf(service, shop), { used: bytes.length, reserved: 0 });
});

test('in a bucket, frees the room of the parts when their upload is given up or dropped', async () => {
  const { store, shopAt } = await onBucket();
  const shop = shopAt(await service.newMerchant());
  const staff = await newPerson(service, { [shop.id]: 'admin' });
  const bytes = newBytes();
  const [cancelled, dropped] = [await startInParts(shop, bytes), await startInParts(shop, newBytes())];
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 4 * bytes.length });
  const held = (await staff.get('/media/uploads')).json['uploads'] as { id: string; bytes: number }[];
  assert.deepEqual(new Set(held.map((one) => one.bytes)), new Set([2 * bytes.length]));
  const cancelledParts = await partsOf(shop, cancelled.id);
  assert.equal((await staff.post(`/media/uploads/${cancelled.id}/cancel`)).status, 200);
  assert.equal(await store.listParts(cancelledParts), undefined);
  const heldBytes = isS3 ? bytes.length : 0;
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: heldBytes + 2 * bytes.length });
  const droppedParts = await partsOf(shop, dropped.id);
  service.clock.advance(DAY_MS + 1);
  await dropAbandoned({ ...service, store });
  assert.equal(await store.listParts(droppedParts), undefined);
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 0 });
});

test('in a bucket, lets one upload exceed the plan while its parts and its whole file may be stored', async () => {
  const { shopAt } = await onBucket();
  const [one, other] = [newBytes(), newBytes()];
  const shop = shopAt(await withQuota(2 * one.length));
  const size = { mimeType: 'video/mp4', width: 1, height: 1, duration: 1 };
  const { mediaId: id } = await startNew(shop, anUploadRequest(size, one));
  const { mediaId: second, upload } = await startNew(shop, anUploadRequest(size, other));
  await askParts(shop, id, divide(one));
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 3 * one.length });
  const { status, body } = await shop.post(`/media/uploads/${second}/parts`, divide(other));
  assert.deepEqual(
    [status, body],
    [
      409,
      {
        error: 'conflict',
        message:
          "The merchant's storage has no room for the parts of another file: PUT the whole file to upload.url, or delete media and try again.",
        code: 'storage_quota_exceeded',
      },
    ],
  );
  await putParts(one, await askParts(shop, id, divide(one, 2 * PART)));
  assert.equal((await finalize(shop, id)).status, 200);
  assert.equal((await put(upload, other)).status, 200);
  assert.equal((await finalize(shop, second)).status, 200);
});
