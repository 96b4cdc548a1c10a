import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import type { Media } from '@vitrine/contract/media';
import { newTokenSecret } from '../identity/token-secret.js';
import { aPage, anUploadRequest } from '../../../tests/harness/content.js';
import { aToken, useService, type Shop } from '../../../tests/harness/service.js';
import { isS3 } from '../../../tests/harness/store.js';
import { comparable, finalize, put, startNew, upload, usageOf } from '../../../tests/harness/upload.js';
import { makePng } from './metadata/test-files/images.js';
import { makeMp4 } from './metadata/test-files/mp4.js';

const NO_UPLOAD =
  'No such upload: it was never started, or was dropped 24 hours after its last ticket. Start it again with POST /media/uploads.';

const service = useService();
let shop: Shop;
beforeAll(async () => {
  shop = await service.newMerchant();
});

test('what the client left out is read from the file, and nothing that it gave is changed', async () => {
  const [png, mp4] = [makePng({ width: 640, height: 360 }), makeMp4({ width: 320, height: 180, seconds: 7 })];
  const video = { mimeType: 'video/mp4', fileName: 'door.mp4' };
  const sizes = async (bytes: Uint8Array, over: object) => {
    const { width, height, durationSeconds } = await upload(await service.newMerchant(), bytes, over);
    return [width, height, durationSeconds];
  };
  assert.deepEqual(await sizes(png, {}), [640, 360, null]);
  assert.deepEqual(await sizes(png, { width: 7 }), [7, 360, null]);
  assert.deepEqual(await sizes(mp4, video), [320, 180, 7]);
  assert.deepEqual(await sizes(mp4, { ...video, height: 9, duration: 2.5 }), [320, 9, 2.5]);
});

test('a file that was stored as declared makes the item ready, as GET /media/{id} shows it', async () => {
  const request = anUploadRequest(
    { width: 10, height: 20, duration: 5, hasThumbnail: true, thumbnailSize: 5 },
    'bytes',
  );
  const ticket = await startNew(shop, request);
  assert.equal((await put(ticket.upload, 'bytes')).status, 200);
  assert.equal((await put(ticket.thumbnailUpload, 'thumb')).status, 200);
  service.clock.advance(5_000);
  const { status, body } = await finalize(shop, request.id);
  assert.equal(status, 200);
  const media = body as Media;
  assert.deepEqual(media, {
    id: request.id,
    name: 'Door, August',
    type: 'image',
    width: 10,
    height: 20,
    durationSeconds: null,
    tags: [],
    thumbnailUrl: media.thumbnailUrl,
    createdAt: new Date(service.clock.now()).toISOString(),
    fileUrl: media.fileUrl,
  });
  assert.deepEqual(comparable((await shop.get(`/media/${request.id}`)).body), comparable(media));
  assert.equal(await (await fetch(media.fileUrl ?? '')).text(), 'bytes');
  assert.equal(await (await fetch(media.thumbnailUrl ?? '')).text(), 'thumb');
});

test('called again it returns the item again, and counts once', async () => {
  const shop = await service.newMerchant();
  const media = await upload(shop, 'again');
  assert.deepEqual(comparable((await finalize(shop, media.id.toUpperCase())).body), comparable(media));
  assert.deepEqual(await usageOf(service, shop), { used: 5, reserved: 0 });
});

test('ten at once are one ready item', async () => {
  const shop = await service.newMerchant();
  const request = anUploadRequest({}, 'at once');
  await put((await startNew(shop, request)).upload, 'at once');
  const answers = await Promise.all(Array.from({ length: 10 }, () => finalize(shop, request.id)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ body }) => JSON.stringify(comparable(body)))).size, 1);
  assert.deepEqual(await usageOf(service, shop), { used: 7, reserved: 0 });
  const rows = await service.db.rows({ text: 'select 1 from activity where merchant_id = $1', values: [shop.id] });
  assert.equal(rows.length, 1);
});

test('a file that did not arrive is a 422, and stays awaited', async () => {
  const request = anUploadRequest({}, 'late');
  const ticket = await startNew(shop, request);
  const { status, body } = await finalize(shop, request.id);
  assert.deepEqual(
    [status, body],
    [
      422,
      {
        error: 'unprocessable',
        message:
          'The file has not arrived. PUT it to upload.url with every header of upload.headers, then finalize again. A file in parts: ask POST /media/uploads/{id}/parts again, PUT what it lists, then finalize again.',
        code: 'invalid',
      },
    ],
  );
  await put(ticket.upload, 'late');
  assert.equal((await finalize(shop, request.id)).status, 200);
});

test('wrong bytes cannot become ready', async () => {
  const request = anUploadRequest({}, 'right');
  const { upload: target } = await startNew(shop, request);
  assert.ok((await put(target, 'wrong')).status >= 400);
  assert.ok((await put(target, 'short')).status >= 400);
  assert.ok((await put(target, 'right and more')).status >= 400);
  assert.equal((await finalize(shop, request.id)).status, 422);
  assert.equal((await put(target, 'right')).status, 200);
  assert.equal((await finalize(shop, request.id)).status, 200);
  // The URL works until it runs out, but only for the same bytes.
  await put(target, 'wrong');
  const { fileUrl } = (await shop.get(`/media/${request.id}`)).body as Media;
  assert.equal(await (await fetch(fileUrl ?? '')).text(), 'right');
});

