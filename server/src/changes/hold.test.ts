// What the feed keeps to when clocks, databases and other people get in its way.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'vitest';
import {
  aCampaign,
  anImage,
  anUploadRequest,
  aPlaylist,
  aTag,
  aVersion,
  sha256,
} from '../../../tests/harness/content.js';
import { pageOf, told, toldOf } from '../../../tests/harness/feed.js';
import { newMirror, viewLibrary } from '../../../tests/harness/mirror.js';
import { NOW, useService, type Shop } from '../../../tests/harness/service.js';
import { archived, newStudio, publish } from '../../../tests/harness/studio.js';
import { until } from '../../../tests/harness/until.js';
import { finalize, put, startNew, upload } from '../../../tests/harness/upload.js';
import { tellCampaigns } from '../campaigns/tell-campaigns.js';
import { sql } from '../db/sql.js';
import { parseMerchantId, type MerchantId } from '../ids.js';
import { dropOldTrash } from '../media/empty-trash.js';
import { dropAbandoned } from '../uploads/drop-abandoned.js';
import { dropOldChanges } from './drop-old-changes.js';
import { recordChanges } from './record-changes.js';
import { renewFeeds } from './renew-feeds.js';

const service = useService();
const DAY_MS = 86_400_000;
const NEVER = { start: null, end: null };
afterEach(() => service.clock.set(NOW));

const idOf = (shop: Shop): MerchantId => parseMerchantId(shop.id);
const statusAt = async (shop: Shop, cursor: string): Promise<number> =>
  (await shop.get(`/changes?cursor=${cursor}`)).status;
const typesAfter = async (shop: Shop, cursor: string): Promise<string[]> =>
  (await pageOf(shop, `?limit=200&cursor=${cursor}`)).items.map(({ type }) => type);

// A studio with campaigns of these flights, that are published.
async function flying(...flights: readonly { readonly start: string | null; readonly end: string | null }[]) {
  const image = anImage();
  const list = aPlaylist({ items: [archived(image)] });
  const campaigns = flights.map((flight) =>
    aCampaign({ versions: [aVersion({ landscapePlaylistId: list.id, flight })] }),
  );
  const studio = await newStudio(service, { media: [image], playlists: [list], campaigns });
  const { nextCursor: cursor } = await pageOf(studio.shop);
  const ids = campaigns.map(({ lineageId }) => lineageId);
  for (const id of ids) {
    const published = await publish(studio.ada, id);
    assert.equal(published.status, 200, published.text);
  }
  return { ...studio, ids, list, image, cursor };
}

describe('changes are kept', () => {
  test('for 30 days from when they were told, whenever they happened', async () => {
    const { shop } = await flying({ start: '2026-06-15T14:30', end: '2026-06-15T14:45' });
    const { nextCursor } = await pageOf(shop);
    service.clock.advance(30 * DAY_MS + 3_600_000);
    await tellCampaigns(service);
    assert.equal((await dropOldChanges(service, [idOf(shop)])).changes, 1);
    assert.deepEqual(await typesAfter(shop, nextCursor), ['campaign.started', 'campaign.ended']);
  });

  test('and then dropped, some at a time, at each merchant whatever is wrong with another', async () => {
    const shop = await service.newMerchant();
    for (const bytes of ['1', '2', '3', '4', '5']) await upload(shop, bytes);
    const { nextCursor } = await pageOf(shop);
    service.clock.advance(30 * DAY_MS + 1);
    const young = await upload(shop, 'young');
    const { changes, faults } = await dropOldChanges(service, ['no id' as MerchantId, idOf(shop)], 2);
    assert.equal(changes, 5);
    assert.deepEqual(
      faults.map(({ merchantId }) => merchantId),
      ['no id'],
    );
    assert.deepEqual(await told(shop, nextCursor), [['media.ready', young.id]]);
    assert.deepEqual(await told(shop, 'oldest'), [['media.ready', young.id]]);
  });
});

describe('a database that comes back as it was before', () => {
  test('refuses who has read what it never heard of, also once that number is given again', async () => {
    const shop = await service.newMerchant();
    const kept = await upload(shop, 'kept');
    const before = await pageOf(shop);
    await upload(shop, 'lost');
    const lost = await pageOf(shop);
    await service.db.rows(sql`
      with gone as (delete from changes where merchant_id = ${shop.id} and subject_id <> ${kept.id})
      update change_feeds set last_number = last_number - 1 where merchant_id = ${shop.id}`);
    assert.equal(await statusAt(shop, lost.nextCursor), 400);
    const other = await upload(shop, 'another');
    const { status, body } = await shop.get(`/changes?cursor=${lost.nextCursor}`);
    assert.equal(status, 400);
    assert.deepEqual([Object(body).error, Object(body).code], ['invalid_request', 'cursor_expired']);
    assert.deepEqual(await told(shop, before.nextCursor), [['media.ready', other.id]]);
  });

  test('refuses every cursor of before once its feeds were renewed, and looks at flights', async () => {
    const { shop, cursor } = await flying({ start: null, end: '2026-06-16' });
    await service.db.rows(sql`delete from campaign_clocks where merchant_id = ${shop.id}`);
    const { nextCursor } = await pageOf(shop);
    await renewFeeds(service, [idOf(shop)]);
    assert.deepEqual([await statusAt(shop, cursor), await statusAt(shop, nextCursor)], [400, 400]);
    const anew = await pageOf(shop);
    service.clock.set('2026-06-20T08:00:00.000Z');
    await tellCampaigns(service);
    assert.deepEqual(await typesAfter(shop, anew.nextCursor), ['campaign.ended']);
  });
});

