import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { activityOf, newPerson } from '../../../tests/harness/console.js';
import { aCampaign, anImage, aPlaylist, aPublished } from '../../../tests/harness/content.js';
import { useService } from '../../../tests/harness/service.js';

const service = useService();

const live = (name: string, mediaId: string, end: string | null = null) => {
  const items = [{ mediaId, type: 'image', durationSeconds: 10 }];
  const content = { landscape: { playlistId: randomUUID(), items: [] }, portrait: { playlistId: randomUUID(), items } };
  return aCampaign({ name, liveVersion: 1, versions: [aPublished({ flight: { start: null, end }, content })] });
};

async function stage() {
  const media = ['A', 'B', 'C', 'D'].map((name) => anImage({ name }));
  const [a = '', b = '', c = '', d = ''] = media.map(({ id }) => id);
  const playlist = aPlaylist({ items: [a, b, d].map((mediaId) => ({ mediaId, durationSeconds: null })) });
  // What has ended plays nothing any more.
  const campaigns = [live('Spring', b), live('Autumn', b), live('Over', c, '2026-01-01')];
  const shop = await service.newMerchant({ media, playlists: [playlist], campaigns });
  const staff = await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff');
  return { shop, staff, playlist, a, b, c, d };
}

test('many items go into the trash in one request, but for what screens play, which is told with the campaigns', async () => {
  const { shop, staff, playlist, a, b, c, d } = await stage();
  const ids = [a, b, c, randomUUID(), a.toUpperCase()];
  const { body } = await staff.post('/media/delete', { ids, actionId: randomUUID() });
  assert.deepEqual(body, {
    deleted: [a, c].toSorted(),
    refused: [{ id: b, name: 'B', campaigns: ['Autumn', 'Spring'] }],
  });
  const { items } = (await staff.get('/media?sort=name')).json;
  assert.deepEqual(
    (items as { name: string }[]).map(({ name }) => name),
    ['B', 'D'],
  );
  const { json } = await staff.get(`/playlists/${playlist.id}`);
  assert.deepEqual(
    [json['revision'], (json['items'] as { mediaId: string }[]).map(({ mediaId }) => mediaId)],
    [2, [b, d]],
  );
  const entries = (await activityOf(service, shop.id)) as [string, string, { items: number; names: string[] }][];
  const deleted = entries.filter(([kind]) => kind === 'media.deleted').map(([, , details]) => details);
  assert.deepEqual(
    deleted.map(({ items, names }) => ({ items, names: names.toSorted() })),
    [{ items: 2, names: ['A', 'C'] }],
  );
});

test('what is asked for again, or is another merchant’s, changes nothing', async () => {
  const { staff, a, b } = await stage();
  const other = await stage();
  const actionId = randomUUID();
  await staff.post('/media/delete', { ids: [a], actionId });
  const { body } = await staff.post('/media/delete', { ids: [a, other.a], actionId });
  assert.deepEqual(body, { deleted: [], refused: [] });
  assert.equal((await other.staff.get(`/media/${other.a}`)).status, 200);
  assert.equal((await staff.get(`/media/${b}`)).status, 200);
});
