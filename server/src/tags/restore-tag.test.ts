import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'vitest';
import { activityOf, type Json } from '../../../tests/harness/console.js';
import { aCampaign, anImage, aTag } from '../../../tests/harness/content.js';
import { newGate } from '../../../tests/harness/gate.js';
import { countLockWaits } from '../../../tests/harness/lock-waits.js';
import { newMirror, viewLibrary } from '../../../tests/harness/mirror.js';
import { newScreen } from '../../../tests/harness/screens.js';
import { NOW, useService } from '../../../tests/harness/service.js';
import { newStudio, type Studio } from '../../../tests/harness/studio.js';
import { until } from '../../../tests/harness/until.js';
import type { Db } from '../db/db.js';
import { parseMerchantId, parsePersonId, parseTagId } from '../ids.js';
import { dropOldTrash } from '../media/empty-trash.js';
import { deleteTag, mergeTag } from './merge-tag.js';
import { restoreTag } from './restore-tag.js';

const service = useService();

const DAYS_MS = 30 * 24 * 3_600_000;
const IN_TRASH = { trashedAt: '2026-06-14T09:00:00.000Z' };

const restore = ({ ada }: Studio, ...ids: string[]) => ada.post('/trash/restore', { ids });
const trashOf = async ({ ada }: Studio): Promise<Json[]> => Object((await ada.get('/trash')).body).items;

const TABLES = { media: 'id', campaigns: 'lineage_id', deleted_content: 'id', screens: 'id' } as const;

// The tags of something as its row has them, whatever their order: what is in the trash is in no list.
async function tagsIn({ shop }: Studio, table: keyof typeof TABLES, id: string): Promise<string[] | undefined> {
  const row = await service.db.row<{ tags: string[] }>({
    text: `select tag_ids as tags from ${table} where merchant_id = $1 and ${TABLES[table]} = $2`,
    values: [shop.id, id],
  });
  return row?.tags.toSorted();
}

// How many items have the tag, how many of its places wait, and in how many transactions the items were written.
async function standOf({ shop }: Studio, tagId: string) {
  const row = await service.db.row<{ tagged: number; waiting: number; batches: number }>({
    text: `select count(*)::integer as tagged, count(distinct xmin::text)::integer as batches,
             (select count(*)::integer from deleted_tag_places where merchant_id = $1 and tag_id = $2) as waiting
           from media where merchant_id = $1 and tag_ids @> array[$2::uuid]`,
    values: [shop.id, tagId],
  });
  return [row?.tagged, row?.waiting, row?.batches];
}

// Calls of its own with a connection that is cut off after so many transactions.
const cutOff = ({ shop, ada }: Studio, after: number) => {
  let left = after;
  const db: Db = {
    ...service.db,
    transaction: async (work) => {
      left -= 1;
      if (left < 0) throw new Error('cut off');
      return service.db.transaction(work);
    },
  };
  const person = { id: parsePersonId(ada.id), name: ada.name };
  const merchantId = parseMerchantId(shop.id);
  const principal = { kind: 'person', merchantId, person, role: 'staff', timeZone: 'UTC', requestId: 'x' } as const;
  return { deps: { db, clock: service.clock, maxTagsPerMedia: 50 }, principal };
};

