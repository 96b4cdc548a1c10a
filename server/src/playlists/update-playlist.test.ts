import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { activityOf } from '../../../tests/harness/console.js';
import { aCampaign, aPlaylist, aPublished, aVersion, aVideo, anImage } from '../../../tests/harness/content.js';
import { NOW, useService, type ArchiveParts } from '../../../tests/harness/service.js';
import { archived, changedMeanwhile, itemsOf, newStudio, statusesOf, wanted } from '../../../tests/harness/studio.js';

const service = useService();

const [image, video] = [anImage(), aVideo()];
const newShop = (parts: ArchiveParts = {}) => newStudio(service, { media: [image, video], ...parts });

const aFilled = (over: object = {}) => aPlaylist({ items: [archived(image, 4)], ...over });

test('name and items change, the revision grows, and the activity says from what to what', async () => {
  const playlist = aFilled();
  const { shop, ada } = await newShop({ playlists: [playlist] });
  const items = [wanted(video), wanted(image, 4), wanted(video, 3)];
  const before = (await ada.get(`/playlists/${playlist.id}`)).json;
  const answer = await ada.patch(`/playlists/${playlist.id}`, { revision: 1, name: ' Door ', items });
  assert.equal(answer.status, 200, answer.text);
  const { items: shown, ...rest } = Object(answer.body);
  const { items: _, ...was } = Object(before);
  assert.deepEqual(rest, { ...was, name: 'Door', revision: 2, updatedAt: NOW, totalDurationSeconds: 19.5 });
  assert.deepEqual(
    shown.map(({ mediaId, ownSeconds, durationSeconds }: Record<string, unknown>) => [
      mediaId,
      ownSeconds,
      durationSeconds,
    ]),
    [
      [video.id, null, 12.5],
      [image.id, 4, 4],
      [video.id, 3, 3],
    ],
  );
  assert.deepEqual((await ada.get(`/playlists/${playlist.id}`)).body, answer.body);
  assert.equal(itemsOf(await ada.get('/playlists?q=door')).length, 1);
  const emptied = await ada.patch(`/playlists/${playlist.id}`, { revision: 2, items: [] });
  assert.deepEqual([emptied.json['items'], emptied.json['revision']], [[], 3]);
  const of = { playlistId: playlist.id, name: 'Door' };
  assert.deepEqual(await activityOf(service, shop.id), [
    [
      'playlist.changed',
      'Ada Staff',
      { ...of, changes: { name: { from: 'Front window', to: 'Door' }, items: { from: 1, to: 3 } } },
    ],
    ['playlist.changed', 'Ada Staff', { ...of, changes: { items: { from: 3, to: 0 } } }],
  ]);
});

test('what changes nothing is answered as it is, and is not in the activity', async () => {
  const playlist = aFilled();
  const { shop, ada } = await newShop({ playlists: [playlist] });
  const before = (await ada.get(`/playlists/${playlist.id}`)).body;
  for (const same of [{}, { name: ' Front window ' }, { shared: true }, { items: [wanted(image, 4)] }]) {
    const answer = await ada.patch(`/playlists/${playlist.id}`, { revision: 1, ...same });
    assert.deepEqual([answer.status, answer.body], [200, before]);
  }
  assert.deepEqual(await activityOf(service, shop.id), []);
});

test('of two people at once exactly one wins, and the other is told', async () => {
  const playlist = aFilled();
  const { shop, ada, bob } = await newShop({ playlists: [playlist] });
  const answers = await Promise.all([
    ada.patch(`/playlists/${playlist.id}`, { revision: 1, items: [wanted(video), wanted(image)] }),
    bob.patch(`/playlists/${playlist.id}`, { revision: 1, items: [wanted(image), wanted(video)] }),
    ada.patch(`/playlists/${playlist.id}`, { revision: 1, name: 'Other' }),
  ]);
  assert.deepEqual(statusesOf(answers), [200, 409, 409]);
  for (const { status, body } of answers) if (status === 409) assert.deepEqual(body, changedMeanwhile('playlist'));
  const winner = answers.find(({ status }) => status === 200);
  assert.deepEqual((await ada.get(`/playlists/${playlist.id}`)).body, winner?.body);
  assert.equal((await activityOf(service, shop.id)).length, 1);
  const future = await ada.patch(`/playlists/${playlist.id}`, { revision: 3, name: 'Other' });
  assert.deepEqual([future.status, future.body], [409, changedMeanwhile('playlist')]);
});

