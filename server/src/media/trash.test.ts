import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { exportArchive } from '../archive/export-archive.js';
import { importArchive } from '../archive/import-archive.js';
import { parseMerchantId } from '../ids.js';
import { WINDOW_SIGNED_FOR_SECONDS } from '../storage/presign-object.js';
import { dropAbandoned } from '../uploads/drop-abandoned.js';
import { sendWhileLocked } from '../../../tests/harness/lock-waits.js';
import { activityOf, newPerson, type Json } from '../../../tests/harness/console.js';
import { anImage, anUploadRequest, aPage, aPlaylist } from '../../../tests/harness/content.js';
import { NOW, useService, type Service } from '../../../tests/harness/service.js';
import { isS3 } from '../../../tests/harness/store.js';
import { finalize, put, startNew, usageOf } from '../../../tests/harness/upload.js';
import { dropOldTrash } from './empty-trash.js';
import { sql } from '../db/sql.js';

const service = useService();

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAYS_MS = 30 * 24 * HOUR_MS;
const TRASHED = { trashedAt: '2026-06-14T09:00:00.000Z' };

const stage = async (parts: Parameters<Service['newMerchant']>[0] = {}) => {
  const shop = await service.newMerchant(parts);
  const staff = await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff');
  return { shop, staff, admin: await newPerson(service, { [shop.id]: 'admin' }, 'Adam Admin') };
};

const item = (mediaId: string) => ({ mediaId, durationSeconds: null });
const idsOf = (json: Json): unknown[] => (json['items'] as Json[]).map((one) => one['id']);
const playedIn = async (person: Awaited<ReturnType<typeof newPerson>>, id: string) => {
  const { items, revision } = (await person.get(`/playlists/${id}`)).json;
  return [(items as Json[]).map((one) => one['mediaId']), revision];
};

