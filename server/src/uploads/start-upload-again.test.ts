import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { aPage, anUploadRequest } from '../../../tests/harness/content.js';
import { useService, type Shop } from '../../../tests/harness/service.js';
import { isS3 } from '../../../tests/harness/store.js';
import { finalize, put, start, startNew, upload, usageOf } from '../../../tests/harness/upload.js';

const service = useService();
let shop: Shop;
beforeAll(async () => {
  shop = await service.newMerchant();
});

describe('the same id again', () => {
  test('while the file is awaited: fresh URLs, the other fields taken over, nothing reserved twice', async () => {
    const shop = await service.newMerchant();
    const request = anUploadRequest({ hasThumbnail: true, thumbnailSize: 9 }, 'twice');
    const first = await startNew(shop, request);
    service.clock.advance(1_000);
    const second = await startNew(shop, {
      ...request,
      id: request.id.toUpperCase(),
      name: 'Renamed',
      width: 7,
      height: 8,
    });
    // S3 lives in real time, where both may carry the same second.
    if (!isS3) assert.notEqual(second.upload.url, first.upload.url);
    assert.equal(new URL(second.upload.url).pathname, new URL(first.upload.url).pathname);
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 14 });
    await put(first.upload, 'twice');
    const { body } = await finalize(shop, request.id);
    const { name, width, height } = body as { name: string; width: number; height: number };
    assert.deepEqual([name, width, height], ['Renamed', 7, 8]);
    // The thumbnail did not come, but its URL still works for a while.
    assert.deepEqual(await usageOf(service, shop), { used: 5, reserved: 9 });
  });

  test('when ready: a duplicate of itself', async () => {
    const shop = await service.newMerchant();
    const media = await upload(shop, 'itself');
    const ticket = await start(shop, anUploadRequest({ id: media.id }, 'itself'));
    assert.deepEqual(ticket, {
      mediaId: media.id,
      duplicateOf: { id: media.id, name: media.name, type: 'image' },
      upload: null,
      thumbnailUpload: null,
      warnings: [],
    });
  });

  test('with another file: 409 id_conflict, awaited or ready, other type or other size too', async () => {
    const shop = await service.newMerchant({ media: [aPage({ id: '7f000000-0000-4000-8000-000000000001' })] });
    const awaited = anUploadRequest({}, 'one');
    await start(shop, awaited);
    const ready = await upload(shop, 'ready');
    for (const request of [
      anUploadRequest({ id: awaited.id }, 'two'),
      { ...awaited, mimeType: 'image/jpeg' },
      { ...awaited, fileSize: awaited.fileSize + 1 },
      anUploadRequest({ id: ready.id }, 'two'),
      // The id comes first, also before the duplicate answer and the quota.
      anUploadRequest({ id: awaited.id }, 'ready'),
      anUploadRequest({ id: '7f000000-0000-4000-8000-000000000001' }, 'two'),
      { ...anUploadRequest({ id: awaited.id }, 'two'), mimeType: 'video/mp4', fileSize: 2_147_483_648 },
    ]) {
      const { status, body } = await shop.post('/media/uploads', request);
      const isSameFile = request.checksum === awaited.checksum && request.fileSize === awaited.fileSize;
      const message = isSameFile
        ? 'The id belongs to this file as image/png: send the same mimeType, or choose a new id.'
        : 'The id belongs to another file: choose a new one.';
      assert.deepEqual([status, body], [409, { error: 'conflict', message, code: 'id_conflict' }]);
    }
  });

  test('at another merchant is another item', async () => {
    const other = await service.newMerchant();
    const request = anUploadRequest();
    await start(shop, request);
    assert.equal((await start(other, anUploadRequest({ id: request.id }, 'other bytes'))).mediaId, request.id);
  });

  test('ten times at once is one item', async () => {
    const shop = await service.newMerchant();
    const request = anUploadRequest({}, '0123456789');
    const tickets = await Promise.all(Array.from({ length: 10 }, () => startNew(shop, request)));
    assert.equal(new Set(tickets.map(({ upload }) => new URL(upload.url).pathname)).size, 1);
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 10 });
  });
});
