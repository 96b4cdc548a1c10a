import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'vitest';
import type { Tag } from '@vitrine/contract/tags';
import { activityOf, newPerson, type TestPerson } from '../../../tests/harness/console.js';
import { anImage, aTag } from '../../../tests/harness/content.js';
import { useService } from '../../../tests/harness/service.js';
import { comparable } from '../../../tests/harness/upload.js';

const service = useService({ limits: { maxTagsPerMedia: 4 } });

const [old, summer] = [aTag('Old'), aTag('Summer Sale')];

const stage = async () => {
  const media = anImage({ tagIds: [old.id, summer.id] });
  const shop = await service.newMerchant({ tags: [old, summer], media: [media] });
  const staff = await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff');
  const change = (body: object) => staff.post(`/media/${media.id}/tags`, body);
  return { shop, media, staff, change };
};

const tagsOf = async (staff: TestPerson): Promise<Tag[]> => Object((await staff.get('/tags')).json['items']);

describe('the tags of a media item', () => {
  test('are taken off and added in one go; a tag that is taken off stays known', async () => {
    const { shop, media, staff, change } = await stage();
    const before = (await staff.get(`/media/${media.id}`)).json;
    const answer = await change({ remove: [old.id.toUpperCase()], add: ['  summer   SALE ', 'New  one', 'new ONE'] });
    const made = (await tagsOf(staff)).find(({ name }) => name === 'New one');
    assert.ok(made);
    assert.deepEqual([answer.status, comparable(answer.body)], [200, comparable({ ...before, tags: [made, summer] })]);
    assert.deepEqual(await tagsOf(staff), [made, old, summer]);
    assert.deepEqual(Object((await shop.get(`/media?tag=${made.id}`)).body).items[0].tags, [made, summer]);
    assert.deepEqual(Object((await shop.get(`/media?tag=${old.id}`)).body).items, []);
    const of = { mediaId: media.id, name: 'Poster' };
    assert.deepEqual(await activityOf(service, shop.id), [
      ['media.untagged', 'Stella Staff', { ...of, tags: [old] }],
      ['media.tagged', 'Stella Staff', { ...of, tags: [made] }],
    ]);
  });

  test('that stay as they are leave no trace in the activity', async () => {
    const { shop, change } = await stage();
    for (const body of [
      {},
      { add: [] },
      { add: ['old'] },
      { remove: [randomUUID()] },
      { remove: [old.id], add: ['OLD'] },
    ]) {
      const { status, json } = await change(body);
      assert.deepEqual([status, json['tags']], [200, [old, summer]]);
    }
    assert.deepEqual(await activityOf(service, shop.id), []);
  });

  test('are at most as many as an item may carry, counted after taking off; refused, nothing is left behind', async () => {
    const { shop, staff, change } = await stage();
    const refused = await change({ remove: [old.id], add: ['a', 'b', 'c', 'd'] });
    assert.deepEqual(
      [refused.status, refused.body],
      [
        422,
        {
          error: 'unprocessable',
          message: 'An item has at most 4 tags. This one has 1, and 4 of these are new. Nothing was added.',
          code: 'invalid',
        },
      ],
    );
    assert.deepEqual(await tagsOf(staff), [old, summer]);
    assert.deepEqual(await activityOf(service, shop.id), []);
    assert.equal((await change({ remove: [old.id], add: ['a', 'b', 'c'] })).status, 200);
  });

  test('are taken off one by one where an item came with more than it may carry', async () => {
    const tags = Array.from({ length: 6 }, (_, at) => aTag(`Tag ${at}`));
    const media = anImage({ tagIds: tags.map(({ id }) => id) });
    const shop = await service.newMerchant({ tags, media: [media] });
    const staff = await newPerson(service, { [shop.id]: 'staff' });
    const change = (body: object) => staff.post(`/media/${media.id}/tags`, body);
    assert.equal((await change({ add: ['another'] })).status, 422);
    assert.equal((await change({ remove: [tags[0]?.id], add: ['x', 'y'] })).status, 422);
    const { status, json } = await change({ remove: [tags[0]?.id] });
    assert.deepEqual([status, json['tags']], [200, tags.slice(1)]);
  });

  test('that two people and a token change at once are all there afterwards', async () => {
    const { shop, media, staff, change } = await stage();
    const statuses = await Promise.all([
      change({ add: ['one'] }).then(({ status }) => status),
      change({ remove: [old.id] }).then(({ status }) => status),
      shop.post(`/media/${media.id}/tags`, { add: ['two'] }).then(({ status }) => status),
    ]);
    assert.deepEqual(statuses, [200, 200, 200]);
    const { tags, revision } = (await staff.get(`/media/${media.id}`)).json;
    const names = (tags as Tag[]).map(({ name }) => name);
    assert.deepEqual([names, revision], [['one', 'Summer Sale', 'two'], 1]);
  });

  test('are texts that are not blank, and ids', async () => {
    const { change } = await stage();
    for (const body of [{ add: [' '] }, { add: ['a\u0000'] }, { add: 'a' }, { remove: ['x'] }, { remove: 'x' }]) {
      assert.equal((await change(body)).status, 400, JSON.stringify(body));
    }
  });
});
