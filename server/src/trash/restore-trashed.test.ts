import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { CampaignDetail } from '@vitrine/contract/campaigns';
import { describe, test } from 'vitest';
import { sendWhileLocked } from '../../../tests/harness/lock-waits.js';
import { activityOf, type Json } from '../../../tests/harness/console.js';
import { aCampaign, anImage, aPlaylist, aPublished, aTag } from '../../../tests/harness/content.js';
import { NOW, useService } from '../../../tests/harness/service.js';
import { archived, newStudio, publish } from '../../../tests/harness/studio.js';
import { dropOldTrash } from '../media/empty-trash.js';
import { sql } from '../db/sql.js';

const service = useService();

const DAYS_MS = 30 * 24 * 3_600_000;

const restore = (
  person: { post: (path: string, body: object) => Promise<{ status: number; json: Json }> },
  id: string,
) => person.post('/trash/restore', { ids: [id] });

describe('a deleted playlist', () => {
  test('is in the trash, shown to nobody else, and comes back as it was', async () => {
    const [kept, purged, waiting] = [anImage(), anImage(), anImage()];
    const playlist = aPlaylist({
      name: 'Front window',
      items: [archived(kept, 7), archived(purged), archived(waiting), archived(kept)],
    });
    const { shop, ada, bob } = await newStudio(service, { media: [kept, purged, waiting], playlists: [playlist] });
    await ada.remove(`/media/${waiting.id}`);
    const before = (await shop.get(`/playlists/${playlist.id}`)).body as Json;
    const { revision } = (await ada.get(`/playlists/${playlist.id}`)).json;
    assert.equal((await ada.remove(`/playlists/${playlist.id}`)).status, 200);

    assert.equal((await shop.get(`/playlists/${playlist.id}`)).status, 404);
    assert.deepEqual(((await shop.get('/playlists')).body as Json)['items'], []);
    assert.deepEqual(
      ((await ada.get('/trash')).json['items'] as Json[]).filter(({ kind }) => kind === 'playlist'),
      [
        {
          kind: 'playlist',
          id: playlist.id,
          name: 'Front window',
          type: null,
          mergedInto: null,
          thumbnailUrl: null,
          sizeBytes: 0,
          trashedAt: NOW,
          goneAt: new Date(Date.parse(NOW) + DAYS_MS).toISOString(),
        },
      ],
    );

    await ada.remove(`/media/${purged.id}`);
    await bob.remove(`/trash/${purged.id}`);
    for (const _ of ['once', 'again']) {
      const answer = await restore(ada, playlist.id.toUpperCase());
      assert.deepEqual([answer.status, answer.json], [200, { ids: [playlist.id], leftOut: 0 }]);
    }
    const items = (before['items'] as Json[]).filter(({ mediaId }) => mediaId !== purged.id);
    const after = (await shop.get(`/playlists/${playlist.id}`)).body as Json;
    assert.deepEqual(after, { ...before, items, totalDurationSeconds: after['totalDurationSeconds'] });
    assert.equal((await ada.get(`/playlists/${playlist.id}`)).json['revision'], Number(revision) + 1);
    assert.deepEqual((await activityOf(service, shop.id)).at(-1), [
      'playlist.undeleted',
      'Ada Staff',
      { playlistId: playlist.id, name: 'Front window' },
    ]);
    // What lay in the trash had its place all the time.
    await restore(ada, waiting.id);
    const order = ((await ada.get(`/playlists/${playlist.id}`)).json['items'] as Json[]).map(({ mediaId }) => mediaId);
    assert.deepEqual(order, [kept.id, waiting.id, kept.id]);
  });

  test('is named again by what was published from it, but not once it is purged and its id is used again', async () => {
    const media = anImage();
    const playlist = aPlaylist({ items: [archived(media)] });
    const { shop, ada, bob } = await newStudio(service, { media: [media], playlists: [playlist] });
    const lineageId = randomUUID();
    const sides = { landscapePlaylistId: playlist.id, portraitPlaylistId: playlist.id };
    await ada.post('/campaigns', { lineageId, name: 'Spring', ...sides });
    assert.equal((await publish(ada, lineageId)).status, 200);
    const path = `/campaigns/${lineageId}`;
    const published = (await shop.get(path)).body as CampaignDetail;
    const named = ({ content }: CampaignDetail) => [content?.landscape.playlistId, content?.portrait?.playlistId];
    assert.deepEqual(named(published), [playlist.id, playlist.id]);
    const detailOf = async () => (await shop.get(path)).body;
    const side = (playlistId: string | null) => ({ playlistId, items: published.content?.landscape.items });
    const without = { ...published, content: { landscape: side(null), portrait: side(null) } };

    await ada.remove(`/playlists/${playlist.id}`);
    assert.deepEqual(await detailOf(), without);
    await restore(ada, playlist.id);
    assert.deepEqual(await detailOf(), published);

    await ada.remove(`/playlists/${playlist.id}`);
    assert.equal((await bob.remove(`/trash/${playlist.id}`)).status, 200);
    assert.deepEqual(await detailOf(), without);
    const other = { id: playlist.id, name: 'Another', items: [] };
    assert.equal((await ada.post('/playlists', other)).status, 200);
    assert.deepEqual(await detailOf(), without);
    await ada.remove(`/playlists/${playlist.id}`);
    await restore(ada, playlist.id);
    assert.deepEqual(await detailOf(), without);
  });

  test('fills the gaps that it left in drafts, where nobody chose another', async () => {
    const media = anImage();
    const [playlist, other] = [aPlaylist({ items: [archived(media)] }), aPlaylist({ items: [archived(media)] })];
    const { ada } = await newStudio(service, { media: [media], playlists: [playlist, other] });
    const [waiting, chosen] = [randomUUID(), randomUUID()];
    const sides = { landscapePlaylistId: playlist.id, portraitPlaylistId: playlist.id };
    for (const lineageId of [waiting, chosen]) await ada.post('/campaigns', { lineageId, name: 'Spring', ...sides });
    await ada.remove(`/playlists/${playlist.id}`);
    const gap = (await ada.get(`/campaigns/${chosen}`)).json;
    assert.deepEqual(Object(gap['draft']).landscapePlaylist, null);
    await ada.patch(`/campaigns/${chosen}`, { revision: gap['revision'], landscapePlaylistId: other.id });
    await restore(ada, playlist.id);
    const namesOf = async (lineageId: string) => {
      const { landscapePlaylist, portraitPlaylist } = Object((await ada.get(`/campaigns/${lineageId}`)).json['draft']);
      return [landscapePlaylist?.id, portraitPlaylist?.id];
    };
    assert.deepEqual(await namesOf(waiting), [playlist.id, playlist.id]);
    assert.deepEqual(await namesOf(chosen), [other.id, playlist.id]);
    assert.equal((await ada.get(`/campaigns/${waiting}`)).json['revision'], 3);
  });

  test('leaves a draft alone that took the number of one that was discarded', async () => {
    const [door, gone] = [aPlaylist({ name: 'Door' }), aPlaylist({ name: 'Gone' })];
    const live = aPublished({ landscapePlaylistId: door.id });
    const campaign = aCampaign({ liveVersion: 1, versions: [live] });
    const other = aCampaign({ liveVersion: 1, versions: [live] });
    const { ada } = await newStudio(service, { playlists: [door, gone], campaigns: [campaign, other] });
    const paths = [campaign, other].map(({ lineageId }) => `/campaigns/${lineageId}`);
    const change = async (path: string, settings: object) => {
      const { revision } = (await ada.get(path)).json;
      assert.equal((await ada.patch(path, { revision, ...settings })).status, 200);
    };
    for (const path of paths) await change(path, { portraitPlaylistId: gone.id });
    await ada.remove(`/playlists/${gone.id}`);
    const [path = ''] = paths;
    const { revision } = (await ada.get(path)).json;
    assert.equal((await ada.post(`${path}/discard`, { revision })).status, 200);
    await change(path, { flight: { start: '2026-06-01', end: null } });
    const before = (await ada.get(path)).json;
    await restore(ada, gone.id);
    assert.deepEqual((await ada.get(path)).json, before);
    assert.equal(Object(before['draft']).portraitPlaylist, null);
    const draftOfOther = Object((await ada.get(paths[1] ?? '')).json['draft']);
    assert.equal(draftOfOther.portraitPlaylist.id, gone.id);
  });

  test('that was kept to a campaign is shared when that campaign plays another by now', async () => {
    const media = anImage();
    const own = aPlaylist({ items: [archived(media)], shared: false });
    const other = aPlaylist({ items: [archived(media)] });
    const lineageId = randomUUID();
    const { ada } = await newStudio(service, {
      media: [media],
      playlists: [own, other],
      campaigns: [aCampaign({ lineageId, versions: [aDraft(own.id)] })],
    });
    await ada.remove(`/playlists/${own.id}`);
    const { revision } = (await ada.get(`/campaigns/${lineageId}`)).json;
    await ada.patch(`/campaigns/${lineageId}`, { revision, landscapePlaylistId: other.id });
    await restore(ada, own.id);
    assert.equal((await ada.get(`/playlists/${own.id}`)).json['shared'], true);
  });
});

