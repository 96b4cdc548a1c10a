// An item that was imported without its bytes gets them by an upload of the same file.
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Media, MediaPage } from '@vitrine/contract/media';
import { newPerson } from '../../../tests/harness/console.js';
import { anImage, anUploadRequest, aPlaylist, sha256 } from '../../../tests/harness/content.js';
import { useService, type Shop } from '../../../tests/harness/service.js';
import { isS3 } from '../../../tests/harness/store.js';
import { finalize, put, start, startNew, upload, usageOf } from '../../../tests/harness/upload.js';
import { parseObjectKey } from '../storage/object-key.js';
import { dropAbandoned } from './drop-abandoned.js';

const service = useService();

const DAY_MS = 24 * 3_600_000;
const BYTES = 'its bytes';
const SIZE = BYTES.length;
const file = { fileName: 'poster.png', mimeType: 'image/png', sizeBytes: SIZE, sha256: sha256(BYTES) };

async function stage(over: object = {}) {
  const item = anImage({ file, ...over });
  const shop = await service.newMerchant({ media: [item] });
  return { shop, item, request: anUploadRequest({ id: item.id, name: 'Another name' }, BYTES) };
}

const mediaOf = async (shop: Shop, id: string) => (await shop.get(`/media/${id}`)).body as Media;
const fileOf = async (shop: Shop, id: string) => {
  const response = await fetch((await mediaOf(shop, id)).fileUrl ?? '');
  return [response.status, response.status === 200 ? await response.text() : undefined];
};
const listed = async (shop: Shop) => ((await shop.get('/media')).body as MediaPage).items.map(({ id }) => id);

describe('under its own id', () => {
  test('the upload gets URLs, finalize waits for the file, and the item stays what it was', async () => {
    const { shop, item, request } = await stage();
    const before = await mediaOf(shop, item.id);
    assert.equal((await fileOf(shop, item.id))[0], 404);

    const ticket = await startNew(shop, request);
    assert.deepEqual([ticket.mediaId, ticket.duplicateOf, ticket.thumbnailUpload], [item.id, null, null]);
    const early = await finalize(shop, item.id);
    assert.deepEqual([early.status, Object(early.body).code], [422, 'invalid']);
    assert.deepEqual(await listed(shop), [item.id]);

    assert.equal((await put(ticket.upload, BYTES)).status, 200);
    for (const _ of ['once', 'and again']) assert.equal((await finalize(shop, item.id)).status, 200);
    const { fileUrl: _, ...after } = await mediaOf(shop, item.id);
    const { fileUrl: __, ...same } = before;
    assert.deepEqual(after, same);
    assert.deepEqual(await fileOf(shop, item.id), [200, BYTES]);
    assert.equal((await start(shop, request)).duplicateOf?.id, item.id);
    const entries = await service.db.rows({
      text: 'select kind from activity where merchant_id = $1',
      values: [shop.id],
    });
    assert.deepEqual(entries, [{ kind: 'media.uploaded' }]);
  });

  test('it needs no room: imported files are counted already', async () => {
    const plan = { name: 'full', endsAt: null, allowsWrites: true, storageQuotaBytes: 1 };
    const item = anImage({ file });
    const shop = await service.newMerchant({ media: [item], merchant: { plan } });
    const ticket = await startNew(shop, anUploadRequest({ id: item.id }, BYTES));
    await put(ticket.upload, BYTES);
    assert.equal((await finalize(shop, item.id)).status, 200);
    assert.equal((await usageOf(service, shop))?.used, SIZE);
  });

  test('how long playlists with it play is measured anew, for its length may be known only now', async () => {
    const item = anImage({ file });
    const playlist = aPlaylist({ items: [{ mediaId: item.id, durationSeconds: null }] });
    const shop = await service.newMerchant({ media: [item], playlists: [playlist] });
    const measured = (text: string) => service.db.rows({ text, values: [shop.id] });
    await measured('update playlists set measured_revision = revision where merchant_id = $1');
    const ticket = await startNew(shop, anUploadRequest({ id: item.id }, BYTES));
    await put(ticket.upload, BYTES);
    assert.equal((await finalize(shop, item.id)).status, 200);
    const rows = await measured('select measured_revision from playlists where merchant_id = $1');
    assert.deepEqual(rows, [{ measured_revision: null }]);
  });

  test('a thumbnail that the import told of comes with it, and no other', async () => {
    const { shop, item, request } = await stage({ thumbnail: { sizeBytes: 5 } });
    const other = await startNew(shop, { ...request, hasThumbnail: true, thumbnailSize: 6 });
    assert.equal(other.thumbnailUpload, null);
    const ticket = await startNew(shop, { ...request, hasThumbnail: true, thumbnailSize: 5 });
    await put(ticket.upload, BYTES);
    await put(ticket.thumbnailUpload, 'thumb');
    const media = (await finalize(shop, item.id)).body as Media;
    assert.equal(await (await fetch(media.thumbnailUrl ?? '')).text(), 'thumb');
    // The URL of the thumbnail can write the place where it waited once more.
    assert.deepEqual(await usageOf(service, shop), { used: SIZE + 5, reserved: 5 });
    service.clock.advance(DAY_MS + 1);
    await dropAbandoned(service);
    assert.deepEqual(await usageOf(service, shop), { used: SIZE + 5, reserved: 0 });
    assert.deepEqual(await fileOf(shop, item.id), [200, BYTES]);
  });

  test('started again while the place of its thumbnail is being cleared, that stays reserved', async () => {
    const { shop, request } = await stage({ thumbnail: { sizeBytes: 5 } });
    const withThumbnail = { ...request, hasThumbnail: true, thumbnailSize: 5 };
    await startNew(shop, withThumbnail);
    service.clock.advance(DAY_MS + 1);
    const deleteLate: typeof service.store.delete = async (key) => {
      if (key.endsWith('.jpg')) await startNew(shop, withThumbnail);
      return service.store.delete(key);
    };
    await dropAbandoned({ ...service, store: { ...service.store, delete: deleteLate } });
    assert.deepEqual(await usageOf(service, shop), {
      used: SIZE + 5,
      reserved: service.store.pinsBytes ? 5 : 5 + SIZE,
    });
    service.clock.advance(DAY_MS + 1);
    await dropAbandoned(service);
    assert.deepEqual(await usageOf(service, shop), { used: SIZE + 5, reserved: 0 });
  });

  test('another file is still an id_conflict', async () => {
    const { shop, item } = await stage();
    const { status, body } = await shop.post('/media/uploads', anUploadRequest({ id: item.id }, 'other'));
    assert.deepEqual([status, Object(body).code], [409, 'id_conflict']);
  });

  test.skipIf(isS3)('deleted meanwhile, what its URL still writes is reserved and deleted a day later', async () => {
    const { shop, item, request } = await stage();
    const before = (await service.objects()).length;
    const staff = await newPerson(service, { [shop.id]: 'admin' });
    const ticket = await startNew(shop, request);
    assert.equal((await staff.remove(`/media/${item.id}`)).status, 200);
    assert.equal((await staff.remove(`/trash/${item.id}`)).status, 200);
    assert.equal((await put(ticket.upload, BYTES)).status, 200);
    service.clock.advance(DAY_MS - 1);
    await dropAbandoned(service);
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: SIZE });
    service.clock.advance(2);
    await dropAbandoned(service);
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 0 });
    assert.equal((await service.objects()).length, before);
  });
});

