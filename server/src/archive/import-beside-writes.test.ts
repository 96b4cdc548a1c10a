// A merchant is replaced while its content is written: the one waits for the other, in either order.
import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Media } from '@vitrine/contract/media';
import { newPerson } from '../../../tests/harness/console.js';
import { anImage, anUploadRequest, aPlaylist, aTag, sha256 } from '../../../tests/harness/content.js';
import { countLockWaits } from '../../../tests/harness/lock-waits.js';
import { newBytes, putParts, startInParts } from '../../../tests/harness/parts.js';
import { newScreen } from '../../../tests/harness/screens.js';
import { NOW, useService, type Shop } from '../../../tests/harness/service.js';
import { finalize, put, startNew, usageOf } from '../../../tests/harness/upload.js';
import { until } from '../../../tests/harness/until.js';
import { sql } from '../db/sql.js';
import { parseMerchantId } from '../ids.js';
import type { PartedUpload } from '../storage/object-store.js';
import { dropAbandoned } from '../uploads/drop-abandoned.js';
import { addUsage } from '../usage/queries.js';
import { exportArchive } from './export-archive.js';
import { importArchive } from './import-archive.js';

const service = useService();

const DAY_MS = 86_400_000;

type Write = () => Promise<{ readonly status: number }>;

// The write stands before the table, holding what it has taken so far, when the import comes.
const statusBeside = (shop: Shop, write: Write, table: string): Promise<number> =>
  statusBehind(shop, write, `lock table ${table} in share mode`);

async function statusBehind(shop: Shop, write: Write, hold: string): Promise<number> {
  const archive = { ...(await exportArchive(service, parseMerchantId(shop.id))), tokens: [shop.token], people: [] };
  const blocker = await service.db.checkOut();
  await blocker.query(`begin; ${hold}`);
  const written = write();
  await until(async () => (await countLockWaits(service.db)) === 1);
  const imported = importArchive(service, archive, { replace: true });
  await until(async () => (await countLockWaits(service.db)) === 2);
  await blocker.query('commit');
  blocker.release();
  await imported;
  return (await written).status;
}

test('a start', async () => {
  const shop = await service.newMerchant();
  assert.equal(await statusBeside(shop, () => shop.post('/media/uploads', anUploadRequest({}, 'new')), 'media'), 200);
});

test('a tag', async () => {
  const [image, tag] = [anImage(), aTag('Spring')];
  const shop = await service.newMerchant({ media: [image], tags: [tag] });
  const write: Write = () => shop.post(`/media/${image.id}/tags`, { add: [tag.name] });
  assert.equal(await statusBeside(shop, write, 'activity'), 200);
});

test('a finalize, whose item is gone a moment later', async () => {
  const shop = await service.newMerchant();
  const request = anUploadRequest({}, 'bytes');
  await put((await startNew(shop, request)).upload, 'bytes');
  const write: Write = () => shop.post(`/media/uploads/${request.id}/finalize`);
  assert.ok([200, 404].includes(await statusBeside(shop, write, 'activity')));
});

test('a finalize of an item whose import brought no bytes', async () => {
  const file = { fileName: 'poster.png', mimeType: 'image/png', sizeBytes: 5, sha256: sha256('bytes') };
  const image = anImage({ file });
  const shop = await service.newMerchant({ media: [image] });
  await put((await startNew(shop, anUploadRequest({ id: image.id }, 'bytes'))).upload, 'bytes');
  const write: Write = () => shop.post(`/media/uploads/${image.id}/finalize`);
  assert.equal(await statusBeside(shop, write, 'activity'), 200);
});

test('the deletion of a playlist', async () => {
  const playlist = aPlaylist({ items: [] });
  const shop = await service.newMerchant({ playlists: [playlist] });
  const staff = await newPerson(service, { [shop.id]: 'staff' });
  assert.equal(await statusBeside(shop, () => staff.remove(`/playlists/${playlist.id}`), 'activity'), 200);
});

test('a playlist that comes back from the trash', async () => {
  const playlist = aPlaylist({ items: [] });
  const shop = await service.newMerchant({ playlists: [playlist] });
  const staff = await newPerson(service, { [shop.id]: 'staff' });
  assert.equal((await staff.remove(`/playlists/${playlist.id}`)).status, 200);
  const write: Write = () => staff.post('/trash/restore', { ids: [playlist.id] });
  assert.equal(await statusBeside(shop, write, 'playlists'), 200);
});

