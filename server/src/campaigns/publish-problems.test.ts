// What stands in the way of a publication, and what happens meanwhile.
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sendWhileLocked } from '../../../tests/harness/lock-waits.js';
import { aCampaign, aPlaylist, aVersion, aVideo, anImage } from '../../../tests/harness/content.js';
import { useService } from '../../../tests/harness/service.js';
import { archived, changedMeanwhile, newStudio, publish, wanted } from '../../../tests/harness/studio.js';
import { sql } from '../db/sql.js';

const service = useService();

const [image, video] = [anImage(), aVideo()];
const full = aPlaylist({ name: 'Full', items: [archived(image), archived(video)] });
const empty = aPlaylist({ name: 'Empty' });

async function newDraft(settings: object) {
  const campaign = aCampaign({ versions: [aVersion(settings)] });
  const studio = await newStudio(service, { media: [image, video], playlists: [full, empty], campaigns: [campaign] });
  return { ...studio, campaign, path: `/campaigns/${campaign.lineageId}` };
}

test.each([
  [{}, ['Choose a playlist for landscape screens.']],
  [{ portraitPlaylistId: full.id }, ['Choose a playlist for landscape screens.']],
  [{ landscapePlaylistId: empty.id }, ['The landscape playlist «Empty» is empty.']],
  [{ landscapePlaylistId: full.id, portraitPlaylistId: empty.id }, ['The portrait playlist «Empty» is empty.']],
  [
    { landscapePlaylistId: empty.id, flight: { start: null, end: '2026-06-15T14:00' } },
    ['The landscape playlist «Empty» is empty.', 'Its time is over: it ended 15 June 2026, 14:00.'],
  ],
])('%j cannot be published, in words', async (settings, problems) => {
  const { shop, ada, campaign, path } = await newDraft(settings);
  const { json } = await ada.get(`${path}/publish`);
  assert.deepEqual([json['canPublish'], json['problems']], [false, problems]);
  const answer = await publish(ada, campaign.lineageId);
  const body = { error: 'unprocessable', message: problems.join(' '), code: 'invalid' };
  assert.deepEqual([answer.status, answer.body], [422, body]);
  assert.equal(Object((await shop.get(path)).body).status, 'draft');
});

test('an archived campaign says so among its problems', async () => {
  const { ada, path } = await newDraft({ landscapePlaylistId: full.id });
  await ada.post(`${path}/archive`, { revision: 1 });
  const { json } = await ada.get(`${path}/publish`);
  assert.deepEqual([json['canPublish'], json['problems']], [false, ['The campaign is archived. Restore it first.']]);
});

test('what changed after the preview is not published: the campaign, a playlist, or a made-up hash', async () => {
  const { shop, ada, bob, path } = await newDraft({ landscapePlaylistId: full.id });
  const { revision, contentHash } = (await ada.get(`${path}/publish`)).json;
  const refused = async (body: object) => {
    const answer = await ada.post(`${path}/publish`, body);
    assert.deepEqual([answer.status, answer.body], [409, changedMeanwhile('campaign')]);
  };
  await refused({ revision, contentHash: 'made up' });
  await refused({ revision: 2, contentHash });
  await bob.patch(`/playlists/${full.id}`, { revision: 1, items: [wanted(video), wanted(image)] });
  await refused({ revision, contentHash });
  await bob.patch(`/playlists/${full.id}`, { revision: 2, items: [wanted(image), wanted(video)] });
  assert.equal((await ada.get(`${path}/publish`)).json['contentHash'], contentHash, 'as it was shown');
  await bob.patch(path, { revision: 1, name: 'Named anew' });
  await refused({ revision, contentHash });
  assert.equal(Object((await shop.get(path)).body).status, 'draft');
});

test('answers deletions, edits and a publication that wait for one another, without a deadlock', async () => {
  const { shop, ada, bob, path } = await newDraft({ landscapePlaylistId: full.id, portraitPlaylistId: empty.id });
  const { contentHash } = (await ada.get(`${path}/publish`)).json;
  const answers = await sendWhileLocked(service.db, {
    lock: sql`
      select from playlists join campaigns using (merchant_id) where merchant_id = ${shop.id}
      for update of playlists, campaigns`,
    requests: [
      () => ada.remove(`/playlists/${full.id}`),
      () => bob.patch(path, { revision: 1, landscapePlaylistId: empty.id, portraitPlaylistId: full.id }),
      () => ada.post(`${path}/publish`, { revision: 1, contentHash }),
      () => bob.patch(`/playlists/${empty.id}`, { revision: 1, items: [wanted(image), wanted(video)] }),
      () => ada.patch(`/playlists/${empty.id}`, { revision: 1, items: [wanted(video), wanted(image)] }),
      () => bob.remove(`/media/${image.id}`),
      () => ada.remove(path),
    ],
  });
  for (const { status, text } of answers) assert.ok([200, 404, 409, 422].includes(status), text);
  assert.ok(answers.filter(({ status }) => status === 200).length >= 3);
});