describe('under another id', () => {
  test('the upload is an item of its own, and the imported one has the bytes too', async () => {
    const { shop, item } = await stage();
    const media = await upload(shop, BYTES);
    assert.deepEqual(await listed(shop), [media.id, item.id]);
    for (const id of [media.id, item.id]) assert.deepEqual(await fileOf(shop, id), [200, BYTES]);
    // From now on it is a duplicate, of the oldest that has the bytes.
    assert.equal((await start(shop, anUploadRequest({}, BYTES))).duplicateOf?.id, item.id);
    const staff = await newPerson(service, { [shop.id]: 'admin' });
    await staff.remove(`/media/${media.id}`);
    await staff.remove(`/trash/${media.id}`);
    service.clock.advance(2 * DAY_MS);
    await dropAbandoned(service);
    assert.deepEqual(await fileOf(shop, item.id), [200, BYTES]);
  });

  test('duplicateOf names the oldest that has its bytes', async () => {
    const { shop } = await stage({ createdAt: '2026-01-01T00:00:00.000Z' });
    const media = await upload(shop, BYTES, { mimeType: 'image/jpeg' });
    assert.equal((await start(shop, anUploadRequest({}, BYTES))).duplicateOf?.id, media.id);
  });
});

test('bytes that the operator put into storage count at once', async () => {
  const { shop, item, request } = await stage();
  const { pathname } = new URL((await mediaOf(shop, item.id)).fileUrl ?? '');
  const declared = { contentType: 'image/png', sizeBytes: SIZE, sha256: file.sha256 } as const;
  await service.store.write(parseObjectKey(pathname.split('/').at(-1) ?? ''), Buffer.from(BYTES), declared);
  assert.equal((await start(shop, request)).duplicateOf?.id, item.id);
  assert.equal((await start(shop, anUploadRequest({}, BYTES))).duplicateOf?.id, item.id);
});