test('the name of a screen', async () => {
  const shop = await service.newMerchant();
  const staff = await newPerson(service, { [shop.id]: 'staff' });
  const { id } = await newScreen(service, shop.id);
  const write: Write = () => staff.patch(`/screens/${id}`, { revision: 1, name: 'Door' });
  assert.equal(await statusBeside(shop, write, 'activity'), 200);
});

test('what a screen has played', async () => {
  const image = anImage();
  const shop = await service.newMerchant({ media: [image] });
  const screen = await newScreen(service, shop.id);
  const write = (batch: number, day: string) => () =>
    screen.post('/plays', { batch, plays: [{ day, lineageId: null, mediaId: image.id, plays: 1, seconds: 10 }] });
  assert.equal((await write(1, '2026-06-14')()).status, 200);
  assert.equal(await statusBeside(shop, write(2, '2026-06-15'), 'plays'), 200);
});

test('requests of several days that are counted', async () => {
  const shop = await service.newMerchant();
  const counted = { id: shop.token.id, requests: 1, refused_429: 0, refused_403: 0, last_used_at: NOW };
  const count = async (...days: string[]) => {
    const rows = days.map((day) => ({ ...counted, day }));
    await addUsage(service.db, parseMerchantId(shop.id), rows);
    return { status: 200 };
  };
  await count('2026-06-12', '2026-06-13');
  const hold = `select from token_usage where merchant_id = '${shop.id}' and day = '2026-06-13' for update`;
  assert.equal(await statusBehind(shop, () => count('2026-06-12', '2026-06-13', '2026-06-14'), hold), 200);
});

test('an upload that was started before: its room is held while its URLs work, and nothing of it stays', async () => {
  const shop = await service.newMerchant();
  const [started, dropped] = [
    anUploadRequest({ hasThumbnail: true, thumbnailSize: 5 }, 'started'),
    anUploadRequest({}, 'dropped long ago'),
  ];
  await put((await startNew(shop, dropped)).upload, 'dropped long ago');
  const { upload, thumbnailUpload } = await startNew(shop, started);
  const archive = { ...(await exportArchive(service, parseMerchantId(shop.id))), tokens: [shop.token], people: [] };
  const before = await service.objects();
  await importArchive(service, archive, { replace: true });
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 12 + 16 });
  for (const [target, bytes] of [[upload, 'started'] as const, [thumbnailUpload, 'small'] as const])
    assert.equal((await put(target, bytes)).status, 200);
  assert.equal((await finalize(shop, started.id)).status, 404);
  service.clock.advance(DAY_MS + 1);
  await dropAbandoned(service);
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 0 });
  assert.deepEqual((await service.objects()).length, before.length - 1);
});

test('what waited to be deleted still does, and parts that had come are given up', async () => {
  const shop = await service.newMerchant();
  const ready = anUploadRequest({ hasThumbnail: true, thumbnailSize: 5 }, 'ready');
  const { upload, thumbnailUpload } = await startNew(shop, ready);
  await put(upload, 'ready');
  await put(thumbnailUpload, 'small');
  assert.equal((await finalize(shop, ready.id)).status, 200);
  const bytes = newBytes();
  const { parts } = await startInParts(shop, bytes);
  await putParts(bytes, parts);
  const [begun] = await service.db.rows<PartedUpload>(sql`
    select object_key as key, store_upload_id as "uploadId" from upload_parts where merchant_id = ${shop.id}`);
  assert.ok(begun);
  assert.equal((await service.store.listParts(begun))?.length, 2);
  const before = await usageOf(service, shop);
  assert.deepEqual(before, { used: 5 + 5, reserved: 5 + bytes.length });
  const archive = { ...(await exportArchive(service, parseMerchantId(shop.id))), tokens: [shop.token], people: [] };
  await importArchive(service, archive, { replace: true });
  assert.deepEqual(await usageOf(service, shop), before);
  service.clock.advance(DAY_MS + 1);
  await dropAbandoned(service);
  assert.deepEqual(await usageOf(service, shop), { used: 5 + 5, reserved: 0 });
  assert.equal(await service.store.listParts(begun), undefined);
  assert.deepEqual(await service.store.head(begun.key), undefined);
  const { body } = await shop.get(`/media/${ready.id}`);
  assert.equal(await (await fetch((body as Media).fileUrl ?? '')).text(), 'ready');
});
