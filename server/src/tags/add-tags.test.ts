import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'vitest';
import type { Media, MediaPage } from '@vitrine/contract/media';
import type { AddTagsResult, TagPage } from '@vitrine/contract/tags';
import { aTag, anImage, anUploadRequest } from '../../../tests/harness/content.js';
import { countLockWaits } from '../../../tests/harness/lock-waits.js';
import { send, useService, type Answer, type Shop } from '../../../tests/harness/service.js';
import { until } from '../../../tests/harness/until.js';
import type { Queryable } from '../db/db.js';
import { parseMerchantId, parseTagId } from '../ids.js';
import { insertMissingTags } from './queries.js';

const service = useService({ limits: { maxTagsPerMedia: 5 } });

const add = async (shop: Shop, id: string, names: unknown) => shop.post(`/media/${id}/tags`, { add: names });
const added = async (shop: Shop, id: string, names: string[]) => (await add(shop, id, names)).body as AddTagsResult;
const tagsOf = async (shop: Shop) => ((await shop.get('/tags')).body as TagPage).items.map(({ name }) => name);

test('a name the merchant has in other case and spacing reuses that tag', async () => {
  const summer = aTag('Summer Sale');
  const media = anImage();
  const shop = await service.newMerchant({ tags: [summer], media: [media] });
  const { status, body } = await add(shop, media.id, ['  summer   SALE ']);
  assert.deepEqual([status, body], [200, { mediaId: media.id, tags: [summer], added: 1 }]);
});

test('other names make new tags, kept as first written, trimmed and collapsed', async () => {
  const media = anImage();
  const shop = await service.newMerchant({ media: [media] });
  const result = await added(shop, media.id.toUpperCase(), [' Zebra  Crossing ', 'apple']);
  assert.deepEqual(result, {
    mediaId: media.id,
    tags: [
      { id: result.tags[0]?.id, name: 'apple' },
      { id: result.tags[1]?.id, name: 'Zebra Crossing' },
    ],
    added: 2,
  });
  assert.deepEqual(((await shop.get(`/media/${media.id}`)).body as Media).tags, result.tags);
  assert.deepEqual(((await shop.get('/media')).body as MediaPage).items[0]?.tags, result.tags);
});

test('a tag already on the item is not added twice, so repeating a call is safe', async () => {
  const media = anImage();
  const shop = await service.newMerchant({ media: [media] });
  const first = await added(shop, media.id, ['a', 'b']);
  assert.deepEqual(await added(shop, media.id, ['A', ' a ', 'b', 'B']), { ...first, added: 0 });
  assert.deepEqual(await added(shop, media.id, ['b', 'c']).then(({ added }) => added), 1);
});

test('names are one tag after NFC, white space and full case folding', async () => {
  const media = anImage();
  const shop = await service.newMerchant({ media: [media] });
  const { tags } = await added(shop, media.id, [
    'Straße',
    'STRASSE',
    'ﬁne',
    'FINE',
    'ΣΊΣΥΦΟΣ',
    'σίσυφος',
    'a\u2003b',
    'A b',
    'Été',
    'E\u0301TE\u0301',
  ]);
  assert.deepEqual(tags.map(({ name }) => name).sort(), ['Straße', 'a b', 'ﬁne', 'ΣΊΣΥΦΟΣ', 'Été'].sort());
});

test('names that differ in anything else are tags of their own', async () => {
  const media = anImage();
  for (const names of [
    ['①', '1'],
    ['m²', 'm2'],
    ['Brand™', 'BrandTM'],
    ['Ａ', 'A'],
    ['Été', 'Ete'],
    ['ı', 'i'],
  ]) {
    const shop = await service.newMerchant({ media: [media] });
    const { tags } = await added(shop, media.id, names);
    assert.deepEqual(tags.map(({ name }) => name).sort(), names.toSorted());
  }
});

