import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { PLAYLIST_ITEMS_MAX } from '@vitrine/contract/console-limits';
import { activityOf } from '../../../tests/harness/console.js';
import { aPlaylist, anImage } from '../../../tests/harness/content.js';
import { NOW, useService } from '../../../tests/harness/service.js';
import { archived, itemsOf, newStudio, statusesOf } from '../../../tests/harness/studio.js';

const service = useService();

const [bread, cake, bun] = [anImage({ name: 'Bread' }), anImage({ name: 'Cake' }), anImage({ name: 'Bun' })];
const media = [bread, cake, bun];

async function newPlaylist(items: readonly object[] = [archived(bread, 5)]) {
  const playlist = aPlaylist({ items });
  const studio = await newStudio(service, { media, playlists: [playlist] });
  const path = `/playlists/${playlist.id}`;
  const names = async () =>
    (itemsOf(await studio.ada.get(path)) as { media?: { name: string } }[]).map((item) => item.media?.name);
  return { ...studio, playlist, path, names };
}

test('media go behind what is there, what lies in the trash keeps its place, and the answer says what the playlist is by then', async () => {
  const { shop, ada, playlist, path, names } = await newPlaylist();
  const added = await ada.post(`${path}/items`, { mediaIds: [cake.id.toUpperCase(), bread.id] });
  const { items: _, ...fields } = playlist;
  assert.deepEqual(
    [added.status, added.body],
    [
      200,
      {
        ...fields,
        updatedAt: NOW,
        revision: 2,
        totalDurationSeconds: 25,
        itemCount: 3,
        coverUrls: [],
        usedIn: [],
      },
    ],
  );
  assert.equal((await ada.remove(`/media/${cake.id}`)).status, 200);
  assert.equal((await ada.post(`${path}/items`, { mediaIds: [bun.id] })).json['itemCount'], 3);
  assert.deepEqual(await names(), ['Bread', 'Bread', 'Bun']);
  assert.equal((await ada.post('/trash/restore', { ids: [cake.id] })).status, 200);
  assert.deepEqual(await names(), ['Bread', 'Cake', 'Bread', 'Bun']);
  assert.deepEqual((await ada.get(path)).json['totalDurationSeconds'], 35, 'times of their own stay');
  const changed = (from: number, to: number) => [
    'playlist.changed',
    'Ada Staff',
    { playlistId: playlist.id, name: playlist.name, changes: { items: { from, to } } },
  ];
  const seen = (await activityOf(service, shop.id)) as unknown[][];
  assert.deepEqual(
    seen.filter(([kind]) => kind === 'playlist.changed'),
    [changed(1, 3), changed(2, 3)],
  );
});

test('of two at once both are in it, and who saves an older state is told', async () => {
  const { ada, bob, path, names } = await newPlaylist();
  const answers = await Promise.all([
    ada.post(`${path}/items`, { mediaIds: [cake.id] }),
    bob.post(`${path}/items`, { mediaIds: [bun.id] }),
  ]);
  assert.deepEqual(statusesOf(answers), [200, 200]);
  assert.deepEqual(new Set(await names()), new Set(['Bread', 'Bun', 'Cake']));
  assert.equal((await ada.patch(path, { revision: 1, name: 'Mine' })).status, 409);
});

