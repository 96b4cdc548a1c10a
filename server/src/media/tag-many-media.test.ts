import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import type { TagManyResult } from '@vitrine/contract/library';
import { activityOf, newPerson } from '../../../tests/harness/console.js';
import { anImage, aTag } from '../../../tests/harness/content.js';
import { useService } from '../../../tests/harness/service.js';

const service = useService();
const [summer, winter] = [aTag('Summer'), aTag('Winter')];

async function stage() {
  const media = [['A'], ['B', summer.id], ['C', winter.id, summer.id]].map(([name, ...tagIds]) =>
    anImage({ name, tagIds }),
  );
  const shop = await service.newMerchant({ tags: [summer, winter], media });
  const staff = await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff');
  const tagsOf = async (id: string | undefined) =>
    (Object((await staff.get(`/media/${id}`)).body).tags as { name: string }[]).map(({ name }) => name);
  const [a, b, c] = media.map(({ id }) => id);
  return { shop, staff, tagsOf, ids: [a, b, c], a, b, c };
}

// The details of what this person did of this kind.
async function entriesOf(merchantId: string, kind: string, name: string): Promise<Readonly<Record<string, unknown>>[]> {
  const entries = (await activityOf(service, merchantId)) as [string, string, Record<string, unknown>][];
  return entries.filter(([of, by]) => of === kind && by === name).map(([, , details]) => details);
}

const sorted = (...ids: (string | undefined)[]) => ids.map(String).toSorted();

test('tags are added to many items in one request, told tag by tag, and are one entry of the activity', async () => {
  const { shop, staff, tagsOf, ids, a, b, c } = await stage();
  const missing = randomUUID();
  const answer = await staff.post('/media/tags', {
    ids: [...ids, missing, a?.toUpperCase()],
    actionId: randomUUID(),
    add: ['SUMMER', 'New'],
  });
  const { changed, tags, refused } = answer.body as TagManyResult;
  assert.deepEqual({ changed, refused }, { changed: 3, refused: [] });
  assert.deepEqual(
    tags.map(({ tag, mediaIds }) => [tag.name, mediaIds]),
    [
      ['New', sorted(a, b, c)],
      ['Summer', [a]],
    ],
  );
  assert.deepEqual(await Promise.all([a, b, c].map(tagsOf)), [
    ['New', 'Summer'],
    ['New', 'Summer'],
    ['New', 'Summer', 'Winter'],
  ]);
  const [details, ...rest] = await entriesOf(shop.id, 'media.tagged', 'Stella Staff');
  assert.deepEqual(rest, []);
  const { names, ...told } = details ?? {};
  assert.deepEqual([names].flat().map(String).toSorted(), ['A', 'B', 'C']);
  assert.deepEqual(told, { items: 3, tags: tags.map(({ tag }) => tag) });
});

test('tags are taken off many items, and what the answer tells undoes it', async () => {
  const { staff, tagsOf, ids, b, c } = await stage();
  const taken = await staff.post('/media/tags', { ids, actionId: randomUUID(), remove: [summer.id, randomUUID()] });
  assert.deepEqual(taken.body, { changed: 2, tags: [{ tag: summer, mediaIds: sorted(b, c) }], refused: [] });
  assert.deepEqual(await tagsOf(c), ['Winter']);
  await staff.post('/media/tags', { ids: [b, c], actionId: randomUUID(), add: [summer.name] });
  assert.deepEqual(await Promise.all(ids.map(tagsOf)), [[], ['Summer'], ['Summer', 'Winter']]);
});

test('requests of one action are one entry, what changes nothing is none, and nobody writes into another’s', async () => {
  const { shop, staff, ids, a } = await stage();
  const other = await newPerson(service, { [shop.id]: 'staff' }, 'Otto Other');
  const actionId = randomUUID();
  for (const id of ids) await staff.post('/media/tags', { ids: [id], actionId, add: ['Winter'] });
  await staff.post('/media/tags', { ids, actionId, add: ['Winter'] });
  assert.equal((await other.post('/media/tags', { ids: [a], actionId, add: ['Other'] })).status, 200);
  const counted = async (name: string) => (await entriesOf(shop.id, 'media.tagged', name)).map(({ items }) => items);
  assert.deepEqual(await counted('Stella Staff'), [2]);
  assert.deepEqual(await counted('Otto Other'), [1]);
});

test('an item that would carry too many tags stays as it was and is named', async () => {
  const names = Array.from({ length: 50 }, (_, at) => `Tag ${at}`);
  const { staff, tagsOf, a, b } = await stage();
  await staff.post('/media/tags', { ids: [a], actionId: randomUUID(), add: names });
  const answer = await staff.post('/media/tags', { ids: [a, b], actionId: randomUUID(), add: ['One more'] });
  const { changed, refused } = answer.body as TagManyResult;
  assert.deepEqual({ changed, refused }, { changed: 1, refused: [{ id: a, name: 'A' }] });
  assert.equal((await tagsOf(a)).length, 50);
});

test('items of another merchant are left alone, and no tag is made for them', async () => {
  const { a } = await stage();
  const { staff } = await stage();
  const answer = await staff.post('/media/tags', { ids: [a], actionId: randomUUID(), add: ['Mine'] });
  assert.deepEqual(answer.body, { changed: 0, tags: [], refused: [] });
  assert.deepEqual((await staff.get('/tags')).body, { items: [summer, winter], nextCursor: null });
});

test.each([{}, { add: ['x'], remove: [summer.id] }, { add: [] }])('%j is refused', async (body) => {
  const { staff, ids } = await stage();
  assert.equal((await staff.post('/media/tags', { ids, actionId: randomUUID(), ...body })).status, 400);
});