describe('refused', () => {
  test.each([
    ['Missing: add.', {}],
    ['Unknown field "tags". Missing: add.', { tags: ['a'] }],
    ['add: must be a list of 1 to 10 tag names; this has 0.', { add: [] }],
    ['add: must be a list of 1 to 10 tag names.', { add: 'x' }],
    [
      'add: must be a list of 1 to 10 tag names; this has 11.',
      { add: Array.from({ length: 11 }, (_, at) => `t${at}`) },
    ],
    ['add[0]: is blank.', { add: [''] }],
    ['add[0]: is blank.', { add: [' \u2003 '] }],
    ['add[0]: is blank.', { add: ['\u200b\u202e\u180e'] }],
    ['add[0]: is blank.', { add: ['\u0001'] }],
    ['add[0]: is blank.', { add: ['\u2800\u3164\u{e0001}'] }],
    ['add[1]: 201 characters, at most 200.', { add: ['a', 'x'.repeat(201)] }],
    ['add[0]: 201 characters, at most 200.', { add: [` ${'x'.repeat(200)}`] }],
    ['add[0]: contains a NUL character.', { add: ['a\0b'] }],
    ['add[0]: must be a string.', { add: [5] }],
    ['Unknown field "colour".', { add: ['a'], colour: 'red' }],
    ['A field has no name.', { add: ['a'], '': 'red' }],
    ['Unknown field "added" (did you mean add?). Missing: add.', { added: ['a'] }],
    [
      `add: must be a list of 1 to 10 tag names; this has 30. ${Array.from({ length: 10 }, (_, at) => `add[${at}]: is blank.`).join(' ')} And 20 more items.`,
      { add: Array.from({ length: 30 }, () => '') },
    ],
  ])('refuses with "%s"', async (refusal, body) => {
    const media = anImage();
    const shop = await service.newMerchant({ media: [media] });
    const answer = await shop.post(`/media/${media.id}/tags`, body);
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body, { error: 'invalid_request', message: refusal });
  });

  test('a body that asks to remove tags is a 422', async () => {
    const media = anImage();
    const shop = await service.newMerchant({ media: [media] });
    for (const body of [{ add: ['a'], remove: ['b'] }, { remove: ['b'] }, { remove: null }]) {
      const answer = await shop.post(`/media/${media.id}/tags`, body);
      assert.deepEqual(
        [answer.status, answer.body],
        [422, { error: 'unprocessable', message: 'remove: tags cannot be removed through this API.', code: 'invalid' }],
      );
    }
  });

  test('a body that asks to remove tags of an item that is not there is a 404', async () => {
    const [media, awaited] = [anImage(), randomUUID()];
    const [shop, other] = [await service.newMerchant(), await service.newMerchant({ media: [media] })];
    await shop.post('/media/uploads', anUploadRequest({ id: awaited }));
    for (const id of [randomUUID(), media.id, awaited, 'bent']) {
      for (const body of [{ add: ['a'], remove: ['b'] }, { remove: null }]) {
        const answer = await shop.post(`/media/${id}/tags`, body);
        assert.deepEqual(
          [answer.status, answer.body],
          [404, { error: 'not_found', message: 'There is no such media item.' }],
        );
      }
      assert.equal((await shop.post(`/media/${id}/tags`, { add: [] })).status, 400);
    }
    assert.equal((await other.post(`/media/${media.id}/tags`, { remove: null })).status, 422);
  });

  test('more tags than an item may carry is a 422, and leaves nothing behind, no new tag either', async () => {
    const media = anImage();
    const shop = await service.newMerchant({ media: [media] });
    await added(shop, media.id, ['1', '2', '3', '4']);
    const answer = await add(shop, media.id, ['5', '6']);
    assert.deepEqual(
      [answer.status, answer.body],
      [
        422,
        {
          error: 'unprocessable',
          message: 'An item has at most 5 tags. This one has 4, and 2 of these are new. Nothing was added.',
          code: 'invalid',
        },
      ],
    );
    assert.deepEqual(await tagsOf(shop), ['1', '2', '3', '4']);
    assert.equal((await added(shop, media.id, ['5', '1'])).added, 1);
  });

  test('an item that came with more takes none, and repeating what it carries is safe all the same', async () => {
    const tags = Array.from({ length: 6 }, (_, at) => aTag(`Tag ${at}`));
    const media = anImage({ tagIds: tags.map(({ id }) => id) });
    const shop = await service.newMerchant({ tags, media: [media] });
    assert.equal((await add(shop, media.id, ['another'])).status, 422);
    assert.equal((await added(shop, media.id, ['TAG 0', 'Tag 5'])).added, 0);
  });

  test('an item of another merchant is a 404, and makes no tag', async () => {
    const media = anImage();
    await service.newMerchant({ media: [media] });
    const shop = await service.newMerchant();
    assert.equal((await add(shop, media.id, ['x'])).status, 404);
    assert.deepEqual(await tagsOf(shop), []);
  });
});