test('what is not there, and what there is no room for, adds nothing', async () => {
  const full = Array.from({ length: PLAYLIST_ITEMS_MAX - 1 }, () => archived(bread));
  const { ada, path, names } = await newPlaylist(full);
  const unknown = await ada.post(`${path}/items`, { mediaIds: [cake.id, randomUUID()] });
  assert.deepEqual(
    [unknown.status, unknown.body],
    [422, { error: 'unprocessable', message: 'Not in the library any more: item 2. Leave that out.', code: 'invalid' }],
  );
  const many = await ada.post(`${path}/items`, { mediaIds: [cake.id, bun.id] });
  const message = 'A playlist holds 1000 items, and “Front window” has room for 1 more. Nothing was added.';
  assert.deepEqual([many.status, many.body], [422, { error: 'unprocessable', message, code: 'invalid' }]);
  assert.equal((await names()).length, PLAYLIST_ITEMS_MAX - 1);
  assert.equal((await ada.post(`${path}/items`, { mediaIds: [cake.id] })).status, 200);
  // The place of what lies in the trash is kept for it.
  assert.equal((await ada.remove(`/media/${cake.id}`)).status, 200);
  assert.equal((await names()).length, PLAYLIST_ITEMS_MAX - 1);
  assert.equal((await ada.post(`${path}/items`, { mediaIds: [bun.id] })).status, 422);
  assert.equal((await ada.post(`/playlists/${randomUUID()}/items`, { mediaIds: [cake.id] })).status, 404);
});

test('a copy begins with the items of the other and their times, and goes its own way', async () => {
  const { shop, ada, playlist, path } = await newPlaylist([archived(bread, 5), archived(cake), archived(bread)]);
  const id = randomUUID();
  const request = { id, name: 'Copy of Front window', copyOf: playlist.id };
  const made = await ada.post('/playlists', request);
  const source = (await ada.get(path)).json;
  const own = { id, name: 'Copy of Front window', createdAt: NOW, updatedAt: NOW };
  const unsigned = (body: object) => JSON.parse(JSON.stringify(body).replaceAll(/\?X-Amz[^"]*/g, '')) as object;
  assert.deepEqual(unsigned(made.json), unsigned({ ...source, ...own }));
  assert.deepEqual((await ada.post('/playlists', request)).status, 200, 'a retry');
  assert.deepEqual(await activityOf(service, shop.id), [
    ['playlist.created', 'Ada Staff', { playlistId: id, name: 'Copy of Front window', items: 3 }],
  ]);
  await ada.patch(`/playlists/${id}`, { revision: 1, items: [] });
  assert.equal(((await ada.get(path)).json['items'] as unknown[]).length, 3);
  const refused = async (body: object) => {
    const { status, json } = await ada.post('/playlists', { id: randomUUID(), name: 'X', ...body });
    return [status, json['message']];
  };
  assert.deepEqual(await refused({ copyOf: randomUUID() }), [422, 'The playlist to copy is no longer there.']);
  assert.deepEqual(await refused({ copyOf: playlist.id, items: [] }), [
    422,
    'A copy takes its items from the other playlist.',
  ]);
});

test('a list comes by name, by age or by change, page by page', async () => {
  const at = (day: number) => `2026-05-0${day}T00:00:00.000Z`;
  const playlists = [
    aPlaylist({ name: 'beta', createdAt: at(1), updatedAt: at(8) }),
    aPlaylist({ name: 'Alpha', createdAt: at(2), updatedAt: at(7) }),
    aPlaylist({ name: 'Äther', createdAt: at(3), updatedAt: at(9) }),
  ];
  const { ada } = await newStudio(service, { playlists });
  const namesBy = async (sort: string) => {
    const names: unknown[] = [];
    for (let cursor = ''; ;) {
      const answer = await ada.get(`/playlists?limit=1&sort=${sort}${cursor}`);
      assert.equal(answer.status, 200, answer.text);
      names.push(...itemsOf(answer).map(({ name }) => name));
      const { nextCursor } = answer.json;
      if (typeof nextCursor !== 'string') return names;
      cursor = `&cursor=${nextCursor}`;
    }
  };
  assert.deepEqual(await namesBy('name'), ['Alpha', 'beta', 'Äther']);
  assert.deepEqual(await namesBy('created'), ['Äther', 'Alpha', 'beta']);
  assert.deepEqual(await namesBy('updated'), ['Äther', 'beta', 'Alpha']);
  const { json } = await ada.get('/playlists?limit=1&sort=name');
  assert.equal((await ada.get(`/playlists?limit=1&cursor=${String(json['nextCursor'])}`)).status, 400);
});
