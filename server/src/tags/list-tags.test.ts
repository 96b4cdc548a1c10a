import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Media } from '@vitrine/contract/media';
import type { TagPage } from '@vitrine/contract/tags';
import { anImage, aTag } from '../../../tests/harness/content.js';
import { recordStatements } from '../../../tests/harness/run-everything.js';
import { useService } from '../../../tests/harness/service.js';
import { sql } from '../db/sql.js';
import { parseMerchantId } from '../ids.js';
import { createTagDictionaries } from './tag-dictionary.js';

const service = useService();

test('tags come by folded name in code-point order, names as first written', async () => {
  const [summer, apple, emoji, umlaut, high] = ['Summer', 'apple  PIE ', '😀', 'Über', '\uFFEE'].map(aTag) as [
    ReturnType<typeof aTag>,
    ...ReturnType<typeof aTag>[],
  ];
  const shop = await service.newMerchant({ tags: [summer, apple, emoji, umlaut, high] });
  const { status, body } = await shop.get('/tags');
  assert.equal(status, 200);
  assert.deepEqual(body, {
    items: [{ id: apple?.id, name: 'apple PIE' }, summer, umlaut, high, emoji],
    nextCursor: null,
  });
});

test('a name comes back as it is, whatever in it JSON must escape', async () => {
  const tags = ['"quoted"', 'back\\slash', '{"id":"x"},'].map(aTag);
  const shop = await service.newMerchant({ tags });
  assert.deepEqual((await shop.get('/tags')).body, { items: tags, nextCursor: null });
});

test('q finds in the name, ignoring case', async () => {
  const shop = await service.newMerchant({ tags: ['Summer Sale', 'winter', 'Sum'].map(aTag) });
  const names = async (q: string) =>
    ((await shop.get(`/tags?q=${encodeURIComponent(q)}`)).body as TagPage).items.map(({ name }) => name);
  assert.deepEqual(await names('SUM'), ['Sum', 'Summer Sale']);
  assert.deepEqual(await names('R s'), ['Summer Sale']);
  assert.deepEqual(await names('w'), ['winter']);
  assert.deepEqual(await names('%'), []);
});

test('q finds a name whatever the forms and accents of its letters', async () => {
  const shop = await service.newMerchant({ tags: ['Éclair', 'm²', 'm2', 'Brand™', 'Ёлка', 'Άνοιξη'].map(aTag) });
  const names = async (q: string) =>
    ((await shop.get(`/tags?q=${encodeURIComponent(q)}`)).body as TagPage).items.map(({ name }) => name);
  assert.deepEqual(await names('eclair'), ['Éclair']);
  assert.deepEqual(await names('ÉCLAIR'), ['Éclair']);
  assert.deepEqual(await names('M2'), ['m2', 'm²']);
  assert.deepEqual(await names('m²'), ['m2', 'm²']);
  assert.deepEqual(await names('brandtm'), ['Brand™']);
  assert.deepEqual(await names('елка'), ['Ёлка']);
  assert.deepEqual(await names('ανοιξη'), ['Άνοιξη']);
});

test('a merchant without tags has an empty list', async () => {
  const shop = await service.newMerchant();
  assert.deepEqual((await shop.get('/tags')).body, { items: [], nextCursor: null });
});

test('a page goes on where the last ended, also after a tag that is gone, and long names that begin alike stay apart', async () => {
  const long = 'x'.repeat(60);
  const tags = ['a', 'b', `${long}1`, `${long}2`, `${long}3`, 'z'].map(aTag);
  const shop = await service.newMerchant({ tags });
  const page = async (cursor: string | null) =>
    (await shop.get(`/tags?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)).body as TagPage;
  const first = await page(null);
  const second = await page(first.nextCursor);
  const third = await page(second.nextCursor);
  assert.deepEqual([first.items, second.items, third.items], [tags.slice(0, 2), tags.slice(2, 4), tags.slice(4)]);
  assert.equal(third.nextCursor, null);
  // As an import does that replaces the merchant.
  await service.db.rows(sql`delete from tags where merchant_id = ${shop.id} and id = ${tags[1]?.id}`);
  await service.db.rows(sql`update tag_versions set version = version + 1 where merchant_id = ${shop.id}`);
  assert.deepEqual((await page(first.nextCursor)).items, tags.slice(2, 4));
});

test('those who ask at once for the names of a merchant, which nobody keeps yet, read them together', async () => {
  const tag = aTag('Summer');
  const shop = await service.newMerchant({ tags: [tag] });
  const dictionaries = createTagDictionaries(() => service.db);
  let readings = 0;
  const stop = recordStatements({ add: (text) => void (text.includes("'key', name_key") && (readings += 1)) });
  const resolvers = await Promise.all(Array.from({ length: 30 }, () => dictionaries.find(parseMerchantId(shop.id), 0)));
  stop();
  for (const resolve of resolvers) assert.deepEqual(resolve([tag.id]), [tag]);
  assert.equal(readings, 1);
});

test('a tag that was lost with the primary of the database is not shown any more, and the next one is', async () => {
  const media = anImage();
  const shop = await service.newMerchant({ media: [media] });
  const tagsOfAll = async () => ((await shop.get('/tags')).body as TagPage).items.map(({ name }) => name);
  await shop.post(`/media/${media.id}/tags`, { add: ['Lost'] });
  assert.deepEqual(await tagsOfAll(), ['Lost']);
  // As the new primary has it, which never got that write.
  await service.db.rows(sql`update media set tag_ids = '{}' where merchant_id = ${shop.id}`);
  await service.db.rows(sql`delete from tags where merchant_id = ${shop.id}`);
  await service.db.rows(sql`update tag_versions set version = version - 1 where merchant_id = ${shop.id}`);
  service.clock.advance(1_000);
  await shop.post(`/media/${media.id}/tags`, { add: ['New'] });
  const { body } = await shop.get(`/media/${media.id}`);
  assert.deepEqual(
    (body as Media).tags.map(({ name }) => name),
    ['New'],
  );
  assert.deepEqual(await tagsOfAll(), ['New']);
});
