import assert from 'node:assert/strict';
import { beforeAll, test } from 'vitest';
import { anUploadRequest } from '../../../tests/harness/content.js';
import { emptyCluster } from '../../../tests/harness/database.js';
import { useService, type Shop } from '../../../tests/harness/service.js';
import { isS3 } from '../../../tests/harness/store.js';
import { finalize, put, start, startNew, upload, usageOf } from '../../../tests/harness/upload.js';
import type { MerchantFault } from '../changes/drop-old-changes.js';
import { sql } from '../db/sql.js';
import { StorageRefusalError, StorageUnavailableError } from '../storage/storage-errors.js';
import { dropAbandoned } from './drop-abandoned.js';

const service = useService();
beforeAll(() => emptyCluster(service.db));

const HOUR_MS = 3_600_000;

test('an upload that is never finalized is dropped 24 hours after its last ticket: row, object and reservation', async () => {
  const shop = await service.newMerchant();
  const kept = await upload(shop, 'kept');
  const request = anUploadRequest({ hasThumbnail: true, thumbnailSize: 5 }, 'abandoned');
  const ticket = await startNew(shop, request);
  await put(ticket.upload, 'abandoned');
  await put(ticket.thumbnailUpload, 'thumb');
  const before = (await service.objects()).length;

  service.clock.advance(23 * HOUR_MS);
  await start(shop, request);
  service.clock.advance(24 * HOUR_MS);
  assert.equal(await dropAbandoned(service), 0);
  assert.deepEqual(await usageOf(service, shop), { used: 4, reserved: 14 });

  service.clock.advance(1);
  assert.equal(await dropAbandoned(service), 2);
  assert.deepEqual(await usageOf(service, shop), { used: 4, reserved: 0 });
  if (!isS3) assert.equal((await service.objects()).length, before - 2);
  assert.equal((await finalize(shop, request.id)).status, 404);
  assert.equal((await shop.get(`/media/${kept.id}`)).status, 200);
  assert.equal(await dropAbandoned(service), 0);
});

test('several instances at once drop each upload once', async () => {
  const shop = await service.newMerchant();
  for (const bytes of ['a', 'b', 'c']) await start(shop, anUploadRequest({}, bytes));
  service.clock.advance(25 * HOUR_MS);
  const counts = await Promise.all(Array.from({ length: 4 }, () => dropAbandoned(service)));
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    3,
  );
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 0 });
});

test('what a stopped round left half done, the next one goes on with', async () => {
  const shop = await service.newMerchant();
  await start(shop, anUploadRequest({}, 'half'));
  service.clock.advance(25 * HOUR_MS);
  const failing = {
    ...service,
    store: { ...service.store, delete: () => Promise.reject(new Error('storage is away')) },
  };
  await assert.rejects(dropAbandoned(failing), /storage is away/);
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 4 });
  assert.equal(await dropAbandoned(service), 1);
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 0 });
});

test('an upload dropped for a duplicate keeps its place until no URL can write it', async () => {
  const shop = await service.newMerchant();
  const awaited = anUploadRequest({}, 'same');
  const ticket = await startNew(shop, awaited);
  const winner = anUploadRequest({}, 'same');
  await put((await startNew(shop, winner)).upload, 'same');
  await finalize(shop, winner.id);
  assert.equal((await start(shop, awaited)).duplicateOf?.id, winner.id);
  await put(ticket.upload, 'same');
  assert.equal(await dropAbandoned(service), 0);
  assert.deepEqual(await usageOf(service, shop), { used: 4, reserved: 4 });
  service.clock.advance(24 * HOUR_MS);
  assert.equal(await dropAbandoned(service), 1);
  assert.deepEqual(await usageOf(service, shop), { used: 4, reserved: 0 });
});

// In the order of their turn, each with two uploads that nobody finished.
async function newTwo(): Promise<readonly [Shop, Shop]> {
  const shops = [await service.newMerchant(), await service.newMerchant()];
  for (const shop of shops) for (const bytes of ['one', 'two']) await start(shop, anUploadRequest({}, bytes));
  service.clock.advance(25 * HOUR_MS);
  const [first, second] = shops.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  assert.ok(first && second);
  return [first, second];
}

async function dropAround(store: Partial<typeof service.store> = {}) {
  const faults: MerchantFault[] = [];
  const deps = { ...service, store: { ...service.store, ...store } };
  const dropped = await dropAbandoned(deps, (fault) => void faults.push(fault));
  return { dropped, failed: faults.map(({ merchantId }) => merchantId) };
}

test('an object that storage refuses to delete keeps no other from it, of its merchant or of another', async () => {
  const [first, second] = await newTwo();
  const refused = await service.db.row<{ key: string }>(sql`
    select min(object_key) as key from media where merchant_id = ${first.id}`);
  const store: Partial<typeof service.store> = {
    delete: (key) =>
      key === refused?.key ? Promise.reject(new StorageRefusalError('refused')) : service.store.delete(key),
  };
  assert.deepEqual(await dropAround(store), { dropped: 3, failed: [first.id] });
  assert.deepEqual(await usageOf(service, first), { used: 0, reserved: 3 });
  assert.deepEqual(await usageOf(service, second), { used: 0, reserved: 0 });
  assert.deepEqual(await dropAround(), { dropped: 1, failed: [] });
});

test('a merchant whose uploads cannot be dropped keeps no other from it', async () => {
  const [first, second] = await newTwo();
  const alter = (how: string) => service.db.rows({ text: `alter table pending_deletions ${how}`, values: [] });
  await alter(`add constraint spoilt check (merchant_id <> '${first.id}') not valid`);
  try {
    assert.deepEqual(await dropAround(), { dropped: 2, failed: [first.id] });
  } finally {
    await alter('drop constraint spoilt');
  }
  assert.deepEqual(await usageOf(service, second), { used: 0, reserved: 0 });
  assert.deepEqual(await dropAround(), { dropped: 2, failed: [] });
});

test('a storage that does not answer is asked once a round', async () => {
  await newTwo();
  let asked = 0;
  const silent = () => {
    asked += 1;
    return Promise.reject(new StorageUnavailableError('storage is silent'));
  };
  await assert.rejects(dropAround({ delete: silent }), /storage is silent/);
  assert.equal(asked, 1);
  assert.deepEqual(await dropAround(), { dropped: 4, failed: [] });
});