describe('the trash', () => {
  test('has what was deleted, last first, with what it takes and until when', async () => {
    const [old, page] = [anImage({ name: 'Old', ...TRASHED }), aPage({ name: 'Menu' })];
    const { shop, staff } = await stage({ media: [old, page] });
    await staff.remove(`/media/${page.id}`);
    const answer = await staff.get('/trash');
    assert.deepEqual(answer.json, {
      items: [
        {
          kind: 'media',
          id: page.id,
          name: 'Menu',
          type: 'web',
          mergedInto: null,
          thumbnailUrl: null,
          sizeBytes: 0,
          trashedAt: NOW,
          goneAt: new Date(Date.parse(NOW) + DAYS_MS).toISOString(),
        },
        {
          kind: 'media',
          id: old.id,
          name: 'Old',
          type: 'image',
          mergedInto: null,
          thumbnailUrl: null,
          sizeBytes: 5,
          trashedAt: '2026-06-14T09:00:00.000Z',
          goneAt: '2026-07-14T09:00:00.000Z',
        },
      ],
      nextCursor: null,
    });
    const found = async (q: string) => idsOf((await staff.get(`/trash?q=${encodeURIComponent(q)}`)).json);
    assert.deepEqual(
      [await found('MENÜ'), await found(' me nu '), await found('old menu')],
      [[page.id], [page.id], []],
    );
    const first = (await staff.get('/trash?limit=1')).json;
    assert.deepEqual(idsOf(first), [page.id]);
    const second = (await staff.get(`/trash?limit=1&cursor=${String(first['nextCursor'])}`)).json;
    assert.deepEqual([idsOf(second), second['nextCursor']], [[old.id], null]);
    assert.deepEqual(Object((await staff.get('/merchant')).json['storage']), {
      usedBytes: 5,
      trashBytes: 5,
      reservedBytes: 0,
      quotaBytes: Object((await staff.get('/merchant')).json['storage']).quotaBytes,
    });
    assert.deepEqual(idsOf((await staff.get('/media')).json), []);
    assert.equal((await shop.get(`/media/${old.id}`)).status, 404);
  });

  test('gives things back as they were, to their places in playlists', async () => {
    const [a, b] = [anImage({ name: 'A' }), anImage({ name: 'B' })];
    const untouched = aPlaylist({ name: 'untouched', items: [item(a.id), item(b.id), item(a.id)] });
    const edited = aPlaylist({ name: 'edited', items: [item(a.id), item(b.id)] });
    const { shop, staff } = await stage({ media: [a, b], playlists: [untouched, edited] });
    const before = (await staff.get(`/media/${a.id}`)).json;
    await staff.remove(`/media/${a.id}`);
    assert.deepEqual(await playedIn(staff, untouched.id), [[b.id], 2]);
    const summaries = (await staff.get('/playlists')).json['items'] as Json[];
    assert.deepEqual(
      summaries.map(({ itemCount }) => itemCount),
      [1, 1],
    );
    const twice = [b.id, b.id].map((mediaId) => ({ mediaId, ownSeconds: null }));
    assert.equal((await staff.patch(`/playlists/${edited.id}`, { revision: 2, items: twice })).status, 200);
    for (const _ of ['once', 'again']) {
      const answer = await staff.post('/trash/restore', { ids: [a.id.toUpperCase()] });
      assert.deepEqual([answer.status, answer.json], [200, { ids: [a.id], leftOut: 0 }]);
    }
    const after = (await staff.get(`/media/${a.id}`)).json;
    const usedIn = { playlists: [{ id: untouched.id, name: 'untouched', shared: true }], campaigns: [] };
    assert.deepEqual({ ...after, fileUrl: '' }, { ...before, fileUrl: '', usedIn });
    assert.deepEqual(await playedIn(staff, untouched.id), [[a.id, b.id, a.id], 3]);
    // Who set the items anew meanwhile has the last word.
    assert.deepEqual(await playedIn(staff, edited.id), [[b.id, b.id], 3]);
    assert.deepEqual(idsOf((await staff.get('/trash')).json), []);
    assert.deepEqual((await activityOf(service, shop.id)).at(-1), [
      'media.restored',
      'Stella Staff',
      { mediaId: a.id, name: 'A' },
    ]);
  });

  test('gives many back at once, passes over what it has not, and writes one entry', async () => {
    const media = ['A', 'B', 'C'].map((name) => anImage({ name, ...TRASHED }));
    const { shop, staff } = await stage({ media });
    const [a, b, c] = media.map(({ id }) => id);
    const answer = await staff.post('/trash/restore', { ids: [a, b, anImage().id] });
    assert.deepEqual([...(answer.json['ids'] as string[])].sort(), [a, b].sort());
    const names = [a, b].sort().map((id) => media.find((one) => one.id === id)?.name);
    assert.deepEqual(await activityOf(service, shop.id), [['media.restored', 'Stella Staff', { items: 2, names }]]);
    assert.deepEqual(idsOf((await staff.get('/trash')).json), [c]);
    const missing = await staff.post('/trash/restore', { ids: [anImage().id] });
    assert.deepEqual(missing.json, { error: 'not_found', message: 'There is no such item.' });
  });

  test('is emptied for good by owners and admins only, and only of what is in it', async () => {
    const [one, two, kept] = [anImage(TRASHED), anImage(TRASHED), anImage({ name: 'Kept' })];
    const { shop, staff, admin } = await stage({ media: [one, two, kept] });
    assert.equal((await staff.remove(`/trash/${one.id}`)).status, 403);
    assert.equal((await staff.remove('/trash')).status, 403);
    assert.equal((await admin.remove(`/trash/${kept.id}`)).status, 404);
    assert.deepEqual((await admin.remove(`/trash/${one.id}`)).json, { id: one.id });
    assert.deepEqual((await admin.remove('/trash')).json, { items: 1, bytes: 5 });
    assert.deepEqual((await admin.remove('/trash')).json, { items: 0, bytes: 0 });
    assert.equal((await admin.post('/trash/restore', { ids: [one.id, two.id] })).status, 404);
    assert.deepEqual(await usageOf(service, shop), { used: 5, reserved: 0 });
    assert.deepEqual(await activityOf(service, shop.id), [
      ['media.purged', 'Adam Admin', { mediaId: one.id, name: one.name }],
      ['trash.emptied', 'Adam Admin', { items: 1, bytes: 5 }],
    ]);
  });

  test('is emptied by itself after thirty days, to the millisecond', async () => {
    const media = anImage({ trashedAt: NOW });
    const { shop } = await stage({ media: [media] });
    service.clock.set(new Date(Date.parse(NOW) + DAYS_MS).toISOString());
    await dropOldTrash(service);
    assert.deepEqual(await usageOf(service, shop), { used: 5, reserved: 0 });
    service.clock.advance(1);
    await dropOldTrash(service);
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 0 });
    assert.deepEqual(await activityOf(service, shop.id), [['trash.emptied', null, { items: 1, bytes: 5 }]]);
    service.clock.set(NOW);
  });

  test('of one merchant that cannot be emptied keeps nobody else’s', async () => {
    const shops = [];
    for (const media of [anImage({ trashedAt: NOW }), anImage({ trashedAt: NOW })])
      shops.push((await stage({ media: [media] })).shop);
    const [first, second] = shops.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    assert.ok(first && second);
    service.clock.set(new Date(Date.parse(NOW) + DAYS_MS + 1).toISOString());
    const alter = (how: string) => service.db.rows({ text: `alter table pending_deletions ${how}`, values: [] });
    await alter(`add constraint spoilt check (merchant_id <> '${first.id}') not valid`);
    const failed: string[] = [];
    try {
      await dropOldTrash(service, ({ merchantId }) => void failed.push(merchantId));
    } finally {
      await alter('drop constraint spoilt');
    }
    assert.deepEqual(failed, [first.id]);
    assert.deepEqual(await usageOf(service, second), { used: 0, reserved: 0 });
    assert.deepEqual(await usageOf(service, first), { used: 5, reserved: 0 });
    await dropOldTrash(service);
    assert.deepEqual(await usageOf(service, first), { used: 0, reserved: 0 });
    service.clock.set(NOW);
  });

  test('goes with an archive and comes back with it, places in playlists too', async () => {
    const media = anImage({ ...TRASHED, codec: 'hevc', broken: true });
    const playlist = aPlaylist({ items: [item(media.id)] });
    const { shop } = await stage({ media: [media], playlists: [playlist] });
    const archive = await exportArchive(service, parseMerchantId(shop.id));
    assert.equal(archive.media[0]?.trashedAt, TRASHED.trashedAt);
    await importArchive(service, archive, { replace: true });
    assert.deepEqual(await exportArchive(service, parseMerchantId(shop.id)), archive);
    const staff = await newPerson(service, { [shop.id]: 'staff' });
    await staff.post('/trash/restore', { ids: [media.id] });
    // What replaces begins above what was there: 2, and one more since.
    assert.deepEqual(await playedIn(staff, playlist.id), [[media.id], 3]);
  });
});

