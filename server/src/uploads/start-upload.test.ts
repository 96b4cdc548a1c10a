import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { UploadTicket } from '@vitrine/contract/uploads';
import { aPage, anUploadRequest } from '../../test/content.js';
import { startService, type Service, type Shop } from '../../test/service.js';
import { isS3 } from '../../test/store.js';
import { finalize, put, start, startNew, upload, usageOf } from '../../test/upload.js';

let service: Service;
let shop: Shop;
beforeAll(async () => {
  service = await startService();
  shop = await service.newMerchant();
});
afterAll(() => service.close());

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
    assert.equal(new URL(ticket.upload.url).searchParams.get('X-Amz-Expires'), '900');
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

describe('400: what cannot be understood', () => {
  const faults: [string, object][] = [
    ['id', { id: 'x' }],
    ['id', { id: `urn:uuid:${randomUUID()}` }],
    ['id', { id: null }],
    ['name', { name: 5 }],
    ['fileName', { fileName: 'x'.repeat(501) }],
    ['fileName', { fileName: 'a\0b' }],
    ['mimeType', { mimeType: 7 }],
    ['fileSize', { fileSize: -1 }],
    ['fileSize', { fileSize: 1.5 }],
    ['fileSize', { fileSize: '12' }],
    ['fileSize', { fileSize: null }],
    ['checksum', { checksum: null }],
    ['duration', { duration: 0 }],
    ['duration', { duration: -1 }],
    ['duration', { duration: 10_000_001 }],
    ['duration', { duration: '5' }],
    ['width', { width: 0 }],
    ['width', { width: 2_147_483_648 }],
    ['height', { height: 1.5 }],
    ['hasThumbnail', { hasThumbnail: 'yes' }],
    ['hasThumbnail', { hasThumbnail: null }],
    ['thumbnailSize', { hasThumbnail: true }],
    ['thumbnailSize', { hasThumbnail: true, thumbnailSize: null }],
    ['thumbnailSize', { hasThumbnail: false, thumbnailSize: 5 }],
    ['thumbnailSize', { thumbnailSize: 5 }],
    ['thumbnailSize', { hasThumbnail: true, thumbnailSize: 0 }],
    ['codec', { codec: 'x'.repeat(51) }],
    ['colour', { colour: 'red' }],
  ];
  test.each(faults)('%s: %j', async (field, over) => {
    const { status, body } = await shop.post('/media/uploads', { ...anUploadRequest(), ...over });
    assert.equal(status, 400);
    const { error, message, code } = body as { error: string; message: string; code?: string };
    assert.deepEqual([error, code], ['invalid_request', undefined]);
    assert.ok(message.startsWith(`${field}: `), message);
    assert.equal(message.split(': ').length, 2, message);
  });

  test.each(['id', 'name', 'fileName', 'mimeType', 'fileSize', 'checksum'])('%s missing', async (field) => {
    const { [field]: _, ...rest } = anUploadRequest() as Record<string, unknown>;
    const { status, body } = await shop.post('/media/uploads', rest);
    assert.deepEqual([status, body], [400, { error: 'invalid_request', message: `${field}: is required.` }]);
  });

  test('names every faulty field, and comes before any 422', async () => {
    const { status, body } = await shop.post('/media/uploads', {
      ...anUploadRequest(),
      width: 0,
      codec: 5,
      name: '',
      mimeType: 'x',
    });
    assert.deepEqual(
      [status, body],
      [
        400,
        {
          error: 'invalid_request',
          message:
            'width: must be a whole number above 0 and at most 2147483647. codec: must be a text of at most 50 characters without NUL.',
        },
      ],
    );
  });
});

describe('422: what is understood and not accepted', () => {
  const faults: [string, object][] = [
    ['mimeType', { mimeType: 'image/gif' }],
    ['mimeType', { mimeType: 'IMAGE/PNG' }],
    ['mimeType', { mimeType: 'image/png; charset=x' }],
    ['fileSize', { fileSize: 52_428_801 }],
    ['fileSize', { mimeType: 'video/mp4', fileSize: 2_147_483_649 }],
    ['thumbnailSize', { hasThumbnail: true, thumbnailSize: 1_048_577 }],
    ['checksum', { checksum: 'A'.repeat(64) }],
    ['checksum', { checksum: 'a'.repeat(63) }],
    ['name', { name: '' }],
    ['name', { name: ' \u00a0 ' }],
    ['name', { name: 'x'.repeat(201) }],
    ['name', { name: 'a\nb' }],
    ['name', { name: 'a\0b' }],
    ['name', { name: 'a\u0085b' }],
  ];
  test.each(faults)('%s: %j', async (field, over) => {
    const { status, body } = await shop.post('/media/uploads', { ...anUploadRequest(), ...over });
    assert.equal(status, 422);
    const { error, message, code } = body as { error: string; message: string; code?: string };
    assert.deepEqual([error, code], ['unprocessable', 'invalid']);
    assert.ok(message.startsWith(`${field}: `), message);
  });

  test.each([
    [{ name: 'x'.repeat(200) }],
    [{ name: '😀'.repeat(200) }],
    [{ name: 'a\u200bb\u202e\ue000\u2028' }],
    [{ fileName: '' }],
    [{ fileSize: 52_428_800 }],
    [{ mimeType: 'video/mp4', fileSize: 2_147_483_648, codec: 'h264' }],
    [{ hasThumbnail: true, thumbnailSize: 1_048_576 }],
    [{ hasThumbnail: false, thumbnailSize: null, duration: null, width: null, height: null, codec: null }],
    [{ duration: 5 }],
    [{ width: 2_147_483_647, height: 1, duration: 10_000_000 }],
    [{ fileSize: 0 }],
    [{ id: randomUUID().toUpperCase() }],
  ])('accepted: %j', async (over) => {
    const request = anUploadRequest(over);
    assert.equal((await start(shop, request)).mediaId, request.id.toLowerCase());
  });
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
    assert.deepEqual(await usageOf(service, shop), { used: 5, reserved: 0 });
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
      assert.deepEqual(
        [status, body],
        [409, { error: 'conflict', message: 'The id belongs to another item: choose a new one.', code: 'id_conflict' }],
      );
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
  const FULL = {
    error: 'conflict',
    message: "The merchant's storage is full: delete media or enlarge the plan, then try again.",
    code: 'storage_quota_exceeded',
  };

  test('counts the file and the declared thumbnail, and may be reached exactly', async () => {
    const shop = await withQuota(10);
    const over = await shop.post('/media/uploads', anUploadRequest({ hasThumbnail: true, thumbnailSize: 6 }, 'fives'));
    assert.deepEqual([over.status, over.body], [409, FULL]);
    await start(shop, anUploadRequest({ hasThumbnail: true, thumbnailSize: 5 }, 'fives'));
    const next = await shop.post('/media/uploads', anUploadRequest({}, '1'));
    assert.deepEqual([next.status, next.body], [409, FULL]);
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
