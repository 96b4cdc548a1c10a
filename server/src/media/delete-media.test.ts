import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'vitest';
import { exportArchive } from '../archive/export-archive.js';
import { importArchive } from '../archive/import-archive.js';
import { parseMerchantId } from '../ids.js';
import { SIGNED_FOR_SECONDS } from '../storage/presign-object.js';
import { dropAbandoned } from '../uploads/drop-abandoned.js';
import { activityOf, newPerson } from '../../../tests/harness/console.js';
import { aCampaign, anImage, anUploadRequest, aPage, aPlaylist, aPublished } from '../../../tests/harness/content.js';
import { NOW, useService, type Service } from '../../../tests/harness/service.js';
import { isS3 } from '../../../tests/harness/store.js';
import { finalize, put, startNew, upload, usageOf } from '../../../tests/harness/upload.js';

const service = useService();

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const stage = async (parts: Parameters<Service['newMerchant']>[0] = {}) => {
  const shop = await service.newMerchant(parts);
  return { shop, staff: await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff') };
};

const item = (mediaId: string) => ({ mediaId, durationSeconds: null });

const aLive = (name: string, mediaId: string, end: string | null = null, over: object = {}) => {
  const items = [{ mediaId, type: 'image', durationSeconds: 10 }];
  const content = { landscape: { playlistId: randomUUID(), items }, portrait: null };
  const version = aPublished({ flight: { start: null, end }, content });
  return aCampaign({ name, liveVersion: 1, versions: [version], ...over });
};

const revisionsOf = (shopId: string) =>
  service.db.rows<{ id: string; revision: number; updated_at: string }>({
    text: 'select id, revision, updated_at from playlists where merchant_id = $1 order by name',
    values: [shopId],
  });

describe('deleting a media item', () => {
  test('takes it out of the library and of its playlists, which are changed by that', async () => {
    const [gone, kept] = [anImage({ name: 'Gone' }), anImage({ name: 'Kept' })];
    const both = aPlaylist({ name: 'a', items: [item(gone.id), item(kept.id), item(gone.id)] });
    const other = aPlaylist({ name: 'b', items: [item(kept.id)] });
    const { shop, staff } = await stage({ media: [gone, kept], playlists: [both, other] });
    const answer = await staff.remove(`/media/${gone.id.toUpperCase()}`);
    assert.deepEqual([answer.status, answer.body], [200, { id: gone.id }]);
    const missing = { error: 'not_found', message: 'There is no such media item.' };
    for (const again of [await staff.remove(`/media/${gone.id}`), await shop.get(`/media/${gone.id}`)]) {
      assert.deepEqual([again.status, again.body], [404, missing]);
    }
    assert.deepEqual(
      Object((await staff.get('/media')).json['items']).map(({ name }: { name: string }) => name),
      ['Kept'],
    );
    assert.deepEqual(Object((await shop.get(`/playlists/${both.id}`)).body).items, [
      { mediaId: kept.id, type: 'image', durationSeconds: 10 },
    ]);
    assert.deepEqual(await revisionsOf(shop.id), [
      { id: both.id, revision: 2, updated_at: NOW },
      { id: other.id, revision: 1, updated_at: '2026-05-02T08:00:00.000Z' },
    ]);
    assert.deepEqual(await activityOf(service, shop.id), [
      ['media.deleted', 'Stella Staff', { mediaId: gone.id, name: 'Gone' }],
    ]);
    assert.deepEqual(await usageOf(service, shop), { used: 5, reserved: 0 });
  });

  test('is refused while a campaign that has not ended plays it, and the campaigns are named', async () => {
    const media = anImage();
    const campaigns = [
      aLive('Today', media.id),
      aLive('august', media.id, '2026-08-31'),
      aLive('Hidden', media.id, null, { archived: true }),
      aLive('Spring', media.id, '2026-06-14'),
      aLive('Withdrawn', media.id, null, { liveVersion: null }),
    ];
    const { shop, staff } = await stage({ media: [media], campaigns });
    const answer = await staff.remove(`/media/${media.id}`);
    assert.deepEqual(
      [answer.status, answer.body],
      [
        409,
        {
          error: 'conflict',
          message:
            'Screens play this item, now or soon, in «august», «Hidden», «Today». Publish without it or withdraw first.',
          code: 'in_use',
        },
      ],
    );
    assert.equal((await staff.get(`/media/${media.id}`)).status, 200);
    assert.deepEqual(await activityOf(service, shop.id), []);
  });

  test('is allowed when all that played it has ended; an archive leaves out what is gone', async () => {
    const [media, kept] = [anImage(), aPage()];
    const campaigns = [aLive('Spring', media.id, '2026-06-14')];
    const { shop, staff } = await stage({ media: [media, kept], campaigns });
    assert.equal((await staff.remove(`/media/${media.id}`)).status, 200);
    const { mediaIds } = Object((await shop.get(`/campaigns/${campaigns[0]?.lineageId}`)).body);
    assert.deepEqual(mediaIds, [media.id]);
    const archive = await exportArchive(service, parseMerchantId(shop.id));
    await importArchive(service, archive, { replace: true });
    assert.equal((await shop.get(`/media/${kept.id}`)).status, 200);
  });

  test('frees its room at once; its objects go when nobody can read them by a URL any more', async () => {
    const { shop, staff } = await stage();
    const request = anUploadRequest({ hasThumbnail: true, thumbnailSize: 5 }, 'the bytes');
    const ticket = await startNew(shop, request);
    await put(ticket.upload, 'the bytes');
    await put(ticket.thumbnailUpload, 'thumb');
    await finalize(shop, request.id);
    service.clock.advance(24 * HOUR_MS);
    await dropAbandoned(service);
    const stored = (await service.objects()).length;
    const { fileUrl } = (await staff.get(`/media/${request.id}`)).json;
    assert.deepEqual(await usageOf(service, shop), { used: 14, reserved: 0 });

    assert.equal((await staff.remove(`/media/${request.id}`)).status, 200);
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 0 });
    service.clock.advance(SIGNED_FOR_SECONDS * 1000 - 1);
    assert.equal(await dropAbandoned(service), 0);
    if (!isS3) assert.equal(await (await fetch(String(fileUrl))).text(), 'the bytes');
    service.clock.advance(1);
    assert.equal(await dropAbandoned(service), 2);
    if (!isS3) assert.equal((await service.objects()).length, stored - 2);
  });

  test('keeps the room of a fresh upload reserved while a URL may still write it', async () => {
    const { shop, staff } = await stage();
    const request = anUploadRequest({}, 'fresh');
    const ticket = await startNew(shop, request);
    await put(ticket.upload, 'fresh');
    await finalize(shop, request.id);
    service.clock.advance(MINUTE_MS);
    assert.equal((await staff.remove(`/media/${request.id}`)).status, 200);
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 5 });
    await put(ticket.upload, 'fresh');
    service.clock.advance(24 * HOUR_MS - MINUTE_MS - 1);
    await dropAbandoned(service);
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 5 });
    const stored = (await service.objects()).length;
    service.clock.advance(1);
    await dropAbandoned(service);
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 0 });
    if (!isS3) assert.equal((await service.objects()).length, stored - 1);
  });

  test('works for a web page, and not for an upload that is not ready', async () => {
    const page = aPage();
    const { shop, staff } = await stage({ media: [page] });
    const awaited = anUploadRequest();
    await startNew(shop, awaited);
    assert.equal((await staff.remove(`/media/${page.id}`)).status, 200);
    assert.equal((await staff.remove(`/media/${awaited.id}`)).status, 404);
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: awaited.fileSize });
  });

  test('lets the same file in again, as a new item', async () => {
    const { shop, staff } = await stage();
    const first = await upload(shop, 'again');
    assert.equal((await staff.remove(`/media/${first.id}`)).status, 200);
    const second = await upload(shop, 'again', { id: first.id });
    assert.equal(await (await fetch(String(second.fileUrl))).text(), 'again');
    assert.deepEqual(await usageOf(service, shop), { used: 5, reserved: 5 });
  });

  test('at once by several people happens once', async () => {
    const { shop, staff } = await stage();
    const media = await upload(shop, 'once');
    const answers = await Promise.all(Array.from({ length: 5 }, () => staff.remove(`/media/${media.id}`)));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 404, 404, 404, 404],
    );
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 4 });
    assert.equal((await activityOf(service, shop.id)).length, 2);
  });
});
