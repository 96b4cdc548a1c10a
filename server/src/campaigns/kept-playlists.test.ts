// Playlists that are kept to one campaign: for no other, and never lost.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { sendWhileLocked } from '../../../tests/harness/lock-waits.js';
import type { TestPerson } from '../../../tests/harness/console.js';
import { aCampaign, aPlaylist, aPublished, aVersion, anImage } from '../../../tests/harness/content.js';
import { useService } from '../../../tests/harness/service.js';
import { archived, itemsOf, newStudio, publish } from '../../../tests/harness/studio.js';
import { sql } from '../db/sql.js';

const service = useService();

const image = anImage();
const own = aPlaylist({ name: 'Own', shared: false, items: [archived(image)] });
const other = aPlaylist({ name: 'Other', items: [archived(image)] });
const content = { landscape: { playlistId: own.id, items: [] }, portrait: null };
const keeper = (over: object = {}) =>
  aCampaign({ name: 'Keeper', versions: [aVersion({ landscapePlaylistId: own.id })], ...over });

const newKeeper = (over: object = {}) => {
  const campaign = keeper(over);
  const parts = { media: [image], playlists: [own, other], campaigns: [campaign] };
  return newStudio(service, parts).then((studio) => ({
    ...studio,
    path: `/campaigns/${campaign.lineageId}`,
    campaign,
  }));
};

async function isListed(ada: TestPerson): Promise<boolean> {
  const names = itemsOf(await ada.get('/playlists')).map(({ name }) => name);
  return names.includes('Own');
}

test('no other campaign may take it, its own may name it again', async () => {
  const { ada, path } = await newKeeper();
  const refusal = {
    error: 'conflict',
    message: '«Own» is kept to the campaign «Keeper». Share it first.',
    code: 'in_use',
  };
  const made = await ada.post('/campaigns', { lineageId: randomUUID(), name: 'Thief', portraitPlaylistId: own.id });
  assert.deepEqual([made.status, made.body], [409, refusal]);
  const lineageId = randomUUID();
  await ada.post('/campaigns', { lineageId, name: 'Thief' });
  const changed = await ada.patch(`/campaigns/${lineageId}`, { revision: 1, landscapePlaylistId: own.id });
  assert.deepEqual([changed.status, changed.body], [409, refusal]);
  const again = await ada.patch(path, { revision: 1, landscapePlaylistId: own.id, portraitPlaylistId: own.id });
  assert.equal(again.status, 200);
  assert.deepEqual(Object(again.json['draft']).portraitPlaylist, { id: own.id, name: 'Own', shared: false });
  assert.equal(await isListed(ada), false);
});

test('one that nobody uses may be taken by anybody', async () => {
  const { ada } = await newStudio(service, { media: [image], playlists: [own] });
  const made = await ada.post('/campaigns', { lineageId: randomUUID(), name: 'New', landscapePlaylistId: own.id });
  assert.equal(made.status, 200);
});

test('its campaign takes another: it is shared', async () => {
  const { ada, path } = await newKeeper();
  assert.equal((await ada.patch(path, { revision: 1, landscapePlaylistId: other.id })).status, 200);
  assert.equal(await isListed(ada), true);
  assert.equal((await ada.get(`/playlists/${own.id}`)).json['revision'], 2);
});

test('its campaign is deleted: it is shared', async () => {
  const { ada, path } = await newKeeper();
  assert.equal((await ada.remove(path)).status, 200);
  assert.equal(await isListed(ada), true);
});

test('a live version goes on with it while a draft has another; published or withdrawn, it is shared', async () => {
  const live = { liveVersion: 1, versions: [aPublished({ landscapePlaylistId: own.id, content })] };
  const one = await newKeeper(live);
  assert.equal((await one.ada.patch(one.path, { revision: 1, landscapePlaylistId: other.id })).status, 200);
  assert.equal(await isListed(one.ada), false);
  assert.equal((await publish(one.ada, one.campaign.lineageId)).status, 200);
  assert.equal(await isListed(one.ada), true);

  const two = await newKeeper(live);
  assert.equal((await two.ada.patch(two.path, { revision: 1, landscapePlaylistId: other.id })).status, 200);
  assert.equal((await two.ada.post(`${two.path}/withdraw`, { revision: 2 })).status, 200);
  assert.equal(await isListed(two.ada), true);
});

test('only the discarded draft had it: it is shared', async () => {
  const versions = [
    aPublished({ landscapePlaylistId: other.id }),
    aVersion({ version: 2, landscapePlaylistId: own.id }),
  ];
  const { ada, path } = await newKeeper({ versions });
  assert.equal((await ada.post(`${path}/discard`, { revision: 1 })).status, 200);
  assert.equal(await isListed(ada), true);
});

test.each(['keeping', 'taking'] as const)(
  'refuses the second of keeping a playlist and taking it for another campaign: %s first',
  async (first) => {
    const campaign = aCampaign({ versions: [aVersion({ landscapePlaylistId: other.id })] });
    const second = aCampaign({ name: 'Second', versions: [aVersion()] });
    const { shop, ada, bob } = await newStudio(service, {
      media: [image],
      playlists: [other],
      campaigns: [campaign, second],
    });
    const keep = () => ada.patch(`/playlists/${other.id}`, { revision: 1, shared: false });
    const take = () => bob.patch(`/campaigns/${second.lineageId}`, { revision: 1, landscapePlaylistId: other.id });
    const answers = await sendWhileLocked(service.db, {
      lock: sql`select from playlists where merchant_id = ${shop.id} for update`,
      requests: first === 'keeping' ? [keep, take] : [take, keep],
    });
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 409],
    );
  },
);
