// A thumbnail waits under a staging key that its URLs can write until they run out.
import assert from 'node:assert/strict';
import { describe, onTestFinished, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import type { Media } from '@vitrine/contract/media';
import { anImage, anUploadRequest, sha256 } from '../../../tests/harness/content.js';
import { newGate } from '../../../tests/harness/gate.js';
import { holdCopies } from '../../../tests/harness/hold-on-the-way.js';
import { post, send, useService, type Shop } from '../../../tests/harness/service.js';
import { isS3, openBucket } from '../../../tests/harness/store.js';
import { finalize, put, startNew, usageOf } from '../../../tests/harness/upload.js';
import { parseObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { dropAbandoned } from './drop-abandoned.js';

const service = useService();

const DAY_MS = 24 * 3_600_000;
const FILE = 'the file';
const THUMBNAIL = 'thumb';

// A file and its thumbnail, sent; what its URLs wrote before is overwritten.
async function sendBoth(shop: Shop, id?: string) {
  const sizes = { width: 1, height: 1, hasThumbnail: true, thumbnailSize: THUMBNAIL.length };
  const request = anUploadRequest({ ...sizes, ...(id !== undefined && { id }) }, FILE);
  const ticket = await startNew(shop, request);
  assert.equal((await put(ticket.upload, FILE)).status, 200);
  assert.equal((await put(ticket.thumbnailUpload, THUMBNAIL)).status, 200);
  return { request, ticket };
}

const finalizeAt = (url: string, shop: Shop, id: string) =>
  send(`${url}${API_PATH}/media/uploads/${id}/finalize`, shop.secret, post());

async function thumbnailOf(shop: Shop, id: string): Promise<string> {
  const { thumbnailUrl } = (await shop.get(`/media/${id}`)).body as Media;
  return (await fetch(thumbnailUrl ?? '')).text();
}

const keyOf = (url: string | null | undefined) => parseObjectKey(new URL(url ?? '').pathname.split('/').at(-1) ?? '');

async function countNew(before: readonly string[]): Promise<number> {
  return (await service.objects()).filter((name) => !before.includes(name)).length;
}

async function assertCleanAfterADay(shop: Shop, before: readonly string[], items: number): Promise<void> {
  service.clock.advance(DAY_MS + 1);
  await dropAbandoned(service);
  assert.deepEqual(await usageOf(service, shop), { used: items * (FILE.length + THUMBNAIL.length), reserved: 0 });
  if (!isS3) assert.equal(await countNew(before), 2 * items);
}

for (const [kind, later] of [
  ['of the same size', 'other'],
  ['of another size', 'a longer one'],
] as const) {
  test(`a finalize that was overtaken leaves the thumbnail as it is, where one ${kind} was sent since`, async () => {
    const before = await service.objects();
    const held = await holdCopies(service.store.origin);
    onTestFinished(held.close);
    const slow = await service.newInstance({ store: await openBucket(service, held.endpoint) });
    const shop = await service.newMerchant();
    const { request } = await sendBoth(shop);
    const other = await startNew(shop, { ...request, thumbnailSize: later.length });
    await sendBoth(shop, request.id);
    const late = finalizeAt(slow, shop, request.id);
    await held.untilHeld;
    assert.equal((await finalize(shop, request.id)).status, 200);
    assert.equal((await put(other.thumbnailUpload, later)).status, 200);
    held.release();
    assert.equal((await late).status, 200);
    assert.equal(await thumbnailOf(shop, request.id), THUMBNAIL);
    await assertCleanAfterADay(shop, before, 1);
    assert.equal(await thumbnailOf(shop, request.id), THUMBNAIL);
  });
}

test('of two finalizes at once one is taken, and the copies of the other go', async () => {
  const before = await service.objects();
  const shop = await service.newMerchant();
  const { request } = await sendBoth(shop);
  const answers = await Promise.all([1, 2, 3].map(() => finalize(shop, request.id)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal(await thumbnailOf(shop, request.id), THUMBNAIL);
  if (!isS3) assert.equal(await countNew(before), 2);
});

describe('a finalize that was cut off when the thumbnail was settled, and before the item was ready', () => {
  async function cutOff(shop: Shop, id: string): Promise<void> {
    const { copy, move } = service.store;
    const afterwards =
      <Input extends unknown[]>(does: (...input: Input) => Promise<unknown>) =>
      async (...input: Input): Promise<never> => {
        await does(...input);
        throw new Error('cut off');
      };
    const store: ObjectStore = { ...service.store, copy: afterwards(copy), move: afterwards(move) };
    assert.equal((await finalizeAt(await service.newInstance({ store }), shop, id)).status, 500);
  }

  test('loses no thumbnail: called again, it is there', async () => {
    const before = await service.objects();
    const shop = await service.newMerchant();
    const { request } = await sendBoth(shop);
    await cutOff(shop, request.id);
    assert.equal((await finalize(shop, request.id)).status, 200);
    assert.equal(await thumbnailOf(shop, request.id), THUMBNAIL);
    await assertCleanAfterADay(shop, before, 1);
  });

  test('nor one of another size that a retry sent then', async () => {
    const before = await service.objects();
    const shop = await service.newMerchant();
    const request = anUploadRequest({ hasThumbnail: true, thumbnailSize: 12 }, FILE);
    const ticket = await startNew(shop, request);
    await put(ticket.upload, FILE);
    await put(ticket.thumbnailUpload, 'a longer one');
    await cutOff(shop, request.id);
    await sendBoth(shop, request.id);
    assert.equal((await finalize(shop, request.id)).status, 200);
    assert.equal(await thumbnailOf(shop, request.id), THUMBNAIL);
    await assertCleanAfterADay(shop, before, 1);
  });
});

test('the thumbnail of an item that was imported without its bytes comes with them', async () => {
  const file = { fileName: 'a.png', mimeType: 'image/png', sizeBytes: FILE.length, sha256: sha256(FILE) };
  const item = anImage({ file, thumbnail: { sizeBytes: THUMBNAIL.length } });
  const shop = await service.newMerchant({ media: [item] });
  const before = await service.objects();
  await sendBoth(shop, item.id);
  assert.equal((await finalize(shop, item.id)).status, 200);
  assert.equal(await thumbnailOf(shop, item.id), THUMBNAIL);
  await assertCleanAfterADay(shop, before, 1);
});

test('it stays as it is, where the bytes were lost and asked for again while a finalize that was overtaken goes on', async () => {
  const file = { fileName: 'a.png', mimeType: 'image/png', sizeBytes: FILE.length, sha256: sha256(FILE) };
  const item = anImage({ file, thumbnail: { sizeBytes: THUMBNAIL.length } });
  const shop = await service.newMerchant({ media: [item] });
  const { request } = await sendBoth(shop, item.id);
  const [reached, released] = [newGate(), newGate()];
  const copy: typeof service.store.copy = async (...input) => {
    await service.store.copy(...input);
    reached.open();
    await released.opened;
  };
  const slow = await service.newInstance({ store: { ...service.store, copy } });
  const late = finalizeAt(slow, shop, item.id);
  await reached.opened;
  const first = (await finalize(shop, item.id)).body as Media;
  await service.store.delete(keyOf(first.fileUrl));
  await put((await startNew(shop, request)).upload, FILE);
  released.open();
  const { thumbnailUrl } = (await late).body as Media;
  assert.equal(keyOf(thumbnailUrl), keyOf(first.thumbnailUrl));
});
