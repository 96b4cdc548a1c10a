import assert from 'node:assert/strict';
import { test } from 'vitest';
import { activityOf } from '../../../tests/harness/console.js';
import { aCampaign, aPage, aPlaylist, aVersion, aVideo, anImage } from '../../../tests/harness/content.js';
import { NOW, useService } from '../../../tests/harness/service.js';
import { archived, newStudio, publish, wanted } from '../../../tests/harness/studio.js';

const service = useService();

const [image, video, page] = [anImage({ name: 'Poster' }), aVideo({ name: 'Door' }), aPage({ name: 'Menu' })];
const media = [image, video, page];
const OPEN = { start: null, end: null };
const played = (of: { id: string; type: string }, durationSeconds: number) => ({
  mediaId: of.id,
  type: of.type,
  durationSeconds,
});

async function newCampaign(over: object = {}, settings: object = {}) {
  const wide = aPlaylist({ name: 'Wide', items: [archived(video), archived(image, 4), archived(page)] });
  const tall = aPlaylist({ name: 'Tall', items: [archived(page, 7)] });
  const campaign = aCampaign({ versions: [aVersion({ landscapePlaylistId: wide.id, ...settings })], ...over });
  const studio = await newStudio(service, { media, playlists: [wide, tall], campaigns: [campaign] });
  return { ...studio, wide, tall, campaign, path: `/campaigns/${campaign.lineageId}` };
}

test('what is published is frozen, and integrations see exactly that', async () => {
  const { shop, ada, wide, tall, campaign, path } = await newCampaign();
  await ada.patch(path, {
    revision: 1,
    portraitPlaylistId: tall.id,
    flight: { start: '2026-06-01', end: '2026-06-30' },
  });
  const published = await publish(ada, campaign.lineageId);
  assert.equal(published.status, 200, published.text);
  const flight = { start: '2026-06-01', end: '2026-06-30' };
  const content = {
    landscape: { playlistId: wide.id, items: [played(video, 12.5), played(image, 4), played(page, 10)] },
    portrait: { playlistId: tall.id, items: [played(page, 7)] },
  };
  const seen = { lineageId: campaign.lineageId, name: 'Spring', status: 'running', flight, tags: [] };
  const detail = { ...seen, mediaIds: [video.id, image.id, page.id], content };
  assert.deepEqual((await shop.get(path)).body, detail);
  assert.deepEqual((await shop.get('/campaigns')).body, { items: [seen], nextCursor: null });

  const { live, ...rest } = Object(published.body);
  const ref = ({ id, name }: { id: string; name: string }) => ({ id, name, shared: true });
  const version = { version: 1, flight, landscapePlaylist: ref(wide), portraitPlaylist: ref(tall) };
  const fields = {
    lineageId: campaign.lineageId,
    name: 'Spring',
    status: 'running',
    archived: false,
    changedAt: NOW,
    tags: [],
    contentChanged: false,
  };
  assert.deepEqual(rest, { ...fields, revision: 3, liveVersion: 1, draftVersion: null, draft: null, latest: version });
  const { landscape, portrait, ...frozen } = live;
  const publishedBy = { personId: ada.id, name: 'Ada Staff' };
  assert.deepEqual(frozen, { ...version, publishedAt: NOW, publishedBy });
  const names = (items: { media: { name: string } }[]) => items.map((item) => item.media.name);
  assert.deepEqual([names(landscape), names(portrait)], [['Door', 'Poster', 'Menu'], ['Menu']]);

  await ada.patch(`/playlists/${wide.id}`, { revision: 1, items: [] });
  await ada.remove(`/playlists/${tall.id}`);
  assert.deepEqual((await shop.get(path)).body, {
    ...detail,
    content: { ...content, portrait: { ...content.portrait, playlistId: null } },
  });
  assert.deepEqual((await ada.get(`${path}/versions`)).body, {
    items: [
      {
        ...version,
        portraitPlaylist: null,
        isLive: true,
        publishedAt: NOW,
        publishedBy,
        itemCount: 3,
        hasContent: true,
      },
    ],
  });
});

test('an item plays for its own setting, else the length of the media, else the default of that day', async () => {
  const { shop, ada, bob, campaign, path } = await newCampaign();
  const { json } = await ada.get(`${path}/publish`);
  await bob.patch('/merchant', { defaultItemSeconds: 15 });
  const stale = await ada.post(`${path}/publish`, { revision: json['revision'], contentHash: json['contentHash'] });
  assert.equal(stale.status, 409, 'ten seconds were shown, fifteen would be frozen');
  assert.equal((await publish(ada, campaign.lineageId)).status, 200);
  await bob.patch('/merchant', { defaultItemSeconds: 20 });
  const { content } = Object((await shop.get(path)).body);
  assert.deepEqual(content.landscape.items, [played(video, 12.5), played(image, 4), played(page, 15)]);
});