describe('the clock', () => {
  test('that is a little behind where it was takes nothing back, and tells nothing twice', async () => {
    const { shop, ada, ids, cursor } = await flying({ start: '2026-06-15T15:00', end: '2026-06-15T16:00' });
    service.clock.set('2026-06-15T13:00:00.000Z');
    await tellCampaigns(service);
    service.clock.set('2026-06-15T12:59:59.950Z');
    const [id] = ids;
    const { body } = await shop.get('/playlists');
    const [{ id: playlistId }]: [{ id: string }] = Object(body).items;
    await ada.patch(`/playlists/${playlistId}`, { revision: 1, name: 'Other' });
    assert.equal((await ada.post(`/campaigns/${id}/withdraw`, { revision: 2 })).status, 200);
    service.clock.set('2026-06-15T13:00:00.100Z');
    await tellCampaigns(service);
    assert.deepEqual(await typesAfter(shop, cursor), [
      'campaign.published',
      'campaign.started',
      'playlist.changed',
      'campaign.withdrawn',
    ]);
  });

  test('is heeded at each merchant whatever is wrong with another, who is not asked again at once', async () => {
    const [spoilt, fine] = [
      await flying({ start: '2026-06-15T15:00', end: null }),
      await flying({ start: '2026-06-15T15:00', end: '2026-06-15T18:00' }),
    ];
    await service.db.rows(sql`update merchants set time_zone = 'Nowhere/Else' where id = ${spoilt.shop.id}`);
    service.clock.set('2026-06-15T13:00:00.000Z');
    const { faults, nextAt } = (await tellCampaigns(service)) ?? assert.fail();
    assert.deepEqual(
      faults.map(({ merchantId }) => merchantId),
      [spoilt.shop.id],
    );
    assert.ok(nextAt !== undefined && nextAt > service.clock.now());
    assert.deepEqual(await typesAfter(fine.shop, fine.cursor), ['campaign.published', 'campaign.started']);
    await service.db.rows(sql`update merchants set time_zone = 'Europe/Paris' where id = ${spoilt.shop.id}`);
    await tellCampaigns(service);
    assert.deepEqual(await typesAfter(spoilt.shop, spoilt.cursor), ['campaign.published', 'campaign.started']);
  });

  test('is heeded for all that flies once anything is published', async () => {
    const { shop, ada, ids, cursor } = await flying({ start: null, end: '2026-06-16' }, NEVER);
    // As an instance leaves it that knows of no feed.
    await service.db.rows(sql`delete from campaign_clocks where merchant_id = ${shop.id}`);
    await service.db.rows(sql`update campaigns set told_status = null where merchant_id = ${shop.id}`);
    const [, second = ''] = ids;
    assert.equal((await ada.post(`/campaigns/${second}/withdraw`, { revision: 2 })).status, 200);
    assert.equal((await publish(ada, second)).status, 200);
    await tellCampaigns(service);
    service.clock.set('2026-06-20T08:00:00.000Z');
    await tellCampaigns(service);
    assert.equal((await typesAfter(shop, cursor)).at(-1), 'campaign.ended');
  });

  test('is heeded again for what comes back from the archive', async () => {
    const { shop, ada, bob, ids } = await flying({ start: null, end: '2026-06-15T15:00' });
    const campaign = `/campaigns/${ids[0]}`;
    service.clock.set('2026-06-15T14:00:00.000Z');
    await tellCampaigns(service);
    assert.equal((await ada.post(`${campaign}/archive`, { revision: 2 })).status, 200);
    assert.equal((await bob.patch('/merchant', { timeZone: 'Pacific/Honolulu' })).status, 200);
    await tellCampaigns(service);
    const { nextCursor } = await pageOf(shop);
    const { revision } = Object((await ada.get(campaign)).json);
    assert.equal((await ada.post(`${campaign}/restore`, { revision })).status, 200);
    await tellCampaigns(service);
    service.clock.set('2026-06-16T01:00:00.000Z');
    await tellCampaigns(service);
    assert.deepEqual((await typesAfter(shop, nextCursor)).sort(), [
      'campaign.ended',
      'campaign.restored',
      'campaign.started',
    ]);
  });
});

