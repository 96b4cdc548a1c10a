import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { TagPage } from '@vitrine/contract/tags';
import { aTag } from '../../../tests/harness/content.js';
import { useService } from '../../../tests/harness/service.js';

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
