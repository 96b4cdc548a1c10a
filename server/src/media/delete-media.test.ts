import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'vitest';
import { exportArchive } from '../archive/export-archive.js';
import { importArchive } from '../archive/import-archive.js';
import { parseMerchantId } from '../ids.js';
import { activityOf, newPerson } from '../../../tests/harness/console.js';
import { aCampaign, anImage, anUploadRequest, aPage, aPlaylist, aPublished } from '../../../tests/harness/content.js';
import { NOW, useService, type Service } from '../../../tests/harness/service.js';
import { startNew, upload, usageOf } from '../../../tests/harness/upload.js';

const service = useService();

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
    assert.deepEqual(await usageOf(service, shop), { used: 10, reserved: 0 });
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
            'Screens play this item, now or soon, in “august”, “Hidden”, “Today”. Publish without it or withdraw first.',
          code: 'in_use',
        },
      ],
    );
    assert.equal((await staff.get(`/media/${media.id}`)).status, 200);
    assert.deepEqual(await activityOf(service, shop.id), []);
  });

  test('is allowed when all that played it has ended; an archive has it still, in the trash', async () => {
    const [media, kept] = [anImage(), aPage()];
    const campaigns = [aLive('Spring', media.id, '2026-06-14')];
    const { shop, staff } = await stage({ media: [media, kept], campaigns });
    assert.equal((await staff.remove(`/media/${media.id}`)).status, 200);
    const { mediaIds } = Object((await shop.get(`/campaigns/${campaigns[0]?.lineageId}`)).body);
    assert.deepEqual(mediaIds, [media.id]);
    const archive = await exportArchive(service, parseMerchantId(shop.id));
    await importArchive(service, archive, { replace: true });
    assert.equal((await shop.get(`/media/${kept.id}`)).status, 200);
    assert.equal((await shop.get(`/media/${media.id}`)).status, 404);
    assert.deepEqual(await exportArchive(service, parseMerchantId(shop.id)), archive);
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

  test('lets the same file in again, as a new item under another id', async () => {
    const { shop, staff } = await stage();
    const first = await upload(shop, 'again');
    assert.equal((await staff.remove(`/media/${first.id}`)).status, 200);
    const taken = await shop.post('/media/uploads', anUploadRequest({ id: first.id }, 'other'));
    assert.deepEqual(
      [taken.status, taken.body],
      [409, { error: 'conflict', message: 'The id belongs to another file: choose a new one.', code: 'id_conflict' }],
    );
    assert.equal((await shop.post(`/media/uploads/${first.id}/finalize`, {})).status, 404);
    const second = await upload(shop, 'again');
    assert.notEqual(second.id, first.id);
    assert.equal(await (await fetch(String(second.fileUrl))).text(), 'again');
    assert.deepEqual(await usageOf(service, shop), { used: 10, reserved: 0 });
  });

  test('is undone by an upload of the same file under the same id, which puts it into no playlist', async () => {
    const { shop, staff } = await stage();
    const { id } = await upload(shop, 'again', { name: 'Door' });
    await shop.post(`/media/${id}/tags`, { add: ['Summer'] });
    const items = [{ mediaId: id, ownSeconds: null }];
    const playlist = (await staff.post('/playlists', { id: randomUUID(), name: 'Window', items })).json;
    await staff.remove(`/media/${id}`);
    service.clock.advance(1_000);
    const { body } = await shop.post('/media/uploads', anUploadRequest({ id, name: 'New name' }, 'again'));
    const nothing = { upload: null, thumbnailUpload: null, warnings: [] };
    assert.deepEqual(body, { mediaId: id, duplicateOf: { id, name: 'Door', type: 'image' }, ...nothing });
    const media = Object((await shop.get(`/media/${id}`)).body);
    assert.deepEqual([media.createdAt, media.tags.length], [new Date(service.clock.now()).toISOString(), 1]);
    assert.deepEqual((await staff.get(`/playlists/${String(playlist['id'])}`)).json['items'], []);
    assert.deepEqual((await activityOf(service, shop.id)).at(-1), [
      'media.restored',
      null,
      { mediaId: id, name: 'Door' },
    ]);
  });

  test('at once by several people happens once', async () => {
    const { shop, staff } = await stage();
    const media = await upload(shop, 'once');
    const answers = await Promise.all(Array.from({ length: 5 }, () => staff.remove(`/media/${media.id}`)));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 404, 404, 404, 404],
    );
    assert.deepEqual(await usageOf(service, shop), { used: 4, reserved: 0 });
    assert.equal((await activityOf(service, shop.id)).length, 2);
  });
});