test('an archived campaign is told of no more, whatever happens to what it names, until it is restored', async () => {
  const tag = aTag('Season');
  const image = anImage();
  const list = aPlaylist({ items: [archived(image)] });
  const [first, second] = [1, 2].map(() =>
    aCampaign({ tagIds: [tag.id], versions: [aVersion({ landscapePlaylistId: list.id })] }),
  );
  assert.ok(first && second);
  const { shop, ada } = await newStudio(service, {
    tags: [tag],
    media: [image],
    playlists: [list],
    campaigns: [first, second],
  });
  const mirror = await newMirror(shop.get);
  const campaign = `/campaigns/${first.lineageId}`;
  const step = async (answer: Promise<{ status: number; text: string }>, ...expected: readonly unknown[]) => {
    const { status, text } = await answer;
    assert.equal(status, 200, text);
    const changes = toldOf({ items: await mirror.follow() }).filter((one) => String(one).startsWith('campaign'));
    assert.deepEqual(changes, expected);
    assert.deepEqual(mirror.view(), await viewLibrary(shop.get));
  };
  const changed = ['campaign.changed', second.lineageId];
  await step(ada.post(`${campaign}/archive`, { revision: 1 }), ['campaign.archived', first.lineageId]);
  await step(ada.remove(`/playlists/${list.id}`), changed);
  await step(ada.post('/trash/restore', { ids: [list.id] }), changed);
  await step(ada.remove(`/tags/${tag.id}`), changed);
  await step(ada.remove(campaign), ['campaign.deleted', first.lineageId]);
  await step(ada.post('/trash/restore', { ids: [first.lineageId] }));
  const { json } = await ada.get(campaign);
  const { revision } = Object(json);
  await step(ada.post(`${campaign}/restore`, { revision }), ['campaign.restored', first.lineageId]);
});

test('jobs that clear away change nothing for who follows, and tell of nothing', async () => {
  const [image, list] = [anImage(), aPlaylist({ items: [] })];
  const { shop, ada } = await newStudio(service, { media: [image], playlists: [list] });
  const mirror = await newMirror(shop.get);
  await startNew(shop, anUploadRequest());
  assert.equal((await ada.remove(`/media/${image.id}`)).status, 200);
  assert.equal((await ada.remove(`/playlists/${list.id}`)).status, 200);
  assert.equal((await mirror.follow()).length, 2);
  service.clock.advance(31 * DAY_MS);
  assert.ok((await dropOldTrash(service)) >= 2);
  assert.ok((await dropAbandoned(service)) > 0);
  assert.deepEqual(await mirror.follow(), []);
  assert.deepEqual(mirror.view(), await viewLibrary(shop.get));
});

describe('what becomes another while somebody else makes something new of it', () => {
  // Holds the feed in a transaction that has done its work, until the call waits for it.
  async function beside(shop: Shop, work: string, values: readonly unknown[], call: () => Promise<{ status: number }>) {
    let called: Promise<{ status: number }> | undefined;
    await service.db.transaction(async (db) => {
      await db.rows({ text: work, values: [shop.id, ...values] });
      await recordChanges(db, idOf(shop), NOW, [{ type: 'playlist.changed', id: String(values[0]) }]);
      // With which it is sent.
      await db.row(sql`select 1`);
      called = call();
      await until(async () => {
        const row = await service.db.row<{ count: number }>(sql`
          select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
        return row?.count === 1;
      });
    });
    assert.equal((await called)?.status, 200);
  }

  test('a default play time is told of a playlist that is made meanwhile', async () => {
    const { shop, bob } = await newStudio(service);
    const { nextCursor } = await pageOf(shop);
    const id = randomUUID();
    await beside(
      shop,
      `insert into playlists (merchant_id, id, name, search_text, shared, created_at, updated_at)
       values ($1, $2, 'New', 'new', true, now(), now())`,
      [id],
      () => bob.patch('/merchant', { defaultItemSeconds: 7 }),
    );
    assert.deepEqual((await told(shop, nextCursor)).at(-1), ['playlist.changed', id]);
    assert.equal((await told(shop, nextCursor)).length, 2);
  });

  test('bytes that are brought are told of a playlist that takes the item up meanwhile', async () => {
    const bytes = 'its bytes';
    const file = { fileName: 'a.png', mimeType: 'image/png', sizeBytes: bytes.length, sha256: sha256(bytes) };
    const [image, list] = [anImage({ file }), aPlaylist({ items: [] })];
    const { shop } = await newStudio(service, { media: [image], playlists: [list] });
    const { nextCursor } = await pageOf(shop);
    const ticket = await startNew(shop, anUploadRequest({ id: image.id }, bytes));
    await put(ticket.upload, bytes);
    await beside(
      shop,
      'insert into playlist_items (merchant_id, playlist_id, position, media_id) values ($1, $2, 0, $3)',
      [list.id, image.id],
      () => finalize(shop, image.id),
    );
    assert.deepEqual(await told(shop, nextCursor), [
      ['playlist.changed', list.id],
      ['media.changed', image.id],
      ['playlist.changed', list.id],
    ]);
  });
});
