// A publication beside another change, each in an order that the test holds: the one waits for the other's locks, and what
// goes live is what was shown, or nothing does.
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { activityOf, type ConsoleAnswer } from '../../../tests/harness/console.js';
import { aCampaign, aPlaylist, aVersion, aVideo, anImage } from '../../../tests/harness/content.js';
import { sendWhileLocked } from '../../../tests/harness/lock-waits.js';
import { useService } from '../../../tests/harness/service.js';
import { archived, changedMeanwhile, newStudio, statusesOf } from '../../../tests/harness/studio.js';
import { sql, type Statement } from '../db/sql.js';

const service = useService();

const [image, video] = [anImage(), aVideo()];

async function newDraft() {
  const playlist = aPlaylist({ items: [archived(image), archived(video)] });
  const campaign = aCampaign({ versions: [aVersion({ landscapePlaylistId: playlist.id })] });
  const studio = await newStudio(service, { media: [image, video], playlists: [playlist], campaigns: [campaign] });
  const path = `/campaigns/${campaign.lineageId}`;
  const { revision, contentHash } = (await studio.ada.get(`${path}/publish`)).json;
  const publishAs = (person: typeof studio.ada) => person.post(`${path}/publish`, { revision, contentHash });
  return { ...studio, playlist, path, publishAs };
}

const lockOf = (table: 'playlists' | 'campaigns', merchantId: string): Statement =>
  table === 'playlists'
    ? sql`select from playlists where merchant_id = ${merchantId} for update`
    : sql`select from campaigns where merchant_id = ${merchantId} for update`;

type Request = () => Promise<ConsoleAnswer>;

const sendBeside = (lock: Statement, requests: readonly Request[], meanwhile: readonly Statement[] = []) =>
  sendWhileLocked(service.db, { lock, requests, meanwhile });

test('two publications at once: one goes live, and the other is told that the campaign has changed', async () => {
  const { shop, ada, bob, path, publishAs } = await newDraft();
  const answers = await sendBeside(lockOf('campaigns', shop.id), [() => publishAs(ada), () => publishAs(bob)]);
  assert.deepEqual(statusesOf(answers), [200, 409]);
  assert.deepEqual(answers[1]?.body, changedMeanwhile('campaign'));
  assert.deepEqual((await ada.get(path)).body, answers[0]?.body);
  const { json } = await ada.get(`${path}/versions`);
  assert.equal(Object(json).items.length, 1);
  assert.deepEqual(
    (await activityOf(service, shop.id)).map((entry) => Object(entry).slice(0, 2)),
    [['campaign.published', 'Ada Staff']],
  );
});

test('a campaign that is being changed: the publication waits for it, and nothing goes live', async () => {
  const { shop, ada, path, publishAs } = await newDraft();
  const renaming = sql`update campaigns set name = 'Renamed', revision = revision + 1 where merchant_id = ${shop.id}`;
  const [answer] = await sendBeside(lockOf('campaigns', shop.id), [() => publishAs(ada)], [renaming]);
  assert.deepEqual([answer?.status, answer?.body], [409, changedMeanwhile('campaign')]);
  const { name, content } = Object((await shop.get(path)).body);
  assert.deepEqual([name, content], ['Renamed', null]);
});

test('a playlist that is being changed: the publication waits for it, and nothing goes live', async () => {
  const { shop, ada, path, playlist, publishAs } = await newDraft();
  const [answer] = await sendBeside(
    lockOf('playlists', shop.id),
    [() => publishAs(ada)],
    [sql`delete from playlist_items where merchant_id = ${shop.id} and playlist_id = ${playlist.id} and position = 0`],
  );
  assert.deepEqual([answer?.status, answer?.body], [409, changedMeanwhile('campaign')]);
  assert.equal(Object((await shop.get(path)).body).content, null);
});

test('a playlist that is changed while the publication is under way: the change waits, and what was shown is live', async () => {
  const { shop, ada, bob, path, playlist, publishAs } = await newDraft();
  const change: Request = () => bob.patch(`/playlists/${playlist.id}`, { revision: 1, items: [] });
  const answers = await sendBeside(lockOf('campaigns', shop.id), [() => publishAs(ada), change]);
  assert.deepEqual(statusesOf(answers), [200, 200]);
  assert.deepEqual(Object((await shop.get(path)).body).mediaIds, [image.id, video.id]);
});

test('a media item that is deleted while the publication is under way: the deletion waits, and is refused', async () => {
  const { shop, ada, bob, publishAs } = await newDraft();
  const deletion: Request = () => bob.remove(`/media/${image.id}`);
  const answers = await sendBeside(lockOf('campaigns', shop.id), [() => publishAs(ada), deletion]);
  assert.deepEqual(
    answers.map(({ status, json }) => json['code'] ?? status),
    [200, 'in_use'],
  );
  assert.equal((await shop.get(`/media/${image.id}`)).status, 200);
});

test('a media item that is being deleted: the publication waits for it, and nothing goes live', async () => {
  const { shop, ada, bob, path, publishAs } = await newDraft();
  const deletion: Request = () => bob.remove(`/media/${image.id}`);
  const answers = await sendBeside(lockOf('playlists', shop.id), [deletion, () => publishAs(ada)]);
  assert.deepEqual(
    answers.map(({ status, json }) => json['code'] ?? status),
    [200, 'changed_meanwhile'],
  );
  assert.equal(Object((await shop.get(path)).body).content, null);
});

test('a media item that comes back into the playlist after media were locked is not published: nobody holds it', async () => {
  const { shop, ada, path, playlist, publishAs } = await newDraft();
  const inPlaylist = sql`merchant_id = ${shop.id} and playlist_id = ${playlist.id}`;
  await service.db.rows(sql`update playlist_items set media_id = ${video.id} where ${inPlaylist} and position = 0`);
  const [answer] = await sendBeside(
    lockOf('playlists', shop.id),
    [() => publishAs(ada)],
    [sql`update playlist_items set media_id = ${image.id} where ${inPlaylist} and position = 0`],
  );
  assert.deepEqual([answer?.status, answer?.body], [409, changedMeanwhile('campaign')]);
  assert.equal(Object((await shop.get(path)).body).content, null);
});