describe('a deleted tag', () => {
  test('is in the trash, and comes back onto all that had it, under its id', async () => {
    const [summer, kept] = [aTag('Summer'), aTag('Kept')];
    const [poster, trashed, bare] = [
      anImage({ name: 'Poster', tagIds: [summer.id, kept.id] }),
      anImage({ tagIds: [summer.id], ...IN_TRASH }),
      anImage({ tagIds: [kept.id] }),
    ];
    const [spring, archived] = [aCampaign({ tagIds: [summer.id] }), aCampaign({ tagIds: [summer.id], archived: true })];
    const studio = await newStudio(service, {
      tags: [summer, kept],
      media: [poster, trashed, bare],
      campaigns: [spring, archived],
    });
    const { shop, ada } = studio;
    const screen = await newScreen(service, shop.id, { tagIds: [summer.id] });
    const deleted = randomUUID();
    await ada.post('/campaigns', { lineageId: deleted, name: 'Deleted', tags: ['Summer'] });
    await ada.remove(`/campaigns/${deleted}`);
    const before = await viewLibrary(shop.get);
    assert.equal((await ada.remove(`/tags/${summer.id}`)).status, 200);
    assert.deepEqual(
      (await trashOf(studio)).filter(({ kind }) => kind === 'tag'),
      [
        {
          kind: 'tag',
          id: summer.id,
          name: 'Summer',
          type: null,
          mergedInto: null,
          thumbnailUrl: null,
          sizeBytes: 0,
          trashedAt: NOW,
          goneAt: new Date(Date.parse(NOW) + DAYS_MS).toISOString(),
        },
      ],
    );
    assert.deepEqual(Object((await ada.get('/trash?q=SUMM')).body).items.length, 1);

    const mirror = await newMirror(shop.get);
    for (const _ of ['once', 'again']) {
      const answer = await restore(studio, summer.id.toUpperCase());
      assert.deepEqual([answer.status, answer.json], [200, { ids: [summer.id], leftOut: 0 }]);
    }
    const told = (await mirror.follow()).map(({ type, data }) => [type, Object.values(data)[0]]);
    assert.deepEqual(told, [
      ['tag.created', summer.id],
      ['media.changed', poster.id],
      ['campaign.changed', spring.lineageId],
    ]);
    assert.deepEqual(mirror.view(), before);
    assert.deepEqual(await viewLibrary(shop.get), before);
    for (const [table, id] of [
      ['media', trashed.id],
      ['campaigns', archived.lineageId],
      ['deleted_content', deleted],
      ['screens', screen.id],
    ] as const) {
      assert.deepEqual(await tagsIn(studio, table, id), [summer.id], table);
    }
    assert.equal((await ada.get(`/campaigns/${spring.lineageId}`)).json['revision'], 3);
    assert.deepEqual((await trashOf(studio)).map(({ kind }) => String(kind)).toSorted(), ['campaign', 'media']);
    assert.deepEqual(
      (await activityOf(service, shop.id)).filter((entry) => String(Object(entry)[0]).startsWith('tag')),
      [
        ['tag.deleted', 'Ada Staff', { tagId: summer.id, name: 'Summer' }],
        ['tag.undeleted', 'Ada Staff', { tagId: summer.id, name: 'Summer' }],
      ],
    );
  });

  test('leaves out what carries fifty by then, and says how many', async () => {
    const [summer, ...others] = ['Summer', ...Array.from({ length: 50 }, (_, at) => `Other ${at}`)].map(aTag);
    assert.ok(summer);
    const full = others.map(({ id }) => id);
    const [crowded, roomy] = [
      anImage({ tagIds: [summer.id, ...full.slice(1)] }),
      anImage({ tagIds: [summer.id, ...full.slice(2)] }),
    ];
    const campaign = aCampaign({ tagIds: [summer.id, ...full.slice(1)] });
    const studio = await newStudio(service, {
      tags: [summer, ...others],
      media: [crowded, roomy],
      campaigns: [campaign],
    });
    await studio.ada.remove(`/tags/${summer.id}`);
    for (const { id } of [crowded, roomy]) await studio.shop.post(`/media/${id}/tags`, { add: ['Other 0'] });
    const { lineageId } = campaign;
    const tags = others.map(({ name }) => name);
    assert.equal((await studio.ada.patch(`/campaigns/${lineageId}`, { revision: 2, tags })).status, 200);
    assert.deepEqual((await restore(studio, summer.id)).json, { ids: [summer.id], leftOut: 2 });
    assert.deepEqual(await tagsIn(studio, 'media', crowded.id), full.toSorted());
    assert.equal((await tagsIn(studio, 'media', roomy.id))?.includes(summer.id), true);
    assert.deepEqual(await trashOf(studio), []);
  });

  test('waits while another tag has its name, and what else is brought back with it does not', async () => {
    const summer = aTag('Summer');
    const [poster, trashed] = [anImage({ tagIds: [summer.id] }), anImage(IN_TRASH)];
    const studio = await newStudio(service, { tags: [summer], media: [poster, trashed] });
    const { shop, ada } = studio;
    await ada.remove(`/tags/${summer.id}`);
    const { tags } = Object((await shop.post(`/media/${poster.id}/tags`, { add: [' SUMMER '] })).body);
    const refused = await restore(studio, trashed.id, summer.id);
    assert.equal(refused.status, 409);
    assert.deepEqual(refused.body, {
      error: 'conflict',
      message:
        'There is another tag “Summer” by now. Rename that one, then bring this one back; you can merge the two after that.',
      code: 'name_taken',
    });
    assert.deepEqual(
      (await trashOf(studio)).map(({ id }) => id),
      [summer.id],
    );
    await ada.patch(`/tags/${tags[0].id}`, { name: 'Summer, new' });
    assert.equal((await restore(studio, summer.id)).status, 200);
    assert.deepEqual(await tagsIn(studio, 'media', poster.id), [summer.id, String(tags[0].id)].toSorted());
  });

  test("is nobody else's: another merchant finds none of that id", async () => {
    const summer = aTag('Summer');
    const [studio, other] = [await newStudio(service, { tags: [summer] }), await newStudio(service)];
    await studio.ada.remove(`/tags/${summer.id}`);
    assert.equal((await restore(other, summer.id)).status, 404);
    assert.equal((await other.bob.remove(`/trash/${summer.id}`)).status, 404);
    assert.deepEqual([(await trashOf(other)).length, (await trashOf(studio)).length], [0, 1]);
    assert.equal((await restore(studio, summer.id)).status, 200);
  });

  test.each(['/trash', 'by hand'])('that is being brought back is not deleted for good: %s', async (path) => {
    const tag = aTag('Late');
    const media = anImage({ tagIds: [tag.id] });
    const studio = await newStudio(service, { tags: [tag], media: [media] });
    await studio.ada.remove(`/tags/${tag.id}`);
    const [begun, gate] = [newGate(), newGate()];
    const db: Db = {
      ...service.db,
      transaction: (work) =>
        service.db.transaction(async (db) => {
          const result = await work(db);
          begun.open();
          await gate.opened;
          return result;
        }),
    };
    const { deps, principal } = cutOff(studio, 0);
    const restoring = restoreTag({ ...deps, db }, principal, parseTagId(tag.id));
    await Promise.race([begun.opened, restoring]);
    let answered = false;
    const emptied = studio.bob.remove(path === '/trash' ? path : `/trash/${tag.id}`).finally(() => (answered = true));
    await until(async () => answered || (await countLockWaits(service.db)) > 0);
    gate.open();
    assert.deepEqual(await restoring, { kind: 'restored', leftOut: 0 });
    assert.deepEqual((await emptied).json['items'], path === '/trash' ? 0 : undefined);
    assert.deepEqual((await standOf(studio, tag.id)).slice(0, 2), [1, 0]);
  });

  test('is deleted for good by hand, with the rest, or after thirty days', async () => {
    const tags = ['One', 'Two', 'Three'].map(aTag);
    const [one, two, three] = tags.map(({ id }) => id);
    const media = anImage({ tagIds: tags.map(({ id }) => id) });
    const studio = await newStudio(service, { tags, media: [media] });
    const { shop, ada, bob } = studio;
    await ada.remove(`/tags/${one}`);
    await ada.remove(`/tags/${two}`);
    assert.equal((await ada.remove(`/trash/${one}`)).status, 403);
    assert.deepEqual((await bob.remove(`/trash/${one}`)).json, { id: one });
    assert.deepEqual((await bob.remove('/trash')).json, { items: 1, bytes: 0 });
    assert.equal((await restore(studio, String(one), String(two))).status, 404);
    await ada.remove(`/tags/${three}`);
    service.clock.set(new Date(Date.parse(NOW) + DAYS_MS).toISOString());
    await dropOldTrash(service);
    assert.deepEqual(await standOf(studio, String(three)), [0, 1, 0]);
    service.clock.advance(1);
    await dropOldTrash(service);
    service.clock.set(NOW);
    assert.deepEqual(await trashOf(studio), []);
    assert.deepEqual(await standOf(studio, String(three)), [0, 0, 0]);
    assert.deepEqual(
      (await activityOf(service, shop.id)).filter((entry) => /purged|emptied/.test(String(Object(entry)[0]))),
      [
        ['tag.purged', 'Bob Admin', { tagId: one, name: 'One' }],
        ['trash.emptied', 'Bob Admin', { items: 1, bytes: 0 }],
        ['trash.emptied', null, { items: 1, bytes: 0 }],
      ],
    );
  });
});

