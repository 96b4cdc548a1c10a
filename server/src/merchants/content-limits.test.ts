import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'vitest';
import { aCampaign, anImage, aPlaylist, aPublished, aTag } from '../../../tests/harness/content.js';
import { useService, type Answer } from '../../../tests/harness/service.js';
import { archived, newStudio, statusesOf, wanted } from '../../../tests/harness/studio.js';
import { until } from '../../../tests/harness/until.js';
import { sql } from '../db/sql.js';

const service = useService({ limits: { maxPlaylists: 3, maxPlaylistItems: 6, maxCampaigns: 2, maxTags: 3 } });

const refusal = (sentence: string) => ({
  error: 'unprocessable',
  message: `${sentence} Delete what you no longer need and empty the trash, or ask the operator to raise the limit.`,
  code: 'invalid',
});
const assertRefused = ({ status, body }: Answer, sentence: string): void =>
  assert.deepEqual([status, body], [422, refusal(sentence)]);

const image = anImage();
const items = (count: number) => Array.from({ length: count }, () => wanted(image));
const places = (count: number) => Array.from({ length: count }, () => archived(image));
const newPlaylist = (count = 0) => ({ id: randomUUID(), name: 'Window', items: items(count) });
const newCampaign = () => ({ lineageId: randomUUID(), name: 'Summer' });

describe('the limit on playlists', () => {
  test('refuses one more playlist, and counts the trash until it is emptied', async () => {
    const playlists = [aPlaylist(), aPlaylist(), aPlaylist()];
    const { ada, bob } = await newStudio(service, { media: [image], playlists });
    const refused = await ada.post('/playlists', newPlaylist());
    assertRefused(refused, 'A merchant can have 3 playlists, and this would make 4.');
    assert.equal((await ada.remove(`/playlists/${playlists[0]?.id}`)).status, 200);
    const trashed = await ada.post('/playlists', newPlaylist());
    assertRefused(trashed, 'A merchant can have 3 playlists, and this would make 4, 1 of them in the trash.');
    assert.equal((await ada.post('/trash/restore', { ids: [playlists[0]?.id] })).status, 200);
    assert.equal((await ada.remove(`/playlists/${playlists[0]?.id}`)).status, 200);
    assert.equal((await bob.remove('/trash')).status, 200);
    assert.equal((await ada.post('/playlists', newPlaylist())).status, 200);
    assert.equal(Object((await ada.get('/playlists')).body).items.length, 3);
  });

  test('includes the playlist that a copied campaign keeps to itself', async () => {
    const own = aPlaylist({ shared: false, items: places(1) });
    const campaign = aCampaign({ liveVersion: 1, versions: [aPublished({ landscapePlaylistId: own.id })] });
    const playlists = [own, aPlaylist(), aPlaylist()];
    const { ada } = await newStudio(service, { media: [image], playlists, campaigns: [campaign] });
    const refused = await ada.post(`/campaigns/${campaign.lineageId}/copy`, newCampaign());
    assertRefused(refused, 'A merchant can have 3 playlists, and this would make 4.');
    assert.equal(Object((await ada.get('/campaigns')).body).items.length, 1);
  });

  test('gives the last place to one of two people who want it at once', async () => {
    const { shop, ada, bob } = await newStudio(service, { media: [image], playlists: [aPlaylist(), aPlaylist()] });
    const answers = await service.db.transaction(async (db) => {
      await db.rows(sql`
        insert into change_feeds (merchant_id, last_number) values (${shop.id}, 0)
        on conflict (merchant_id) do update set last_number = change_feeds.last_number`);
      const both = [ada, bob].map((person) => person.post('/playlists', newPlaylist()));
      const waiting = sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%change_feeds%'`;
      await until(async () => (await service.db.rows(waiting)).length === 2);
      return both;
    });
    assert.deepEqual(statusesOf(await Promise.all(answers)), [200, 422]);
  });
});