const aDraft = (landscapePlaylistId: string | null) => ({
  version: 1,
  flight: { start: null, end: null },
  landscapePlaylistId,
  portraitPlaylistId: null,
  publishedAt: null,
  content: null,
});

describe('a deleted campaign', () => {
  test('comes back with its dates, its playlists and its tags as they are by then', async () => {
    const media = anImage();
    const [playlist, gone] = [aPlaylist({ items: [archived(media)] }), aPlaylist({ items: [archived(media)] })];
    const [summer, sommer, sale] = [aTag('Summer'), aTag('Sommer'), aTag('Sale')];
    const { shop, ada, bob } = await newStudio(service, {
      tags: [summer, sommer, sale],
      media: [media],
      playlists: [playlist, gone],
    });
    const lineageId = randomUUID();
    const flight = { start: '2026-07-01', end: '2026-07-31' };
    const sides = { landscapePlaylistId: playlist.id, portraitPlaylistId: gone.id };
    await ada.post('/campaigns', { lineageId, name: 'Terrace', flight, tags: ['Sommer', 'Sale'], ...sides });
    const before = (await ada.get(`/campaigns/${lineageId}`)).json;
    assert.equal((await ada.remove(`/campaigns/${lineageId}`)).status, 200);
    assert.equal((await shop.get(`/campaigns/${lineageId}`)).status, 404);
    assert.equal((await ada.get(`/campaigns/${lineageId}`)).status, 404);

    await bob.post(`/tags/${sommer.id}/merge`, { into: summer.id });
    await bob.remove(`/tags/${sale.id}`);
    await ada.remove(`/playlists/${gone.id}`);
    assert.deepEqual((await restore(ada, lineageId)).json, { ids: [lineageId], leftOut: 0 });
    const after = (await ada.get(`/campaigns/${lineageId}`)).json;
    const draft = { ...Object(before['draft']), portraitPlaylist: null };
    assert.deepEqual(after, {
      ...before,
      revision: 2,
      tags: [{ id: summer.id, name: 'Summer' }],
      draft,
      latest: draft,
    });
    assert.deepEqual((await activityOf(service, shop.id)).at(-1), [
      'campaign.undeleted',
      'Ada Staff',
      { lineageId, name: 'Terrace' },
    ]);
  });

  test('leaves a playlist to the campaign that keeps it to itself by now', async () => {
    const media = anImage();
    const playlist = aPlaylist({ items: [archived(media)] });
    const [first, second] = [randomUUID(), randomUUID()];
    const { ada } = await newStudio(service, { media: [media], playlists: [playlist] });
    for (const lineageId of [first, second]) {
      await ada.post('/campaigns', { lineageId, name: 'Spring', landscapePlaylistId: playlist.id });
    }
    await ada.remove(`/campaigns/${first}`);
    assert.equal((await ada.patch(`/playlists/${playlist.id}`, { revision: 1, shared: false })).status, 200);
    await restore(ada, first);
    assert.equal(Object((await ada.get(`/campaigns/${first}`)).json['draft']).landscapePlaylist, null);
    assert.equal((await publish(ada, second)).status, 200);
  });
});