describe('deleting', () => {
  test('for good frees its room at once; its objects go when nobody can read them by a URL any more', async () => {
    const { shop, admin } = await stage();
    const request = anUploadRequest({ hasThumbnail: true, thumbnailSize: 5 }, 'the bytes');
    const ticket = await startNew(shop, request);
    await put(ticket.upload, 'the bytes');
    await put(ticket.thumbnailUpload, 'thumb');
    await finalize(shop, request.id);
    service.clock.advance(24 * HOUR_MS);
    await dropAbandoned(service);
    const stored = (await service.objects()).length;
    assert.deepEqual(await usageOf(service, shop), { used: 14, reserved: 0 });

    assert.equal((await admin.remove(`/media/${request.id}`)).status, 200);
    assert.equal((await admin.remove(`/trash/${request.id}`)).status, 200);
    assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 0 });
    service.clock.advance(WINDOW_SIGNED_FOR_SECONDS * 1000 - 1);
    assert.equal(await dropAbandoned(service), 0);
    service.clock.advance(1);
    assert.equal(await dropAbandoned(service), 2);
    if (!isS3) assert.equal((await service.objects()).length, stored - 2);
  });

  test('for good keeps the room of a fresh upload reserved while a URL may still write it', async () => {
    const { shop, admin } = await stage();
    const request = anUploadRequest({}, 'fresh');
    const ticket = await startNew(shop, request);
    await put(ticket.upload, 'fresh');
    await finalize(shop, request.id);
    service.clock.advance(MINUTE_MS);
    assert.equal((await admin.remove(`/media/${request.id}`)).status, 200);
    assert.equal((await admin.remove(`/trash/${request.id}`)).status, 200);
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

  test.each([
    ['deleting it for good', [200, 404]],
    ['restoring it', [404, 200]],
  ] as const)('happens once when %s comes first', async (first, [purgeStatus, restoreStatus]) => {
    const media = anImage(TRASHED);
    const { shop, admin } = await stage({ media: [media] });
    const purge = () => admin.remove(`/trash/${media.id}`);
    const restore = () => admin.post('/trash/restore', { ids: [media.id] });
    const isPurge = first === 'deleting it for good';
    const answers = await sendWhileLocked(service.db, {
      lock: sql`select from media where merchant_id = ${shop.id} for update`,
      requests: isPurge ? [purge, restore] : [restore, purge],
    });
    const statuses = answers.map(({ status }) => status);
    assert.deepEqual(isPurge ? statuses : statuses.toReversed(), [purgeStatus, restoreStatus]);
    assert.equal((await shop.get(`/media/${media.id}`)).status, isPurge ? 404 : 200);
    assert.deepEqual(await usageOf(service, shop), { used: isPurge ? 0 : 5, reserved: 0 });
  });
});
