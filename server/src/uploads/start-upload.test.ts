import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import type { UploadTicket } from '@vitrine/contract/uploads';
import { anUploadRequest } from '../../../tests/harness/content.js';
import { useService, type Shop } from '../../../tests/harness/service.js';
import { finalize, put, start, startNew, upload, usageOf } from '../../../tests/harness/upload.js';

const service = useService();
let shop: Shop;
beforeAll(async () => {
  shop = await service.newMerchant();
});

const withQuota = (storageQuotaBytes: number) =>
  service.newMerchant({ merchant: { plan: { name: 'small', endsAt: null, allowsWrites: true, storageQuotaBytes } } });

describe('a new file', () => {
  test('gets a ticket with exactly the fields of the contract', async () => {
    const request = anUploadRequest({ hasThumbnail: true, thumbnailSize: 5 });
    const ticket = await startNew(shop, request);
    assert.deepEqual(ticket, {
      mediaId: request.id,
      duplicateOf: null,
      upload: { url: ticket.upload.url, headers: ticket.upload.headers },
      thumbnailUpload: { url: ticket.thumbnailUpload?.url, headers: { 'content-type': 'image/jpeg' } },
      warnings: [],
    });
    assert.equal(ticket.upload.headers['content-type'], 'image/png');
    assert.equal(new URL(ticket.upload.url).searchParams.get('X-Amz-Expires'), '901');
  });

  test('is a 404 until it is ready, and in no list', async () => {
    const shop = await service.newMerchant();
    const request = anUploadRequest();
    await start(shop, request);
    assert.equal((await shop.get(`/media/${request.id}`)).status, 404);
    assert.equal((await shop.post(`/media/${request.id}/tags`, { add: ['x'] })).status, 404);
    assert.deepEqual((await shop.get('/media')).body, { items: [], nextCursor: null });
  });

  test('has keys that tell nothing of the merchant or the file', async () => {
    const request = anUploadRequest({ name: 'Secret name', fileName: 'secret.png' });
    const { pathname } = new URL((await startNew(shop, request)).upload.url);
    for (const told of [shop.id, request.id, request.checksum, 'secret', 'Secret']) assert.ok(!pathname.includes(told));
  });
});

describe('a file that the merchant has', () => {
  test('answers with the oldest ready item, and creates nothing', async () => {
    const shop = await service.newMerchant();
    const [one, two] = [anUploadRequest({ name: 'One' }, 'same'), anUploadRequest({ name: 'Two' }, 'same')];
    const tickets = [await startNew(shop, one), await startNew(shop, two)];
    for (const [at, { id }] of [one, two].entries()) {
      await put(tickets[at]?.upload ?? null, 'same');
      assert.equal((await finalize(shop, id)).status, 200);
      service.clock.advance(1);
    }
    const third = anUploadRequest({ mimeType: 'image/jpeg' }, 'same');
    assert.deepEqual(await start(shop, third), {
      mediaId: one.id,
      duplicateOf: { id: one.id, name: 'One', type: 'image' },
      upload: null,
      thumbnailUpload: null,
      warnings: [],
    });
    assert.equal((await finalize(shop, third.id)).status, 404);
    assert.deepEqual(await usageOf(service, shop), { used: 8, reserved: 0 });
  });

  test('of another merchant is no duplicate', async () => {
    const other = await service.newMerchant();
    await upload(other, 'theirs');
    assert.ok((await start(shop, anUploadRequest({}, 'theirs'))).upload);
  });

  test('drops an awaited id whose file has meanwhile become ready under another', async () => {
    const shop = await service.newMerchant();
    const awaited = anUploadRequest({}, 'raced');
    await start(shop, awaited);
    const winner = anUploadRequest({ name: 'Winner' }, 'raced');
    await put((await startNew(shop, winner)).upload, 'raced');
    assert.equal((await finalize(shop, winner.id)).status, 200);
    const ticket: UploadTicket = await start(shop, awaited);
    assert.deepEqual([ticket.mediaId, ticket.duplicateOf?.name, ticket.upload], [winner.id, 'Winner', null]);
    assert.equal((await finalize(shop, awaited.id)).status, 404);
    // Its URL still works for a while, so its place stays reserved.
    assert.deepEqual(await usageOf(service, shop), { used: 5, reserved: 5 });
  });

  test('needs no place in a full storage', async () => {
    const shop = await withQuota(5);
    const media = await upload(shop, 'exact');
    assert.equal((await start(shop, anUploadRequest({}, 'exact'))).duplicateOf?.id, media.id);
  });
});

describe('the quota', () => {
  const full = (needed: string, free: string) => ({
    error: 'conflict',
    message: `The merchant's storage is full: ${needed} needed, ${free} free. Delete media or enlarge the plan, then try again.`,
    code: 'storage_quota_exceeded',
  });

  test('counts the file and the declared thumbnail, and may be reached exactly', async () => {
    const shop = await withQuota(10);
    const over = await shop.post('/media/uploads', anUploadRequest({ hasThumbnail: true, thumbnailSize: 6 }, 'fives'));
    assert.deepEqual([over.status, over.body], [409, full('11 bytes', '10 bytes of 10 bytes')]);
    await start(shop, anUploadRequest({ hasThumbnail: true, thumbnailSize: 5 }, 'fives'));
    const next = await shop.post('/media/uploads', anUploadRequest({}, '1'));
    assert.deepEqual([next.status, next.body], [409, full('1 byte', '0 bytes of 10 bytes')]);
    assert.ok((await start(shop, anUploadRequest({}, ''))).upload);
  });

  test('gives exactly five of twelve that race for the last five places', async () => {
    const shop = await withQuota(50);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        shop.post('/media/uploads', anUploadRequest({}, `ten bytes${at % 10}`.slice(0, 10).padEnd(10, String(at)))),
      ),
    );
    const started = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 409);
    assert.deepEqual([started.length, refused.length], [5, 7]);
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 50 });
  });
});