test('playlists and campaigns are deleted for good by hand, with the rest, or after thirty days', async () => {
  const playlists = [aPlaylist({ name: 'One' }), aPlaylist({ name: 'Two' }), aPlaylist({ name: 'Three' })];
  const [one, two, three] = playlists.map(({ id }) => id);
  const { shop, ada, bob } = await newStudio(service, { playlists });
  await ada.remove(`/playlists/${one}`);
  await ada.remove(`/playlists/${two}`);
  assert.equal((await ada.remove(`/trash/${one}`)).status, 403);
  assert.deepEqual((await bob.remove(`/trash/${one}`)).json, { id: one });
  assert.deepEqual((await bob.remove('/trash')).json, { items: 1, bytes: 0 });
  assert.equal((await restore(ada, String(one))).status, 404);
  await ada.remove(`/playlists/${three}`);
  service.clock.set(new Date(Date.parse(NOW) + DAYS_MS).toISOString());
  assert.equal(await dropOldTrash(service), 0);
  service.clock.advance(1);
  await dropOldTrash(service);
  service.clock.set(NOW);
  assert.deepEqual((await ada.get('/trash')).json['items'], []);
  assert.deepEqual((await activityOf(service, shop.id)).at(-1), ['trash.emptied', null, { items: 1, bytes: 0 }]);
});

test.each([
  ['the restore', 200, 404],
  ['the purge', 404, 200],
] as const)('restores or purges a playlist when both wait, and %s comes first', async (first, restored, purged) => {
  const playlist = aPlaylist();
  const { shop, ada, bob } = await newStudio(service, { playlists: [playlist] });
  await ada.remove(`/playlists/${playlist.id}`);
  const requests = [() => restore(ada, playlist.id), () => bob.remove(`/trash/${playlist.id}`)];
  const isRestore = first === 'the restore';
  const answers = await sendWhileLocked(service.db, {
    lock: sql`select from deleted_content where merchant_id = ${shop.id} for update`,
    requests: isRestore ? requests : requests.toReversed(),
  });
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(isRestore ? statuses : statuses.toReversed(), [restored, purged]);
  assert.equal((await ada.get(`/playlists/${playlist.id}`)).status, isRestore ? 200 : 404);
});
