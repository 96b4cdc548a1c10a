import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { activityOf } from '../../../tests/harness/console.js';
import { aCampaign, aPlaylist, aPublished, aTag, aVersion } from '../../../tests/harness/content.js';
import { NOW, useService } from '../../../tests/harness/service.js';
import { changedMeanwhile, itemsOf, newStudio, statusesOf } from '../../../tests/harness/studio.js';

const service = useService();

test('name and tags count at once; flight and playlists go into the draft', async () => {
  const playlist = aPlaylist({ name: 'Wide' });
  const [old, kept] = [aTag('Old'), aTag('Kept')];
  const campaign = aCampaign({ tagIds: [old.id, kept.id], versions: [aVersion()] });
  const { shop, ada } = await newStudio(service, { tags: [old, kept], playlists: [playlist], campaigns: [campaign] });
  const path = `/campaigns/${campaign.lineageId}`;
  const before = (await ada.get(path)).json;
  const flight = { start: '2026-07-01', end: null };
  const wanted = { name: ' Summer ', tags: ['kept', 'New'], flight, landscapePlaylistId: playlist.id };
  const answer = await ada.patch(path, { revision: 1, ...wanted });
  assert.equal(answer.status, 200, answer.text);
  const version = {
    version: 1,
    flight,
    landscapePlaylist: { id: playlist.id, name: 'Wide', shared: true },
    portraitPlaylist: null,
  };
  const [, fresh] = Object(answer.body).tags;
  assert.deepEqual(answer.body, {
    ...before,
    name: 'Summer',
    revision: 2,
    changedAt: NOW,
    tags: [kept, { id: fresh.id, name: 'New' }],
    draft: version,
    latest: version,
  });
  assert.deepEqual((await ada.get(path)).body, answer.body);
  const same = await ada.patch(path, { revision: 2, ...wanted, portraitPlaylistId: null });
  assert.deepEqual([same.status, same.body], [200, answer.body], 'what changes nothing is answered as it is');
  assert.deepEqual(await activityOf(service, shop.id), [
    [
      'campaign.changed',
      'Ada Staff',
      {
        lineageId: campaign.lineageId,
        name: 'Summer',
        version: 1,
        changes: {
          name: { from: 'Spring', to: 'Summer' },
          tags: { from: ['Kept', 'Old'], to: ['Kept', 'New'] },
          flight: { from: { start: null, end: null }, to: flight },
          landscapePlaylist: { from: null, to: 'Wide' },
        },
      },
    ],
  ]);
});

test('a live campaign gets a new version that is not live until it is published', async () => {
  const playlist = aPlaylist({ name: 'Wide' });
  const live = aPublished({ version: 3, landscapePlaylistId: playlist.id, flight: { start: '2026-01-01', end: null } });
  const campaign = aCampaign({ liveVersion: 3, versions: [live] });
  const { shop, ada } = await newStudio(service, { playlists: [playlist], campaigns: [campaign] });
  const path = `/campaigns/${campaign.lineageId}`;
  const [before, seen] = [(await ada.get(path)).json, (await shop.get(path)).body];
  const renamed = await ada.patch(path, {
    revision: 1,
    name: 'Named anew',
    flight: { start: '2026-01-01', end: null },
  });
  assert.deepEqual(renamed.body, { ...before, name: 'Named anew', revision: 2, changedAt: NOW }, 'no new version yet');
  const flight = { start: '2026-01-01', end: '2026-12-31' };
  const edited = await ada.patch(path, { revision: 2, flight });
  const version = {
    version: 4,
    flight,
    landscapePlaylist: { id: playlist.id, name: 'Wide', shared: true },
    portraitPlaylist: null,
  };
  assert.deepEqual(edited.body, { ...renamed.json, revision: 3, draftVersion: 4, draft: version, latest: version });
  const again = await ada.patch(path, { revision: 3, landscapePlaylistId: null });
  assert.deepEqual(again.json['draft'], { ...version, landscapePlaylist: null }, 'the same draft is worked on');
  assert.deepEqual((await shop.get(path)).body, { ...Object(seen), name: 'Named anew' });
  const [newest, older] = itemsOf(await ada.get(`${path}/versions`));
  assert.deepEqual(
    [newest?.['version'], newest?.['isLive'], older?.['version'], older?.['isLive']],
    [4, false, 3, true],
  );
});

test('of several people at once exactly one wins, and the others are told', async () => {
  const campaign = aCampaign({ versions: [aVersion()] });
  const { shop, ada, bob } = await newStudio(service, { campaigns: [campaign] });
  const path = `/campaigns/${campaign.lineageId}`;
  const answers = await Promise.all([
    ada.patch(path, { revision: 1, name: 'Ada' }),
    bob.patch(path, { revision: 1, tags: ['Bob'] }),
    bob.patch(path, { revision: 1, flight: { start: '2026-01-01', end: null } }),
  ]);
  assert.deepEqual(statusesOf(answers), [200, 409, 409]);
  for (const { status, body } of answers) if (status === 409) assert.deepEqual(body, changedMeanwhile('campaign'));
  assert.deepEqual((await ada.get(path)).body, answers.find(({ status }) => status === 200)?.body);
  assert.equal((await activityOf(service, shop.id)).length, 1);
});

test('what another merchant has looks missing, and a refusal leaves everything as it was', async () => {
  const campaign = aCampaign({ versions: [aVersion()] });
  const { shop, ada } = await newStudio(service, { campaigns: [campaign] });
  const foreign = aPlaylist();
  const { ada: stranger } = await newStudio(service, { playlists: [foreign] });
  const path = `/campaigns/${campaign.lineageId}`;
  const before = (await ada.get(path)).body;
  for (const playlist of [foreign.id, randomUUID()]) {
    const answer = await ada.patch(path, { revision: 1, name: 'New', tags: ['New'], portraitPlaylistId: playlist });
    const message = 'The playlist for portrait screens is no longer there.';
    assert.deepEqual([answer.status, answer.body], [422, { error: 'unprocessable', message, code: 'invalid' }]);
  }
  const late = await ada.patch(path, { revision: 1, flight: { start: '2026-02-02', end: '2026-02-01' } });
  assert.equal(late.status, 422);
  assert.equal((await stranger.patch(path, { revision: 1, name: 'Mine' })).status, 404);
  assert.equal((await stranger.get(path)).status, 404);
  assert.deepEqual((await ada.get(path)).body, before);
  assert.deepEqual(Object((await shop.get('/tags')).body).items, []);
  assert.deepEqual(await activityOf(service, shop.id), []);
});
