import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { activityOf } from '../../../tests/harness/console.js';
import { anImage, aPlaylist, aVideo } from '../../../tests/harness/content.js';
import { NOW, useService } from '../../../tests/harness/service.js';
import { archived, changedMeanwhile, newStudio, publish, wanted } from '../../../tests/harness/studio.js';

const service = useService();

async function newShop() {
  const [bread, cake, door] = [anImage({ name: 'Bread' }), anImage({ name: 'Cake' }), aVideo()];
  const playlist = aPlaylist({ name: 'Window', items: [archived(bread, 4), archived(door)] });
  const studio = await newStudio(service, { media: [bread, cake, door], playlists: [playlist] });
  const lineageId = randomUUID();
  const path = `/campaigns/${lineageId}`;
  const flight = { start: '2026-06-01', end: '2026-06-20' };
  await studio.ada.post('/campaigns', { lineageId, name: 'June', landscapePlaylistId: playlist.id, flight });
  await publish(studio.ada, lineageId);
  return { ...studio, bread, cake, door, playlist, lineageId, path, flight };
}

const idsIn = (items: unknown): string[] => (items as { mediaId: string }[]).map(({ mediaId }) => mediaId);

test('an old version is shown as it was, beside what is live today', async () => {
  const { ada, bread, cake, door, playlist, lineageId, path, flight } = await newShop();
  const first = (await ada.get(`${path}/version?version=1`)).json;
  const shown = {
    version: 1,
    flight,
    landscapePlaylist: { id: playlist.id, name: 'Window', shared: true },
    portraitPlaylist: null,
    publishedAt: NOW,
    publishedBy: { personId: ada.id, name: 'Ada Staff' },
    landscape: Object((await ada.get(path)).json['live']).landscape,
    portrait: null,
    missing: 0,
    bringsBackFlight: true,
  };
  assert.deepEqual(first, { ...shown, isLive: true, today: null });
  await ada.patch(`/playlists/${playlist.id}`, { revision: 1, items: [wanted(cake), wanted(bread, 9)] });
  await publish(ada, lineageId);
  const { today, ...rest } = (await ada.get(`${path}/version?version=1`)).json;
  assert.deepEqual(rest, { ...shown, isLive: false });
  const { landscape, ...more } = Object(today);
  assert.deepEqual(more, { what: 'live', version: 2, flight, portrait: null });
  assert.deepEqual(
    [idsIn(landscape.added), idsIn(landscape.removed), landscape.retimed[0].fromSeconds, idsIn(landscape.after)],
    [[cake.id], [door.id], 4, [cake.id, bread.id]],
  );
  assert.equal((await ada.get(`${path}/version`)).json['version'], 2);
  assert.equal((await ada.get(`${path}/version?version=3`)).status, 404);
  assert.equal((await ada.get(`${path}/version?version=0`)).status, 400);
});

test('brought back it is a draft that plays exactly what it played; the playlist that was changed stays as it is', async () => {
  const { ada, shop, bread, cake, door, playlist, lineageId, path, flight } = await newShop();
  await ada.patch(`/playlists/${playlist.id}`, { revision: 1, items: [wanted(cake)] });
  await ada.patch(path, { revision: 2, flight: { start: '2026-06-02', end: null } });
  await publish(ada, lineageId);
  const stale = await ada.post(`${path}/bring-back`, { revision: 3, version: 1 });
  assert.deepEqual([stale.status, stale.body], [409, changedMeanwhile('campaign')]);
  const back = (await ada.post(`${path}/bring-back`, { revision: 4, version: 1 })).json;
  const { landscapePlaylist, ...draft } = Object(back['draft']);
  assert.deepEqual(draft, { version: 3, flight, portraitPlaylist: null });
  assert.deepEqual([landscapePlaylist.name, landscapePlaylist.shared], ['Window, version 1', false]);
  assert.deepEqual([back['liveVersion'], back['revision'], back['changedAt']], [2, 5, NOW]);
  const kept = (await ada.get(`/playlists/${landscapePlaylist.id}`)).json['items'] as { ownSeconds: number | null }[];
  assert.deepEqual(idsIn(kept), [bread.id, door.id]);
  assert.deepEqual(
    kept.map(({ ownSeconds }) => ownSeconds),
    [4, null],
    'a time is kept where it was set',
  );
  assert.deepEqual(idsIn((await ada.get(`/playlists/${playlist.id}`)).json['items']), [cake.id]);
  const kinds = (await activityOf(service, shop.id)).slice(-2);
  assert.deepEqual(kinds, [
    ['playlist.created', 'Ada Staff', { playlistId: landscapePlaylist.id, name: 'Window, version 1', items: 2 }],
    ['campaign.brought_back', 'Ada Staff', { lineageId, name: 'June', version: 3, from: 1 }],
  ]);
  await publish(ada, lineageId);
  const { json } = await ada.get(path);
  assert.deepEqual(idsIn(Object(json['live']).landscape), [bread.id, door.id]);
});

test('a playlist that plays the same still is named again; what is there already is refused in words', async () => {
  const { ada, playlist, lineageId, path, flight } = await newShop();
  const same = await ada.post(`${path}/bring-back`, { revision: 2, version: 1 });
  const message = 'The campaign is as version 1 was.';
  assert.deepEqual([same.status, same.body], [409, { error: 'conflict', message }]);
  await ada.patch(path, { revision: 2, flight: { start: null, end: null } });
  await publish(ada, lineageId);
  const back = (await ada.post(`${path}/bring-back`, { revision: 4, version: 1 })).json;
  assert.deepEqual(back['draft'], {
    version: 3,
    flight,
    landscapePlaylist: { id: playlist.id, name: 'Window', shared: true },
    portraitPlaylist: null,
  });
  assert.equal((await ada.post(`${path}/bring-back`, { revision: 5, version: 3 })).status, 404, 'never published');
});

test('items that were deleted stay away, and dates that are over too', async () => {
  const { ada, bread, cake, door, playlist, lineageId, path } = await newShop();
  await ada.patch(`/playlists/${playlist.id}`, { revision: 1, items: [wanted(cake)] });
  await ada.patch(path, { revision: 2, flight: { start: null, end: null } });
  await publish(ada, lineageId);
  await ada.remove(`/media/${bread.id}`);
  service.clock.set('2026-06-25T12:00:00.000Z');
  const shown = (await ada.get(`${path}/version?version=1`)).json;
  assert.deepEqual([shown['missing'], shown['bringsBackFlight']], [1, false]);
  const back = Object((await ada.post(`${path}/bring-back`, { revision: 4, version: 1 })).json['draft']);
  assert.deepEqual(back.flight, { start: null, end: null });
  const kept = (await ada.get(`/playlists/${back.landscapePlaylist.id}`)).json['items'];
  assert.deepEqual(idsIn(kept), [door.id]);
  await ada.patch(path, { revision: 5, landscapePlaylistId: playlist.id });
  await ada.patch(`/playlists/${back.landscapePlaylist.id}`, { revision: 2, items: [] });
  await ada.remove(`/media/${door.id}`);
  const refused = await ada.post(`${path}/bring-back`, { revision: 6, version: 1 });
  const message = 'Nothing that version 1 played is in the library any more.';
  assert.deepEqual([refused.status, refused.body], [422, { error: 'unprocessable', message, code: 'invalid' }]);
  service.clock.set(NOW);
});
