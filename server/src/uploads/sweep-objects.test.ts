import assert from 'node:assert/strict';
import { test } from 'vitest';
import { queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import { newObjectKey, stagingKey } from '../storage/object-key.js';
import { openTestDatabase } from '../../../tests/harness/database.js';
import { anUploadRequest } from '../../../tests/harness/content.js';
import { useService } from '../../../tests/harness/service.js';
import { isS3 } from '../../../tests/harness/store.js';
import { declare } from '../../../tests/harness/test-disk.js';
import { newBytes, putParts, startInParts } from '../../../tests/harness/parts.js';
import { finalize, put, start, startNew, upload } from '../../../tests/harness/upload.js';
import { DROP_LOCK } from './drop-abandoned.js';
import { sweepObjects } from './sweep-objects.js';

const service = useService();

const DAY_MS = 24 * 3_600_000;
const { signal } = new AbortController();

// On disk only: the bucket of the S3 suite is not this test's alone.

// The service, with everything in its store as old as this.
const aged = (days: number) => ({
  ...service,
  store: {
    ...service.store,
    ageMs: async () => days * DAY_MS,
    async *listUploads() {
      for await (const page of service.store.listUploads()) {
        yield page.map((upload) => ({ ...upload, ageMs: days * DAY_MS }));
      }
    },
  },
});

test.skipIf(isS3)('bytes that came after their row was gone are deleted when they are a week old', async () => {
  const kept = await service.newMerchant();
  for (const bytes of ['one', 'two', 'three']) await upload(kept, bytes);
  const gone = await service.newMerchant();
  const request = anUploadRequest({ hasThumbnail: true, thumbnailSize: 5 }, 'late');
  const ticket = await startNew(gone, request);
  // As where an older database was restored.
  await service.db.rows({ text: 'delete from merchants where id = $1', values: [gone.id] });
  const before = (await service.objects()).length;
  assert.equal((await put(ticket.upload, 'late')).status, 200);
  assert.equal((await put(ticket.thumbnailUpload, 'thumb')).status, 200);

  assert.deepEqual(await sweepObjects(service, signal), { kind: 'swept', objects: 0 });
  assert.deepEqual(await sweepObjects(aged(6.9), signal), { kind: 'swept', objects: 0 });
  assert.equal((await service.objects()).length, before + 2);
  assert.deepEqual(await sweepObjects(aged(7), signal), { kind: 'swept', objects: 2 });
  assert.equal((await service.objects()).length, before);
});

test.skipIf(isS3)('whatever a row names stays, however old: ready, awaited, and on its way out', async () => {
  const shop = await service.newMerchant();
  const nil = '00000000-0000-0000-0000-000000000000';
  const ready = anUploadRequest({ id: nil, hasThumbnail: true, thumbnailSize: 5 }, 'ready');
  const tickets = await startNew(shop, ready);
  await put(tickets.upload, 'ready');
  await put(tickets.thumbnailUpload, 'thumb');
  await finalize(shop, ready.id);
  const awaited = anUploadRequest({ hasThumbnail: true, thumbnailSize: 5 }, 'awaited');
  const awaitedTicket = await startNew(shop, awaited);
  await put(awaitedTicket.upload, 'awaited');
  await put(awaitedTicket.thumbnailUpload, 'thumb');
  // Dropped by a retry, because the file is ready under another id: kept until no URL can write it.
  const dropped = anUploadRequest({}, 'duplicate');
  const droppedTicket = await startNew(shop, dropped);
  await upload(shop, 'duplicate');
  assert.notEqual((await start(shop, dropped)).duplicateOf, null);
  await put(droppedTicket.upload, 'duplicate');

  const before = (await service.objects()).toSorted();
  assert.deepEqual(await sweepObjects(aged(365), signal), { kind: 'swept', objects: 0 });
  assert.deepEqual((await service.objects()).toSorted(), before);
  assert.equal((await finalize(shop, awaited.id)).status, 200);
});

test.skipIf(isS3)('the staging place of a ready item is not named by it', async () => {
  const shop = await service.newMerchant();
  await upload(shop, 'staged once');
  const row = await service.db.row<{ key: ReturnType<typeof newObjectKey> }>(
    sql`select object_key as key from media where merchant_id = ${shop.id}`,
  );
  assert.ok(row);
  await service.store.write(stagingKey(row.key), Buffer.from('late'), declare(Buffer.from('late')));
  assert.deepEqual(await sweepObjects(aged(7), signal), { kind: 'swept', objects: 1 });
  assert.equal(await service.store.head(stagingKey(row.key)), undefined);
  assert.notEqual(await service.store.head(row.key), undefined);
});

test.skipIf(isS3)('an upload in parts that nothing names is aborted when it is a week old', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { id, parts } = await startInParts(shop, bytes);
  await putParts(bytes, parts);
  const key = newObjectKey('video/mp4');
  const orphan = await service.store.createParts(key, 'video/mp4', key);
  assert.deepEqual(await sweepObjects(aged(6.9), signal), { kind: 'swept', objects: 0 });
  assert.deepEqual(await sweepObjects(aged(7), signal), { kind: 'swept', objects: 1 });
  assert.equal(await service.store.listParts(orphan), undefined);
  assert.equal((await finalize(shop, id)).status, 200);
});

test.skipIf(isS3)('where nothing names most of the files, the database is doubted and nothing deleted', async () => {
  const other = await openTestDatabase();
  const before = (await service.objects()).length;
  const swept = await sweepObjects({ ...aged(365), db: other.db }, signal);
  assert.deepEqual(swept, { kind: 'doubtful', named: 0, unnamed: before });
  assert.equal((await service.objects()).length, before);
  await other.close();
});

test.skipIf(isS3)('it skips its turn while a backup keeps every object where it is', async () => {
  const client = await service.db.checkOut();
  await queryable(client).rows(sql`select pg_advisory_lock(${DROP_LOCK})`);
  assert.equal(await sweepObjects(aged(365), signal), undefined);
  await queryable(client).rows(sql`select pg_advisory_unlock(${DROP_LOCK})`);
  client.release();
});

test.skipIf(isS3)('a server that stops ends it between two pages', async () => {
  await assert.rejects(sweepObjects(aged(365), AbortSignal.abort(new Error('stopping'))), /stopping/);
});