describe('a merged tag', () => {
  test('comes back, and what got the other one by the merge loses it', async () => {
    const [summer, sommer] = [aTag('Summer'), aTag('Sommer')];
    const [both, one, since] = [
      anImage({ tagIds: [sommer.id, summer.id] }),
      anImage({ tagIds: [sommer.id] }),
      anImage(),
    ];
    const campaign = aCampaign({ tagIds: [sommer.id] });
    const studio = await newStudio(service, {
      tags: [summer, sommer],
      media: [both, one, since],
      campaigns: [campaign],
    });
    const { ada, shop } = studio;
    await ada.post(`/tags/${sommer.id}/merge`, { into: summer.id });
    await shop.post(`/media/${since.id}/tags`, { add: ['Summer'] });
    assert.deepEqual(
      (await trashOf(studio)).map(({ name, mergedInto }) => [name, mergedInto]),
      [['Sommer', 'Summer']],
    );
    assert.deepEqual((await restore(studio, sommer.id)).json, { ids: [sommer.id], leftOut: 0 });
    assert.deepEqual(await tagsIn(studio, 'media', both.id), [summer.id, sommer.id].toSorted());
    assert.deepEqual(await tagsIn(studio, 'media', one.id), [sommer.id]);
    assert.deepEqual(await tagsIn(studio, 'media', since.id), [summer.id]);
    assert.deepEqual(await tagsIn(studio, 'campaigns', campaign.lineageId), [sommer.id]);
  });

  test('leaves the other one where a second tag that was merged into it stands behind it', async () => {
    const [summer, sommer, ete] = [aTag('Summer'), aTag('Sommer'), aTag('Été')];
    const [two, one] = [anImage({ tagIds: [sommer.id, ete.id] }), anImage({ tagIds: [sommer.id] })];
    const studio = await newStudio(service, { tags: [summer, sommer, ete], media: [two, one] });
    for (const { id } of [sommer, ete]) await studio.ada.post(`/tags/${id}/merge`, { into: summer.id });
    await restore(studio, sommer.id);
    assert.deepEqual(await tagsIn(studio, 'media', two.id), [sommer.id, summer.id].toSorted());
    assert.deepEqual(await tagsIn(studio, 'media', one.id), [sommer.id]);
    await restore(studio, ete.id);
    assert.deepEqual(await tagsIn(studio, 'media', two.id), [sommer.id, ete.id].toSorted());
  });

  test('and the one that it was merged into, merged in its turn, come back in one call as they were', async () => {
    const [a, b, c] = [aTag('A'), aTag('B'), aTag('C')];
    const media = anImage({ tagIds: [a.id] });
    const studio = await newStudio(service, { tags: [a, b, c], media: [media] });
    await studio.ada.post(`/tags/${a.id}/merge`, { into: b.id });
    service.clock.advance(1);
    await studio.ada.post(`/tags/${b.id}/merge`, { into: c.id });
    service.clock.set(NOW);
    assert.deepEqual(await tagsIn(studio, 'media', media.id), [c.id]);
    assert.equal((await restore(studio, a.id, b.id)).status, 200);
    assert.deepEqual(await tagsIn(studio, 'media', media.id), [a.id]);
  });
});

