// The guide's way to follow a library: read newest first and stop at the first item that is known.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import type { ChangePage } from '@vitrine/contract/changes';
import type { Media, MediaPage } from '@vitrine/contract/media';
import { newPerson } from '../../../tests/harness/console.js';
import { anImage, anUploadRequest } from '../../../tests/harness/content.js';
import { useService, type Shop } from '../../../tests/harness/service.js';
import { finalize, put, startNew, upload } from '../../../tests/harness/upload.js';

const service = useService();

async function readNew(shop: Shop, known: Set<string>): Promise<void> {
  const found: string[] = [];
  for (let cursor = ''; ;) {
    const page = (await shop.get(`/media?limit=5${cursor}`)).body as MediaPage;
    for (const { id } of page.items) {
      if (known.has(id)) return found.forEach((one) => known.add(one));
      found.push(id);
    }
    if (page.nextCursor === null) return found.forEach((one) => known.add(one));
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
}

async function stored(shop: Shop, at: number): Promise<string> {
  const request = anUploadRequest({ width: 1, height: 1 }, `file ${at}`);
  await put((await startNew(shop, request)).upload, `file ${at}`);
  return request.id;
}

test.each([1, 2, 3])(
  'whoever stops at what it knows misses nothing while forty are finalized at once, run %i',
  async () => {
    const shop = await service.newMerchant();
    const person = await newPerson(service, { [shop.id]: 'staff' });
    const ids: string[] = [];
    for (let at = 0; at < 40; at += 1) ids.push(await stored(shop, at));
    let isOver = false;
    const known = new Set<string>();
    const follow = async () => {
      while (!isOver) {
        service.clock.advance(1);
        await readNew(shop, known);
      }
    };
    const following = follow();
    const finalized = ids.map(async (id) => assert.equal((await finalize(shop, id)).status, 200));
    const pages = Array.from({ length: 10 }, async (_, at) => {
      const page = { id: randomUUID(), name: `Page ${at}`, url: 'https://example.com/' };
      assert.equal((await person.post('/media/pages', page)).status, 200);
      ids.push(page.id);
    });
    await Promise.all([...finalized, ...pages]);
    isOver = true;
    await following;
    await readNew(shop, known);
    assert.deepEqual([...known].toSorted(), ids.toSorted());
  },
);

const createdAtOf = async (shop: Shop, id: string) => ((await shop.get(`/media/${id}`)).body as Media).createdAt;

test('of two that become ready in the same millisecond, the second is the newer by one', async () => {
  const shop = await service.newMerchant();
  const now = service.clock.now();
  const [one, two] = [await upload(shop, 'one'), await upload(shop, 'two')];
  assert.deepEqual([one.createdAt, two.createdAt], [new Date(now).toISOString(), new Date(now + 1).toISOString()]);
});

test('an item that an import dated into the future does not take later ones there', async () => {
  const future = anImage({ createdAt: '2031-01-01T00:00:00.000Z' });
  const shop = await service.newMerchant({ media: [future] });
  const media = await upload(shop, 'today');
  assert.deepEqual(
    [await createdAtOf(shop, future.id), media.createdAt],
    ['2031-01-01T00:00:00.000Z', new Date(service.clock.now()).toISOString()],
  );
});

const listedIds = async (shop: Shop) => ((await shop.get('/media')).body as MediaPage).items.map(({ id }) => id);

test('an item that comes back from the trash stands where it stood, and the changes tell that it is ready', async () => {
  const shop = await service.newMerchant();
  const person = await newPerson(service, { [shop.id]: 'staff' });
  const known = new Set<string>();
  const unseen = await upload(shop, 'unseen');
  assert.equal((await person.remove(`/media/${unseen.id}`)).status, 200);
  service.clock.advance(1);
  const seen = await upload(shop, 'seen');
  await readNew(shop, known);
  const { nextCursor } = (await shop.get('/changes')).body as ChangePage;
  assert.equal((await person.post('/trash/restore', { ids: [unseen.id] })).status, 200);
  await readNew(shop, known);
  assert.deepEqual([...known], [seen.id]);
  assert.deepEqual(await listedIds(shop), [seen.id, unseen.id]);
  const { items } = (await shop.get(`/changes?cursor=${nextCursor}`)).body as ChangePage;
  assert.deepEqual(
    items.map(({ type, data }) => [type, data]),
    [['media.ready', { mediaId: unseen.id }]],
  );
});

test('an item is newer than those in the trash too, so that none of them comes back in front of it', async () => {
  const shop = await service.newMerchant();
  const person = await newPerson(service, { [shop.id]: 'staff' });
  const now = service.clock.now();
  const [one, two] = [await upload(shop, 'one'), await upload(shop, 'two')];
  assert.equal((await person.remove(`/media/${two.id}`)).status, 200);
  const three = await upload(shop, 'three');
  assert.equal(three.createdAt, new Date(now + 2).toISOString());
  assert.equal((await person.post('/trash/restore', { ids: [two.id] })).status, 200);
  assert.deepEqual(await listedIds(shop), [three.id, two.id, one.id]);
});
