import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { activityOf, type ConsoleAnswer } from '../../../tests/harness/console.js';
import { aCampaign, anImage, aPlaylist, aPublished, aTag, aVersion } from '../../../tests/harness/content.js';
import { sendWhileLocked } from '../../../tests/harness/lock-waits.js';
import { NOW, useService } from '../../../tests/harness/service.js';
import { archived, newStudio, statusesOf } from '../../../tests/harness/studio.js';
import { checkArchive } from '../archive/check-archive.js';
import { exportArchive } from '../archive/export-archive.js';
import { parseMerchantId } from '../ids.js';

const service = useService();

test('a copy is a draft with the same playlists, tags and dates; dates that are over are left open', async () => {
  const [bread, tag] = [anImage(), aTag('Season')];
  const shared = aPlaylist({ name: 'Window', items: [archived(bread)] });
  const named = { landscapePlaylistId: shared.id };
  const version = (end: string) => aPublished({ ...named, flight: { start: '2026-01-01', end } });
  const [past, next] = ['2026-01-31', '2026-12-31'].map((end) =>
    aCampaign({ name: end, archived: end < '2026-02', tagIds: [tag.id], liveVersion: 1, versions: [version(end)] }),
  );
  const { shop, ada } = await newStudio(service, {
    media: [bread],
    tags: [tag],
    playlists: [shared],
    campaigns: [past, next],
  });
  const copy = (from: string | undefined, body: object) => ada.post(`/campaigns/${from}/copy`, body);
  const lineageId = randomUUID();
  const made = await copy(past?.lineageId, { lineageId, name: ' Again ' });
  const latest = {
    version: 1,
    flight: { start: null, end: null },
    landscapePlaylist: { id: shared.id, name: 'Window', shared: true },
    portraitPlaylist: null,
  };
  assert.deepEqual(made.body, {
    lineageId,
    name: 'Again',
    status: 'draft',
    archived: false,
    revision: 1,
    changedAt: NOW,
    tags: [tag],
    liveVersion: null,
    draftVersion: 1,
    contentChanged: false,
    live: null,
    draft: latest,
    latest,
  });
  assert.deepEqual((await copy(past?.lineageId, { lineageId, name: 'Again' })).body, made.body, 'a retry');
  assert.equal((await copy(past?.lineageId, { lineageId, name: 'Other' })).json['code'], 'id_conflict');
  const second = await copy(next?.lineageId, { lineageId: randomUUID(), name: 'Next' });
  assert.deepEqual(Object(second.json['latest']).flight, { start: '2026-01-01', end: '2026-12-31' });
  const from = { lineageId: past?.lineageId, name: '2026-01-31' };
  assert.deepEqual((await activityOf(service, shop.id))[0], [
    'campaign.copied',
    'Ada Staff',
    { lineageId, name: 'Again', from },
  ]);
});

test('a playlist that is kept to the campaign is copied with it, once, for both kinds of screens', async () => {
  const bread = anImage();
  const own = aPlaylist({ name: 'Own', shared: false, items: [archived(bread, 7)] });
  const named = { landscapePlaylistId: own.id, portraitPlaylistId: own.id };
  const campaign = aCampaign({ liveVersion: 1, versions: [aPublished(named)] });
  const { ada } = await newStudio(service, { media: [bread], playlists: [own], campaigns: [campaign] });
  const body = { lineageId: randomUUID(), name: 'Copy' };
  const answers = await Promise.all([1, 2, 3].map(() => ada.post(`/campaigns/${campaign.lineageId}/copy`, body)));
  assert.deepEqual(statusesOf(answers), [200, 200, 200]);
  const { landscapePlaylist, portraitPlaylist } = Object(answers[0]?.json['latest']);
  assert.deepEqual(landscapePlaylist, portraitPlaylist);
  assert.deepEqual([landscapePlaylist.name, landscapePlaylist.shared], ['Own', false]);
  assert.notEqual(landscapePlaylist.id, own.id);
  const copied = (await ada.get(`/playlists/${landscapePlaylist.id}`)).json;
  assert.deepEqual(
    (copied['items'] as { mediaId: string; ownSeconds: number }[]).map((item) => [item.mediaId, item.ownSeconds]),
    [[bread.id, 7]],
  );
  const { count } = Object(
    await service.db.row({
      text: 'select count(*)::integer as count from playlists where merchant_id = (select merchant_id from playlists where id = $1)',
      values: [landscapePlaylist.id],
    }),
  );
  assert.equal(count, 2);
});

type Request = () => Promise<ConsoleAnswer>;

const sendInTurn = (table: string, first: Request, second: Request): Promise<ConsoleAnswer[]> => {
  const lock = { text: `lock table ${table} in share mode`, values: [] };
  return sendWhileLocked(service.db, { lock, requests: [first, second] });
};

async function newTagged() {
  const [tag, other] = [aTag('Season'), aTag('Summer')];
  const campaign = aCampaign({ tagIds: [tag.id], versions: [aVersion()] });
  const { shop, bob } = await newStudio(service, { tags: [tag, other], campaigns: [campaign] });
  const lineageId = randomUUID();
  const copy: Request = () => bob.post(`/campaigns/${campaign.lineageId}/copy`, { lineageId, name: 'Copy' });
  const tagsOf = async (id: string) => (await bob.get(`/campaigns/${id}`)).json['tags'];
  const tagsOfBoth = async () => [await tagsOf(campaign.lineageId), await tagsOf(lineageId)];
  return { shop, bob, tag, other, lineageId, copy, tagsOfBoth };
}

test('a tag that is deleted while a campaign is copied is on neither, and the merchant goes into an archive', async () => {
  const { shop, bob, tag, other, lineageId, copy, tagsOfBoth } = await newTagged();
  const answers = await sendInTurn('campaign_versions', copy, () => bob.remove(`/tags/${tag.id}`));
  assert.deepEqual(statusesOf(answers), [200, 200]);
  assert.deepEqual(await tagsOfBoth(), [[], []]);
  const archive = await exportArchive(service, parseMerchantId(shop.id));
  const { tags, campaigns } = checkArchive(JSON.parse(JSON.stringify(archive)), service.clock.now());
  assert.deepEqual(tags, [other]);
  assert.deepEqual(campaigns.find((campaign) => campaign.lineageId === lineageId)?.tagIds, []);
});

test('a campaign that is copied while its tag is merged has the other tag in its place', async () => {
  const { bob, tag, other, copy, tagsOfBoth } = await newTagged();
  const merge: Request = () => bob.post(`/tags/${tag.id}/merge`, { into: other.id });
  const answers = await sendInTurn('deleted_tags', merge, copy);
  assert.deepEqual(statusesOf(answers), [200, 200]);
  assert.deepEqual(await tagsOfBoth(), [[other], [other]]);
});