describe('a tag that hundreds carry', () => {
  const stage = async () => {
    const summer = aTag('Summer');
    const media = Array.from({ length: 450 }, () => anImage({ tagIds: [summer.id] }));
    return { summer, studio: await newStudio(service, { tags: [summer], media }) };
  };

  test('comes back some items at a time; what was cut off is gone on with, deleting and bringing back alike', async () => {
    const { summer, studio } = await stage();
    const tagId = parseTagId(summer.id);
    const deleting = cutOff(studio, 1);
    await assert.rejects(deleteTag(deleting.deps, deleting.principal, { params: { id: summer.id } }), /cut off/);
    assert.deepEqual((await standOf(studio, summer.id)).slice(0, 2), [250, 200]);
    // A deletion that stopped half-way can be taken back as well.
    assert.equal((await restore(studio, summer.id)).status, 200);
    assert.deepEqual((await standOf(studio, summer.id)).slice(0, 2), [450, 0]);
    await assert.rejects(deleteTag(deleting.deps, deleting.principal, { params: { id: summer.id } }), /cut off/);
    assert.equal((await studio.ada.remove(`/tags/${summer.id}`)).status, 200);
    assert.deepEqual(await standOf(studio, summer.id), [0, 450, 0]);

    const bringing = cutOff(studio, 2);
    await assert.rejects(restoreTag(bringing.deps, bringing.principal, tagId), /cut off/);
    assert.deepEqual(await standOf(studio, summer.id), [200, 250, 1]);
    assert.equal((await trashOf(studio)).length, 1);
    assert.deepEqual((await restore(studio, summer.id)).json, { ids: [summer.id], leftOut: 0 });
    assert.deepEqual(await standOf(studio, summer.id), [450, 0, 3]);
    assert.deepEqual(await trashOf(studio), []);
  });

  test('names the tag it is merged into when the merge was cut off half-way', async () => {
    const [summer, sommer] = [aTag('Summer'), aTag('Sommer')];
    const media = Array.from({ length: 450 }, () => anImage({ tagIds: [summer.id] }));
    const studio = await newStudio(service, { tags: [summer, sommer], media });
    const merging = cutOff(studio, 1);
    const request = { params: { id: summer.id }, body: { into: sommer.id } };
    await assert.rejects(mergeTag(merging.deps, merging.principal, request), /cut off/);
    const [trashed] = await trashOf(studio);
    assert.deepEqual([trashed?.['name'], trashed?.['mergedInto']], ['Summer', 'Sommer']);
  });

  test('is not in the way of who empties the trash while it is half deleted or half brought back', async () => {
    const { summer, studio } = await stage();
    const empty = async (): Promise<void> => {
      assert.deepEqual((await studio.bob.remove('/trash')).json, { items: 0, bytes: 0 });
      assert.equal((await studio.bob.remove(`/trash/${summer.id}`)).status, 404);
      service.clock.set(new Date(Date.parse(NOW) + DAYS_MS + 1).toISOString());
      await dropOldTrash(service);
      service.clock.set(NOW);
    };
    const deleting = cutOff(studio, 1);
    await assert.rejects(deleteTag(deleting.deps, deleting.principal, { params: { id: summer.id } }), /cut off/);
    await empty();
    assert.deepEqual((await standOf(studio, summer.id)).slice(0, 2), [250, 200]);
    assert.equal((await studio.ada.remove(`/tags/${summer.id}`)).status, 200);

    const bringing = cutOff(studio, 2);
    await assert.rejects(restoreTag(bringing.deps, bringing.principal, parseTagId(summer.id)), /cut off/);
    await empty();
    assert.deepEqual((await standOf(studio, summer.id)).slice(0, 2), [200, 250]);
    assert.equal((await restore(studio, summer.id)).status, 200);
    assert.deepEqual((await standOf(studio, summer.id)).slice(0, 2), [450, 0]);
  });

  test('is brought back twice at once, and once more deleted meanwhile: each item has it once, or waits for it', async () => {
    const { summer, studio } = await stage();
    await studio.ada.remove(`/tags/${summer.id}`);
    const twice = await Promise.all([restore(studio, summer.id), restore(studio, summer.id)]);
    assert.deepEqual(
      twice.map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual((await standOf(studio, summer.id)).slice(0, 2), [450, 0]);
    const kinds = (await activityOf(service, studio.shop.id)).map((entry) => Object(entry)[0]);
    assert.deepEqual(kinds, ['tag.deleted', 'tag.undeleted']);
    await studio.ada.remove(`/tags/${summer.id}`);
    const [restored, removed] = await Promise.all([
      restore(studio, summer.id),
      studio.ada.remove(`/tags/${summer.id}`),
    ]);
    assert.ok([200, 404].includes(restored.status) && [200, 404].includes(removed.status));
    const isThere = Object((await studio.shop.get('/tags')).body).items.length === 1;
    const [tagged = 0, waiting = 0] = await standOf(studio, summer.id);
    assert.deepEqual([tagged + waiting, isThere || tagged === 0], [450, true]);
    // Whatever is left of it, one more call brings back.
    await restore(studio, summer.id);
    assert.deepEqual((await standOf(studio, summer.id)).slice(0, 2), [450, 0]);
  });
});
