// What a retry may declare anew, and what becomes of what it declared before.
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Media } from '@vitrine/contract/media';
import { anUploadRequest } from '../../../tests/harness/content.js';
import { useService, type Shop } from '../../../tests/harness/service.js';
import { isS3 } from '../../../tests/harness/store.js';
import { finalize, put, start, startNew, usageOf } from '../../../tests/harness/upload.js';
import { dropAbandoned } from './drop-abandoned.js';

const service = useService();

const DAY_MS = 24 * 3_600_000;
const quota = (storageQuotaBytes: number) => ({
  plan: { name: 'small', endsAt: null, allowsWrites: true, storageQuotaBytes },
});
const withThumbnail = (thumbnailSize: number) => ({ hasThumbnail: true, thumbnailSize });

test('forty retries of one id at once, each with another thumbnail or none, are retries', async () => {
  const shop = await service.newMerchant();
  const request = anUploadRequest({}, 'forty');
  const declared = Array.from({ length: 40 }, (_, at) => (at % 5 === 0 ? {} : withThumbnail(at)));
  const answers = await Promise.all(declared.map((over) => shop.post('/media/uploads', { ...request, ...over })));
  assert.deepEqual(
    answers.map(({ status, body }) => [status, Object(body).mediaId]),
    answers.map(() => [200, request.id]),
  );
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 5 + 39 });
});

describe('a retry after the quota was made smaller', () => {
  const shrink = (shop: Shop, bytes: number) =>
    service.db.rows({ text: 'update merchants set storage_quota_bytes = $2 where id = $1', values: [shop.id, bytes] });

  test('is answered, as finalize is', async () => {
    const shop = await service.newMerchant();
    const request = anUploadRequest(withThumbnail(9), 'shrunk');
    await start(shop, request);
    await shrink(shop, 3);
    const ticket = await startNew(shop, request);
    assert.ok((await startNew(shop, anUploadRequest({ id: request.id }, 'shrunk'))).upload);
    await put(ticket.upload, 'shrunk');
    assert.equal((await finalize(shop, request.id)).status, 200);
  });

  test('is refused when it asks for more room than it has', async () => {
    const shop = await service.newMerchant();
    const request = anUploadRequest(withThumbnail(9), 'shrunk');
    await start(shop, request);
    await shrink(shop, 3);
    const { status, body } = await shop.post('/media/uploads', { ...request, thumbnailSize: 10 });
    assert.deepEqual([status, Object(body).code], [409, 'storage_quota_exceeded']);
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 6 + 9 });
  });
});

describe('a thumbnail that a retry no longer declares', () => {
  const FILE = 'the file';
  const BYTES = FILE.length;

  // Start and PUT with a thumbnail, then start without: five times, each thumbnail smaller than the one before.
  async function fiveRounds(shop: Shop) {
    const request = anUploadRequest({}, FILE);
    const before = new Set(await service.objects());
    const tickets = [];
    for (const size of [50, 40, 30, 20, 10]) {
      const ticket = await startNew(shop, { ...request, ...withThumbnail(size) });
      assert.equal((await put(ticket.thumbnailUpload, 'x'.repeat(size))).status, 200);
      await startNew(shop, request);
      // Whichever URL is used last, there is one object, and the largest that was declared is reserved.
      assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: BYTES + 50 });
      if (!isS3) assert.equal((await service.objects()).filter((key) => !before.has(key)).length, 1);
      tickets.push({ ticket, size });
    }
    return { request, before, tickets };
  }

  const remaining = async (before: ReadonlySet<string>) => (await service.objects()).filter((key) => !before.has(key));

  test('keeps its one place and what is reserved for it, and is gone a day after an upload that was abandoned', async () => {
    const shop = await service.newMerchant({ merchant: quota(BYTES + 50) });
    const { before, tickets } = await fiveRounds(shop);
    for (const { ticket, size } of tickets) await put(ticket.thumbnailUpload, 'y'.repeat(size));
    service.clock.advance(DAY_MS + 1);
    await dropAbandoned(service);
    assert.deepEqual(await remaining(before), []);
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 0 });
  });

  test('is gone a day after finalize, and reserved until then', async () => {
    const shop = await service.newMerchant({ merchant: quota(BYTES + 50) });
    const { request, before, tickets } = await fiveRounds(shop);
    await put((await startNew(shop, request)).upload, FILE);
    const media = (await finalize(shop, request.id)).body as Media;
    assert.equal(media.thumbnailUrl, null);
    for (const { ticket, size } of tickets) await put(ticket.thumbnailUpload, 'y'.repeat(size));
    assert.deepEqual(await usageOf(service, shop), { used: BYTES, reserved: 50 });
    const next = await shop.post('/media/uploads', anUploadRequest({}, '1'));
    assert.deepEqual([next.status, Object(next.body).code], [409, 'storage_quota_exceeded']);
    service.clock.advance(DAY_MS + 1);
    await dropAbandoned(service);
    assert.deepEqual(await usageOf(service, shop), { used: BYTES, reserved: 0 });
    if (!isS3) assert.equal((await remaining(before)).length, 1);
  });

  test('may be declared again with another size, and that one is shown', async () => {
    const shop = await service.newMerchant();
    const { request, before } = await fiveRounds(shop);
    const ticket = await startNew(shop, { ...request, ...withThumbnail(7) });
    await put(ticket.upload, FILE);
    await put(ticket.thumbnailUpload, 'seventh');
    const media = (await finalize(shop, request.id)).body as Media;
    assert.equal(await (await fetch(media.thumbnailUrl ?? '')).text(), 'seventh');
    // Its URL could write the place where it waited once more.
    await put(ticket.thumbnailUpload, 'seventh');
    assert.deepEqual(await usageOf(service, shop), { used: BYTES + 7, reserved: 50 });
    service.clock.advance(DAY_MS + 1);
    await dropAbandoned(service);
    assert.deepEqual(await usageOf(service, shop), { used: BYTES + 7, reserved: 0 });
    if (!isS3) assert.equal((await remaining(before)).length, 2);
  });
});