test('twenty calls that race for the same new names make each tag once', async () => {
  const media = Array.from({ length: 20 }, () => anImage());
  const shop = await service.newMerchant({ media });
  const results = await Promise.all(media.map(({ id }, at) => added(shop, id, at % 2 === 0 ? ['x', 'y'] : ['Y', 'X'])));
  assert.equal(new Set(results.flatMap(({ tags }) => tags.map(({ id }) => id))).size, 2);
  assert.equal((await tagsOf(shop)).length, 2);
  assert.deepEqual(
    results.map(({ added }) => added),
    Array(20).fill(2),
  );
});

test('makes tags in one order, so that two calls with the same names cannot deadlock', async () => {
  const media = anImage();
  const shop = await service.newMerchant({ media: [media] });
  const insertTag = (db: Queryable, key: string) =>
    insertMissingTags(db, parseMerchantId(shop.id), [
      { id: parseTagId(randomUUID()), name: key, key, searchText: key },
    ]);
  let call: Promise<Answer> | undefined;
  await service.db.transaction(async (db) => {
    await insertTag(db, 'x');
    call = add(shop, media.id, ['Y', 'X']);
    await until(async () => (await countLockWaits(service.db)) === 1);
    // The call waits for x. If it had made y before, this would wait for the call: a deadlock.
    await insertTag(db, 'y');
  });
  assert.equal((await call)?.status, 200);
});

test('calls that race on one item count each tag once', async () => {
  const media = anImage();
  const shop = await service.newMerchant({ media: [media] });
  const results = await Promise.all(Array.from({ length: 8 }, () => added(shop, media.id, ['p', 'q'])));
  assert.equal(
    results.reduce((sum, { added }) => sum + added, 0),
    2,
  );
});

test('another instance shows a new tag at once', async () => {
  const media = anImage();
  const shop = await service.newMerchant({ media: [media] });
  const other = `${await service.newInstance()}/api/integrations/v1`;
  const read = async (path: string) => (await send(`${other}${path}`, shop.secret)).body;
  assert.deepEqual(((await read(`/media/${media.id}`)) as Media).tags, []);
  assert.deepEqual(await read('/tags'), { items: [], nextCursor: null });
  const { tags } = await added(shop, media.id, ['new']);
  assert.deepEqual(await read('/tags'), { items: tags, nextCursor: null });
  assert.deepEqual(((await read(`/media/${media.id}`)) as Media).tags, tags);
});

test('the activity log tells which token added which tags', async () => {
  const media = anImage({ name: 'Poster' });
  const shop = await service.newMerchant({ media: [media] });
  const { tags } = await added(shop, media.id, ['a']);
  await added(shop, media.id, ['a']);
  const rows = await service.db.rows({
    text: 'select kind, token_id, details from activity where merchant_id = $1',
    values: [shop.id],
  });
  assert.deepEqual(rows, [
    { kind: 'media.tagged', token_id: shop.token.id, details: { mediaId: media.id, name: 'Poster', tags } },
  ]);
});
