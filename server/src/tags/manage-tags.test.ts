import assert from 'node:assert/strict';
import { describe, expect, test } from 'vitest';
import { exportArchive } from '../archive/export-archive.js';
import { importArchive } from '../archive/import-archive.js';
import { parseMerchantId } from '../ids.js';
import { changesSince, pageOf } from '../../../tests/harness/feed.js';
import { activityOf, newPerson, type Json } from '../../../tests/harness/console.js';
import { aCampaign, anImage, aTag } from '../../../tests/harness/content.js';
import { recordStatements } from '../../../tests/harness/run-everything.js';
import { newScreen } from '../../../tests/harness/screens.js';
import { useService, type Service } from '../../../tests/harness/service.js';

const service = useService();

const stage = async (parts: Parameters<Service['newMerchant']>[0] = {}) => {
  const shop = await service.newMerchant(parts);
  return { shop, staff: await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff') };
};

const tagsOf = async (shop: Awaited<ReturnType<typeof stage>>['shop'], id: string): Promise<string[]> =>
  Object((await shop.get(`/media/${id}`)).body).tags.map(({ name }: { name: string }) => name);

describe('the tags of a merchant', () => {
  test('are counted, by name, page by page and by a search', async () => {
    const [summer, autumn] = [aTag('Summer'), aTag('autumn')];
    const media = [
      anImage({ tagIds: [summer.id, autumn.id] }),
      anImage({ tagIds: [summer.id] }),
      anImage({ tagIds: [summer.id], trashedAt: '2026-06-14T09:00:00.000Z' }),
    ];
    const campaigns = [aCampaign({ tagIds: [summer.id], archived: true })];
    const { staff } = await stage({ tags: [summer, autumn], media, campaigns });
    const counted = [
      { ...autumn, mediaCount: 1, campaignCount: 0, screenCount: 0 },
      { ...summer, mediaCount: 2, campaignCount: 1, screenCount: 0 },
    ];
    const counts = { all: 2, unused: 0 };
    assert.deepEqual((await staff.get('/tags/counts')).body, { items: counted, nextCursor: null, counts });
    const first = (await staff.get('/tags/counts?limit=1')).json;
    const second = await staff.get(`/tags/counts?limit=1&cursor=${String(first['nextCursor'])}`);
    assert.deepEqual([first['items'], second.json['items']], [[counted[0]], [counted[1]]]);
    assert.deepEqual((await staff.get('/tags/counts?q=SUM')).json['items'], [counted[1]]);
  });

  test('are listed by how much carries them, and those that nothing carries by themselves', async () => {
    const [a, b, c, d, e] = ['A', 'B', 'C', 'D', 'E'].map(aTag);
    assert.ok(a && b && c && d && e);
    const media = [
      anImage({ tagIds: [c.id, b.id] }),
      anImage({ tagIds: [c.id] }),
      anImage({ tagIds: [e.id], trashedAt: '2026-06-14T09:00:00.000Z' }),
    ];
    const { shop, staff } = await stage({ tags: [a, b, c, d, e], media });
    await newScreen(service, shop.id, { tagIds: [d.id] });
    const names = async (query: string): Promise<string[]> => {
      const { items, nextCursor } = Object((await staff.get(`/tags/counts?${query}`)).body);
      const rest = nextCursor === null ? [] : await names(`${query.split('&cursor')[0]}&cursor=${nextCursor}`);
      return [...items.map(({ name }: { name: string }) => name), ...rest];
    };
    assert.deepEqual(await names('sort=most&limit=1'), ['C', 'B', 'D', 'A', 'E']);
    assert.deepEqual(await names('unused=true&limit=1'), ['A', 'E']);
    assert.deepEqual((await staff.get('/tags/counts?q=e&unused=true')).body, {
      items: [{ ...e, mediaCount: 0, campaignCount: 0, screenCount: 0 }],
      nextCursor: null,
      counts: { all: 1, unused: 1 },
    });
    const [used] = Object((await staff.get('/tags/counts?q=d')).body).items;
    assert.deepEqual(used, { ...d, mediaCount: 0, campaignCount: 0, screenCount: 1 });
    // A cursor belongs to the order that it was given for.
    const { nextCursor } = (await staff.get('/tags/counts?sort=most&limit=1')).json;
    assert.equal((await staff.get(`/tags/counts?cursor=${String(nextCursor)}`)).status, 400);
  });

  test('get another name, which integrations read at once; the id stays', async () => {
    const [summer, other] = [aTag('Summer'), aTag('Winter')];
    const media = anImage({ tagIds: [summer.id, other.id] });
    const { shop, staff } = await stage({ tags: [summer, other], media: [media] });
    assert.deepEqual(await tagsOf(shop, media.id), ['Summer', 'Winter']);
    const answer = await staff.patch(`/tags/${summer.id}`, { name: '  Zzz   summer ' });
    assert.deepEqual(answer.body, {
      id: summer.id,
      name: 'Zzz summer',
      mediaCount: 1,
      campaignCount: 0,
      screenCount: 0,
    });
    assert.deepEqual(await tagsOf(shop, media.id), ['Winter', 'Zzz summer']);
    assert.deepEqual(Object((await shop.get('/tags?q=zzz')).body).items, [{ id: summer.id, name: 'Zzz summer' }]);
    // The old name is free, and the new one is the same tag.
    const { tags } = Object((await shop.post(`/media/${media.id}/tags`, { add: ['ZZZ SUMMER', 'summer'] })).body);
    assert.deepEqual([tags.length, tags[1]], [2, { id: summer.id, name: 'Zzz summer' }]);
    const taken = await staff.patch(`/tags/${other.id}`, { name: 'zzz SUMMER' });
    assert.deepEqual(taken.body, {
      error: 'conflict',
      message: 'There is a tag “Zzz summer” already. Merge the two instead.',
      code: 'name_taken',
    });
    // Its own name in other letters is no other's.
    assert.equal((await staff.patch(`/tags/${other.id}`, { name: 'WINTER' })).json['name'], 'WINTER');
    assert.deepEqual((await activityOf(service, shop.id))[0], [
      'tag.renamed',
      'Stella Staff',
      { tagId: summer.id, name: 'Zzz summer', from: 'Summer' },
    ]);
  });

  test('become one: what had either has the one that stays, once', async () => {
    const [summer, sommer] = [aTag('Summer'), aTag('Sommer')];
    const media = [
      anImage({ name: 'both', tagIds: [sommer.id, summer.id] }),
      anImage({ name: 'one', tagIds: [sommer.id] }),
      anImage({ name: 'trashed', tagIds: [sommer.id], trashedAt: '2026-06-14T09:00:00.000Z' }),
    ];
    const campaign = aCampaign({ tagIds: [sommer.id] });
    const { shop, staff } = await stage({ tags: [summer, sommer], media, campaigns: [campaign] });
    const answer = await staff.post(`/tags/${sommer.id}/merge`, { into: summer.id });
    assert.deepEqual(answer.body, { ...summer, mediaCount: 2, campaignCount: 1, screenCount: 0 });
    assert.deepEqual(
      [await tagsOf(shop, media[0]?.id ?? ''), await tagsOf(shop, media[1]?.id ?? '')],
      [['Summer'], ['Summer']],
    );
    assert.deepEqual(Object((await shop.get('/tags')).body).items, [summer]);
    assert.equal((await staff.get(`/campaigns/${campaign.lineageId}`)).json['revision'], 2);
    for (const [path, body, status] of [
      [`/tags/${sommer.id}/merge`, { into: summer.id }, 404],
      [`/tags/${summer.id}/merge`, { into: sommer.id }, 422],
      [`/tags/${summer.id}/merge`, { into: summer.id }, 422],
    ] as const) {
      assert.equal((await staff.post(path, body)).status, status);
    }
    // Nothing names what is gone: an archive would be refused.
    const archive = await exportArchive(service, parseMerchantId(shop.id));
    await importArchive(service, archive, { replace: true });
    assert.deepEqual(archive.tags, [summer]);
  });

  test('that go, or come back, bring the campaigns that carried them to the front: those were changed', async () => {
    const [summer, winter, autumn] = [aTag('Summer'), aTag('Winter'), aTag('Autumn')];
    const [first, second] = [
      aCampaign({ tagIds: [summer.id], changedAt: '2026-05-01T08:00:00.000Z' }),
      aCampaign({ tagIds: [winter.id], changedAt: '2026-05-02T08:00:00.000Z' }),
    ];
    const { shop, staff } = await stage({ tags: [summer, winter, autumn], campaigns: [first, second] });
    const front = async () => Object((await shop.get('/campaigns')).body).items[0].lineageId;
    assert.equal(await front(), second.lineageId);
    await staff.remove(`/tags/${summer.id}`);
    assert.equal(await front(), first.lineageId);
    service.clock.advance(1_000);
    await staff.post(`/tags/${winter.id}/merge`, { into: autumn.id });
    assert.equal(await front(), second.lineageId);
    service.clock.advance(1_000);
    await staff.post('/trash/restore', { ids: [summer.id] });
    assert.equal(await front(), first.lineageId);
  });

  test('are taken off everything when they are deleted', async () => {
    const [summer, kept] = [aTag('Summer'), aTag('Kept')];
    const media = anImage({ tagIds: [summer.id, kept.id] });
    const { shop, staff } = await stage({ tags: [summer, kept], media: [media] });
    assert.deepEqual((await staff.remove(`/tags/${summer.id}`)).body, { id: summer.id });
    assert.equal((await staff.remove(`/tags/${summer.id}`)).status, 404);
    assert.deepEqual(await tagsOf(shop, media.id), ['Kept']);
    assert.deepEqual(await activityOf(service, shop.id), [
      ['tag.deleted', 'Stella Staff', { tagId: summer.id, name: 'Summer' }],
    ]);
  });

  test('that hundreds carry are taken off some at a time, so that no statement takes long', async () => {
    const [summer, sommer] = [aTag('Summer'), aTag('Sommer')];
    const media = Array.from({ length: 450 }, (_, at) =>
      anImage({ tagIds: [sommer.id], ...(at === 7 && { trashedAt: '2026-06-14T09:00:00.000Z' }) }),
    );
    const { shop, staff } = await stage({ tags: [summer, sommer], media });
    const rows = () =>
      service.db.rows<{ tags: string[]; changes: number; items: number }>({
        text: `select tag_ids as tags, count(*)::integer as items, count(distinct xmin::text)::integer as changes
               from media where merchant_id = $1 group by tag_ids`,
        values: [shop.id],
      });
    const start = (await pageOf(shop)).nextCursor;
    const merged = await staff.post(`/tags/${sommer.id}/merge`, { into: summer.id });
    assert.deepEqual(merged.body, { ...summer, mediaCount: 449, campaignCount: 0, screenCount: 0 });
    assert.deepEqual(await rows(), [{ tags: [summer.id], items: 450, changes: 3 }]);
    // Into one that is not there: nothing has changed.
    assert.equal((await staff.post(`/tags/${summer.id}/merge`, { into: sommer.id })).status, 422);
    assert.deepEqual((await rows())[0]?.tags, [summer.id]);
    assert.equal((await staff.remove(`/tags/${summer.id}`)).status, 200);
    assert.deepEqual(await rows(), [{ tags: [], items: 450, changes: 3 }]);
    assert.equal((await activityOf(service, shop.id)).length, 2);
    const told = (await changesSince(shop, start)).filter(({ type }) => type === 'media.changed');
    const visible = media.filter(({ id }) => id !== media[7]?.id).map(({ id }) => id);
    // Once for the merge and once for the deletion; the item in the trash is in no list.
    assert.deepEqual(
      told.map(({ data }) => String(Object(data).mediaId)).toSorted(),
      [...visible, ...visible].toSorted(),
    );
  });

  test('merged and deleted while others give them to items: nothing fails, and nothing names what is gone', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [one, two, three] = [aTag('One'), aTag('Two'), aTag('Three')];
      const media = Array.from({ length: 6 }, (_, at) => anImage({ tagIds: at % 2 === 0 ? [one.id] : [] }));
      const { shop, staff } = await stage({ tags: [one, two, three], media });
      const answers = await Promise.all([
        ...media.map(({ id }) => shop.post(`/media/${id}/tags`, { add: ['One', 'Three'] })),
        staff.post(`/tags/${one.id}/merge`, { into: two.id }),
        staff.remove(`/tags/${three.id}`),
        ...media.map(({ id }) => staff.post(`/media/${id}/tags`, { add: ['Two'], remove: [one.id] })),
      ]);
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
      const { items } = Object((await staff.get('/tags')).body) as { items: Json[] };
      const known = new Set(items.map(({ id }) => id));
      const rows = await service.db.rows<{ tag: string }>({
        text: 'select distinct unnest(tag_ids) as tag from media where merchant_id = $1',
        values: [shop.id],
      });
      assert.deepEqual(
        rows.filter(({ tag }) => !known.has(tag)),
        [],
      );
    }
  });

  test('merged and deleted while others never stop giving them: nobody starves', async () => {
    const [one, two, three] = [aTag('One'), aTag('Two'), aTag('Three')];
    const media = Array.from({ length: 12 }, () => anImage({ tagIds: [one.id, three.id] }));
    const { shop, staff } = await stage({ tags: [one, two, three], media });
    const statuses = new Set<number>();
    let isDone = false;
    const giving = media.map(async ({ id }, at) => {
      for (let round = 0; !isDone; round += 1) {
        const add = ['One', 'Two', 'Three', `Of ${at} in ${round % 3}`];
        statuses.add((await staff.post(`/media/${id}/tags`, { add })).status);
      }
    });
    const answers = await Promise.all([
      staff.post(`/tags/${one.id}/merge`, { into: two.id }),
      staff.remove(`/tags/${three.id}`),
    ]);
    isDone = true;
    await Promise.all(giving);
    assert.deepEqual([...answers.map(({ status }) => status), ...statuses], [200, 200, 200]);
    const { items } = Object((await shop.get('/tags')).body) as { items: Json[] };
    const ids = new Set(items.map(({ id }) => id));
    assert.deepEqual([ids.has(one.id), ids.has(two.id), ids.has(three.id)], [false, true, false]);
  });

  test('deleted while somebody holds a campaign that carries them: it is tried again until they let go', async () => {
    const tag = aTag('Summer');
    const { shop, staff } = await stage({ tags: [tag], campaigns: [aCampaign({ tagIds: [tag.id] })] });
    let [tries, isAnswered] = [0, false];
    const add = (text: string) => /from campaigns\s[^]*for update nowait/.test(text) && (tries += 1);
    const stop = recordStatements({ add });
    const deleting = await service.db.transaction(async (db) => {
      await db.rows({ text: 'select from campaigns where merchant_id = $1 for update', values: [shop.id] });
      const answer = staff.remove(`/tags/${tag.id}`).finally(() => (isAnswered = true));
      await expect.poll(() => tries > 1 || isAnswered, { interval: 5 }).toBe(true);
      return { answer };
    });
    assert.deepEqual((await deleting.answer).body, { id: tag.id });
    stop();
    assert.deepEqual((await staff.get('/tags')).json['items'], []);
  });
});