test('a published campaign whose playlist changed is published again as the next version', async () => {
  const { shop, ada, wide, campaign, path } = await newCampaign();
  await publish(ada, campaign.lineageId);
  const nothing = await ada.get(`${path}/publish`);
  assert.deepEqual([nothing.json['canPublish'], nothing.json['problems']], [false, []]);
  const idle = await publish(ada, campaign.lineageId);
  assert.deepEqual(
    [idle.status, idle.body],
    [409, { error: 'conflict', message: 'Screens play exactly this already.' }],
  );
  await ada.patch(`/playlists/${wide.id}`, { revision: 1, items: [wanted(image, 6), wanted(video), wanted(image, 4)] });
  const preview = await ada.get(`${path}/publish`);
  const { landscape, portrait, ...rest } = Object(preview.body);
  assert.deepEqual(rest, {
    revision: 2,
    contentHash: rest.contentHash,
    canPublish: true,
    problems: [],
    flight: { from: OPEN, to: OPEN },
    notPlayable: [],
    beside: [],
  });
  const ids = (items: { mediaId: string; durationSeconds: number }[]) =>
    items.map(({ mediaId, durationSeconds }) => [mediaId, durationSeconds]);
  assert.equal(portrait, null);
  assert.deepEqual(ids(landscape.added), [[image.id, 6]]);
  assert.deepEqual(ids(landscape.removed), [[page.id, 10]]);
  assert.deepEqual([landscape.reordered, landscape.retimed], [false, []]);
  assert.deepEqual(ids(landscape.after), [
    [image.id, 6],
    [video.id, 12.5],
    [image.id, 4],
  ]);
  assert.equal(landscape.removed[0].media.name, 'Menu');
  const again = await publish(ada, campaign.lineageId);
  assert.deepEqual([again.json['liveVersion'], again.json['draftVersion'], again.json['revision']], [2, null, 3]);
  const { content } = Object((await shop.get(path)).body);
  assert.deepEqual(content.landscape.items, [played(image, 6), played(video, 12.5), played(image, 4)]);
  const of = { lineageId: campaign.lineageId, name: 'Spring', portrait: null };
  const numbers = { removed: 0, retimed: 0, reordered: false };
  const [first, , second] = await activityOf(service, shop.id);
  assert.deepEqual(first, [
    'campaign.published',
    'Ada Staff',
    { ...of, version: 1, flight: { from: null, to: OPEN }, landscape: { ...numbers, items: 3, added: 3 } },
  ]);
  assert.deepEqual(second, [
    'campaign.published',
    'Ada Staff',
    { ...of, version: 2, flight: { from: OPEN, to: OPEN }, landscape: { ...numbers, items: 3, added: 1, removed: 1 } },
  ]);
});

test('a withdrawn campaign is published again as the next version', async () => {
  const { shop, ada, campaign, path } = await newCampaign();
  await publish(ada, campaign.lineageId);
  await ada.post(`${path}/withdraw`, { revision: 2 });
  assert.deepEqual(Object((await shop.get(path)).body).content, null);
  const back = await publish(ada, campaign.lineageId);
  assert.deepEqual([back.status, back.json['liveVersion'], back.json['status']], [200, 2, 'running']);
  const rows = await service.db.rows({
    text: 'select live_version, withdrawn_at from campaigns where merchant_id = $1',
    values: [shop.id],
  });
  assert.deepEqual(rows, [{ live_version: 2, withdrawn_at: null }]);
});

test('portrait screens: compared with the landscape content while they have none of their own', async () => {
  const { ada, tall, campaign, path } = await newCampaign();
  await publish(ada, campaign.lineageId);
  await ada.patch(path, { revision: 2, portraitPlaylistId: tall.id });
  const own = Object((await ada.get(`${path}/publish`)).body).portrait;
  const ids = (items: { mediaId: string }[]) => items.map(({ mediaId }) => mediaId);
  assert.deepEqual([ids(own.added), ids(own.removed), ids(own.after)], [[], [video.id, image.id], [page.id]]);
  assert.deepEqual([own.retimed[0].fromSeconds, own.retimed[0].item.durationSeconds], [10, 7]);
  await publish(ada, campaign.lineageId);
  await ada.patch(path, { revision: 4, portraitPlaylistId: null });
  const none = Object((await ada.get(`${path}/publish`)).body).portrait;
  assert.deepEqual([ids(none.added), ids(none.removed)], [[video.id, image.id], []]);
});