describe('the limit on playlist items', () => {
  test('refuses items beyond it, and stores none of them', async () => {
    const [full, other] = [aPlaylist({ items: places(4) }), aPlaylist({ items: places(1) })];
    const { ada } = await newStudio(service, { media: [image], playlists: [full, other] });
    const sentence = 'A merchant can have 6 playlist items, and this would make 7.';
    assertRefused(await ada.post('/playlists', newPlaylist(2)), sentence);
    assertRefused(await ada.patch(`/playlists/${other.id}`, { revision: 1, items: items(3) }), sentence);
    const added = { mediaIds: [image.id, image.id] };
    assertRefused(await ada.post(`/playlists/${other.id}/items`, added), sentence);
    assertRefused(
      await ada.post('/playlists', { id: randomUUID(), name: 'Copy', copyOf: full.id }),
      'A merchant can have 6 playlist items, and this would make 9.',
    );
    assert.equal(Object((await ada.get(`/playlists/${other.id}`)).body).items.length, 1);
    assert.equal((await ada.remove(`/playlists/${full.id}`)).status, 200);
    assertRefused(
      await ada.post('/playlists', newPlaylist(2)),
      'A merchant can have 6 playlist items, and this would make 7, 4 of them in the trash.',
    );
  });

  test('includes a playlist that is kept to a campaign', async () => {
    const own = aPlaylist({ shared: false, items: places(5) });
    const campaign = aCampaign({ liveVersion: 1, versions: [aPublished({ landscapePlaylistId: own.id })] });
    const { ada } = await newStudio(service, { media: [image], playlists: [own], campaigns: [campaign] });
    const grown = await ada.patch(`/playlists/${own.id}`, { revision: 1, items: items(7) });
    assertRefused(grown, 'A merchant can have 6 playlist items, and this would make 7.');
    const copied = await ada.post(`/campaigns/${campaign.lineageId}/copy`, newCampaign());
    assertRefused(copied, 'A merchant can have 6 playlist items, and this would make 10.');
    assert.equal(Object((await ada.get(`/playlists/${own.id}`)).body).items.length, 5);
  });

  test('lets a merchant that an import took beyond it edit, shrink and delete', async () => {
    const playlist = aPlaylist({ items: places(9) });
    const { ada } = await newStudio(service, { media: [image], playlists: [playlist] });
    const save = (change: object) => ada.patch(`/playlists/${playlist.id}`, change);
    assert.equal((await save({ revision: 1, name: 'Door' })).status, 200);
    const same = Array.from({ length: 9 }, () => wanted(image, 5));
    assert.equal((await save({ revision: 2, items: same })).status, 200);
    assert.equal((await save({ revision: 3, items: items(8) })).status, 200);
    assertRefused(
      await save({ revision: 4, items: items(9) }),
      'A merchant can have 6 playlist items, and this would make 9.',
    );
    assert.equal((await ada.post('/playlists', newPlaylist())).status, 200);
    assert.equal((await ada.remove(`/playlists/${playlist.id}`)).status, 200);
    assert.equal((await ada.post('/trash/restore', { ids: [playlist.id] })).status, 200);
  });
});

test('the limit on campaigns refuses one more, and counts the trash', async () => {
  const { ada, bob } = await newStudio(service, { campaigns: [aCampaign()] });
  const second = newCampaign();
  assert.equal((await ada.post('/campaigns', second)).status, 200);
  const sentence = 'A merchant can have 2 campaigns, and this would make 3';
  assertRefused(await ada.post('/campaigns', newCampaign()), `${sentence}.`);
  assertRefused(await ada.post(`/campaigns/${second.lineageId}/copy`, newCampaign()), `${sentence}.`);
  assert.equal((await ada.remove(`/campaigns/${second.lineageId}`)).status, 200);
  assertRefused(await ada.post('/campaigns', newCampaign()), `${sentence}, 1 of them in the trash.`);
  assert.equal((await bob.remove('/trash')).status, 200);
  assert.equal((await ada.post('/campaigns', newCampaign())).status, 200);
});

describe('the limit on tags', () => {
  const sentence = 'A merchant can have 3 tags, and this would make 4.';

  test('refuses an integration one more, which stores nothing', async () => {
    const tags = ['One', 'Two'].map(aTag);
    const shop = await service.newMerchant({ media: [image], tags });
    const add = (names: string[]) => shop.post(`/media/${image.id}/tags`, { add: names });
    assertRefused(await add(['One', 'Three', 'Four']), sentence);
    assert.deepEqual(Object((await shop.get('/tags')).body).items, tags);
    assert.deepEqual(Object((await shop.get(`/media/${image.id}`)).body).tags, []);
    assert.equal((await add(['Two', 'Three'])).status, 200);
    assert.equal((await add(['One', 'Three'])).status, 200);
  });

  test.each([
    ['of an item', (id: string) => ['POST', `/media/${id}/tags`, { add: ['New'] }] as const],
    ['of a campaign', () => ['POST', '/campaigns', { ...newCampaign(), tags: ['New'] }] as const],
  ])('holds for the tags %s in the console', async (_of, request) => {
    const tags = ['One', 'Three', 'Two'].map(aTag);
    const { shop, ada } = await newStudio(service, { media: [image], tags });
    const [method, path, body] = request(image.id);
    assertRefused(await ada.send(method, path, { body }), sentence);
    assert.deepEqual(Object((await shop.get('/tags')).body).items, tags);
  });
});