test("no such upload is a 404; another merchant's looks the same", async () => {
  const other = await service.newMerchant();
  const request = anUploadRequest();
  await startNew(other, request);
  const foreign = await finalize(shop, request.id);
  const missing = await finalize(shop, '00000000-0000-4000-8000-000000000000');
  assert.deepEqual([foreign.status, foreign.body], [404, { error: 'not_found', message: NO_UPLOAD }]);
  assert.deepEqual(missing.body, foreign.body);
});

test('a web page was never an upload: its id is a 404, for every token', async () => {
  const secret = newTokenSecret();
  const page = aPage();
  const shop = await service.newMerchant({ media: [page], tokens: [aToken(secret, ['media:write'])] });
  for (const bearer of [shop.secret, secret]) {
    const { status, body } = await shop.post(`/media/uploads/${page.id}/finalize`, undefined, bearer);
    assert.deepEqual([status, body], [404, { error: 'not_found', message: NO_UPLOAD }]);
  }
});

describe('a thumbnail', () => {
  test('that did not arrive does not hold the item back, and is not counted', async () => {
    const shop = await service.newMerchant();
    const media = await upload(shop, 'no thumbnail', { hasThumbnail: true, thumbnailSize: 50 });
    assert.equal(media.thumbnailUrl, null);
    // Its URL still works for a while.
    assert.deepEqual(await usageOf(service, shop), { used: 12, reserved: 50 });
  });

  test('cannot be changed once the item is ready', async () => {
    const request = anUploadRequest({ hasThumbnail: true, thumbnailSize: 5 }, 'pinned');
    const ticket = await startNew(shop, request);
    await put(ticket.upload, 'pinned');
    await put(ticket.thumbnailUpload, 'first');
    const media = (await finalize(shop, request.id)).body as Media;
    await put(ticket.thumbnailUpload, 'other');
    assert.equal(await (await fetch(media.thumbnailUrl ?? '')).text(), 'first');
    assert.deepEqual(comparable((await finalize(shop, request.id)).body), comparable(media));
  });
});

test('an empty file is legal from start to end', async () => {
  const shop = await service.newMerchant();
  const media = await upload(shop, '');
  assert.equal((await (await fetch(media.fileUrl ?? '')).arrayBuffer()).byteLength, 0);
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 0 });
});

test.skipIf(isS3)('the URL stops 15 minutes after the ticket, and a retry gives a fresh one', async () => {
  const request = anUploadRequest({}, 'slow');
  const { upload: target } = await startNew(shop, request);
  service.clock.advance(901_000);
  assert.equal((await put(target, 'slow')).status, 403);
  assert.equal((await put((await startNew(shop, request)).upload, 'slow')).status, 200);
  assert.equal((await finalize(shop, request.id)).status, 200);
});

test.skipIf(isS3)('signs the URLs of tokens for 901 seconds from the second of the answer', async () => {
  service.clock.advance(999 - (service.clock.now() % 1000));
  const { fileUrl } = await upload(shop, 'read');
  const { upload: target } = await startNew(shop, anUploadRequest({}, 'written'));
  assert.ok(fileUrl);
  service.clock.advance(900_000);
  assert.deepEqual([(await fetch(fileUrl)).status, (await put(target, 'written')).status], [200, 200]);
  service.clock.advance(1);
  assert.deepEqual([(await fetch(fileUrl)).status, (await put(target, 'written')).status], [403, 403]);
});

test('it takes no body, an empty one or an empty object', async () => {
  const media = await upload(shop, 'bodies');
  for (const body of [undefined, {}]) {
    assert.equal((await shop.post(`/media/uploads/${media.id}/finalize`, body)).status, 200);
  }
  const empty = await fetch(`${service.url}/api/integrations/v1/media/uploads/${media.id}/finalize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.secret}`, 'content-type': 'application/json' },
    body: '',
  });
  assert.equal(empty.status, 200);
});

test('fileUrl is in the answer only with scope media:files', async () => {
  const secret = newTokenSecret();
  const shop = await service.newMerchant({ tokens: [aToken(secret, ['media:write'])] });
  const media = await upload(shop, 'files');
  const { body } = await shop.post(`/media/uploads/${media.id}/finalize`, undefined, secret);
  assert.equal(Object.hasOwn(body as object, 'fileUrl'), false);
});

test('the activity log tells which token uploaded what', async () => {
  const shop = await service.newMerchant();
  const request = anUploadRequest({ name: 'Logged' }, 'log');
  await put((await startNew(shop, request)).upload, 'log');
  const { headers } = await finalize(shop, request.id);
  const rows = await service.db.rows({
    text: 'select kind, token_id, token_name, token_last_four, details, request_id, at from activity where merchant_id = $1',
    values: [shop.id],
  });
  assert.deepEqual(rows, [
    {
      kind: 'media.uploaded',
      token_id: shop.token.id,
      token_name: 'Web shop',
      token_last_four: shop.secret.slice(-4),
      details: { mediaId: request.id, name: 'Logged', sizeBytes: 3 },
      request_id: headers.get('x-request-id'),
      at: new Date(service.clock.now()).toISOString(),
    },
  ]);
});