test('items of another merchant are refused by their places and leave everything as it was', async () => {
  const playlist = aFilled();
  const { ada } = await newShop({ playlists: [playlist] });
  const foreign = anImage();
  await service.newMerchant({ media: [foreign] });
  const before = (await ada.get(`/playlists/${playlist.id}`)).body;
  const items = [wanted(image), wanted(foreign)];
  const answer = await ada.patch(`/playlists/${playlist.id}`, { revision: 1, name: 'New', items });
  const message = 'Not in the library any more: item 2. Leave that out.';
  assert.deepEqual([answer.status, answer.body], [422, { error: 'unprocessable', message, code: 'invalid' }]);
  assert.deepEqual((await ada.get(`/playlists/${playlist.id}`)).body, before);
  const { ada: stranger } = await newShop();
  assert.equal((await stranger.patch(`/playlists/${playlist.id}`, { revision: 1, items })).status, 404);
  assert.equal((await ada.patch(`/playlists/${randomUUID()}`, { revision: 1, items })).status, 404);
});

test('a playlist is kept to the one campaign that uses it: not without one, and not among several', async () => {
  const playlist = aFilled();
  const one = aCampaign({ name: 'One', versions: [aVersion({ landscapePlaylistId: playlist.id })] });
  const two = aCampaign({
    name: 'Two',
    liveVersion: 1,
    versions: [aPublished({ portraitPlaylistId: playlist.id }), aVersion({ version: 2 })],
  });
  const past = aCampaign({
    name: 'Past',
    versions: [aPublished({ landscapePlaylistId: playlist.id }), aVersion({ version: 2 })],
  });
  const keep = { revision: 1, shared: false };

  const unused = await newShop({ playlists: [playlist], campaigns: [past] });
  const lost = await unused.ada.patch(`/playlists/${playlist.id}`, keep);
  assert.equal(lost.status, 422);
  assert.match(String(lost.json['message']), /^No campaign uses it\./);

  const shared = await newShop({ playlists: [playlist], campaigns: [one, two, past] });
  const refused = await shared.ada.patch(`/playlists/${playlist.id}`, keep);
  const message = 'Several campaigns use it: “One”, “Two”. It stays shared.';
  assert.deepEqual([refused.status, refused.body], [409, { error: 'conflict', message, code: 'in_use' }]);

  const single = await newShop({ playlists: [playlist], campaigns: [two, past] });
  const kept = await single.ada.patch(`/playlists/${playlist.id}`, keep);
  assert.deepEqual([kept.status, kept.json['shared'], kept.json['revision']], [200, false, 2]);
  assert.equal(kept.json['updatedAt'], playlist.updatedAt, 'whom it belongs to is no change of what it is');
  assert.deepEqual(itemsOf(await single.ada.get('/playlists')), []);
  assert.deepEqual(itemsOf(await single.shop.get('/playlists')), []);
  assert.equal((await single.shop.get(`/playlists/${playlist.id}`)).status, 200);
  const back = await single.ada.patch(`/playlists/${playlist.id}`, { revision: 2, shared: true });
  assert.deepEqual([back.status, back.json['shared']], [200, true]);
  const of = { playlistId: playlist.id, name: 'Front window' };
  assert.deepEqual(await activityOf(service, single.shop.id), [
    ['playlist.changed', 'Ada Staff', { ...of, changes: { shared: { from: true, to: false } } }],
    ['playlist.changed', 'Ada Staff', { ...of, changes: { shared: { from: false, to: true } } }],
  ]);
});

test('a playlist that is in no list and in no campaign can be shared', async () => {
  const playlist = aFilled({ shared: false });
  const { ada } = await newShop({ playlists: [playlist] });
  const answer = await ada.patch(`/playlists/${playlist.id}`, { revision: 1, shared: true });
  assert.deepEqual([answer.status, answer.json['shared']], [200, true]);
});
