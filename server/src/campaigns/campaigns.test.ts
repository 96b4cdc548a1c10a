import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'vitest';
import type { CampaignDetail, CampaignPage } from '@vitrine/contract/campaigns';
import { aCampaign, aPlaylist, aPublished, aTag, aVersion, aVideo, anImage } from '../../../tests/harness/content.js';
import { useService } from '../../../tests/harness/service.js';

const service = useService();

test('campaigns come most recently changed first, archived ones left out, with exactly the fields of the contract', async () => {
  const [spring, window] = [aTag('Spring'), aTag('a window')];
  const running = aCampaign({
    name: 'Running',
    changedAt: '2026-06-01T00:00:00Z',
    tagIds: [spring.id, window.id],
    liveVersion: 1,
    versions: [aPublished({ flight: { start: '2026-06-01', end: '2026-06-30T18:00' } })],
  });
  const draft = aCampaign({ name: 'Draft', changedAt: '2026-06-03T00:00:00Z' });
  const archived = aCampaign({ name: 'Gone', archived: true, changedAt: '2026-06-04T00:00:00Z' });
  const shop = await service.newMerchant({ tags: [spring, window], campaigns: [running, draft, archived] });
  assert.deepEqual((await shop.get('/campaigns')).body, {
    items: [
      { lineageId: draft.lineageId, name: 'Draft', status: 'draft', flight: { start: null, end: null }, tags: [] },
      {
        lineageId: running.lineageId,
        name: 'Running',
        status: 'running',
        flight: { start: '2026-06-01', end: '2026-06-30T18:00' },
        tags: [window, spring],
      },
    ],
    nextCursor: null,
  });
  const detail = (await shop.get(`/campaigns/${archived.lineageId}`)).body as CampaignDetail;
  assert.equal(detail.name, 'Gone');
});

test('q searches the name only; tag asks for every listed tag', async () => {
  const [a, b] = [aTag('a'), aTag('b')];
  const shop = await service.newMerchant({
    tags: [a, b],
    campaigns: [
      aCampaign({ name: 'Été', tagIds: [a.id, b.id], changedAt: '2026-06-02T00:00:00Z' }),
      aCampaign({ name: 'Autumn', tagIds: [a.id], changedAt: '2026-06-01T00:00:00Z' }),
    ],
  });
  const names = async (query: string) =>
    ((await shop.get(`/campaigns${query}`)).body as CampaignPage).items.map(({ name }) => name);
  assert.deepEqual(await names('?q=%C3%89T%C3%89'), ['Été']);
  assert.deepEqual(await names('?q=u'), ['Autumn']);
  assert.deepEqual(await names(`?tag=${a.id}`), ['Été', 'Autumn']);
  assert.deepEqual(await names(`?tag=${a.id}&tag=${b.id}`), ['Été']);
  assert.deepEqual(await names(`?tag=${b.id}&q=autumn`), []);
});

describe('the flight', () => {
  test("is the live version's, otherwise the newest version's", async () => {
    const live = aCampaign({
      liveVersion: 1,
      versions: [
        aPublished({ flight: { start: '2026-06-01', end: null } }),
        aVersion({ version: 2, flight: { start: '2027-01-01', end: null } }),
      ],
    });
    const withdrawn = aCampaign({
      withdrawnAt: '2026-06-02T00:00:00Z',
      versions: [
        aPublished({ flight: { start: '2026-06-01', end: null } }),
        aVersion({ version: 2, flight: { start: null, end: '2027-01-01' } }),
      ],
    });
    const shop = await service.newMerchant({ campaigns: [live, withdrawn] });
    const of = async (id: string) => (await shop.get(`/campaigns/${id}`)).body as CampaignDetail;
    assert.deepEqual((await of(live.lineageId)).flight, { start: '2026-06-01', end: null });
    assert.deepEqual((await of(withdrawn.lineageId)).flight, { start: null, end: '2027-01-01' });
    assert.equal((await of(withdrawn.lineageId)).status, 'withdrawn');
  });
});

describe('the detail', () => {
  const [one, two, three] = [anImage(), aVideo(), anImage()];
  const playlist = aPlaylist({ shared: false });
  const item = (media: { id: string; type: string }, durationSeconds: number) => ({
    mediaId: media.id,
    type: media.type,
    durationSeconds,
  });
  const content = {
    landscape: { playlistId: playlist.id, items: [item(two, 12.5), item(one, 10), item(two, 3)] },
    portrait: { playlistId: randomUUID(), items: [item(three, 5), item(one, 10)] },
  };

  test('shows what screens play now, as frozen when it was published', async () => {
    const campaign = aCampaign({ liveVersion: 1, versions: [aPublished({ content }), aVersion({ version: 2 })] });
    const shop = await service.newMerchant({ media: [one, two, three], playlists: [playlist], campaigns: [campaign] });
    const answer = await shop.get(`/campaigns/${campaign.lineageId}`);
    assert.deepEqual(answer.body, {
      lineageId: campaign.lineageId,
      name: 'Spring',
      status: 'running',
      flight: { start: null, end: null },
      tags: [],
      mediaIds: [two.id, one.id, three.id],
      // The portrait playlist has since been deleted.
      content: { landscape: content.landscape, portrait: { playlistId: null, items: content.portrait.items } },
    });
    const playlistId = (answer.body as CampaignDetail).content?.landscape.playlistId;
    assert.equal((await shop.get(`/playlists/${playlistId}`)).status, 200);
  });

  test('has no content when nothing is live', async () => {
    const campaign = aCampaign({ withdrawnAt: '2026-06-01T00:00:00Z', versions: [aPublished({ content })] });
    const shop = await service.newMerchant({ media: [one, two, three], playlists: [playlist], campaigns: [campaign] });
    const body = (await shop.get(`/campaigns/${campaign.lineageId}`)).body as CampaignDetail;
    assert.deepEqual([body.status, body.mediaIds, body.content], ['withdrawn', [], null]);
  });

  test('has a null portrait when portrait screens play the landscape content', async () => {
    const campaign = aCampaign({ liveVersion: 1, versions: [aPublished({ content: { ...content, portrait: null } })] });
    const shop = await service.newMerchant({ media: [one, two, three], playlists: [playlist], campaigns: [campaign] });
    const body = (await shop.get(`/campaigns/${campaign.lineageId}`)).body as CampaignDetail;
    assert.equal(body.content?.portrait, null);
    assert.deepEqual(body.mediaIds, [two.id, one.id]);
  });
});

test("status moves with the merchant's own clock", async () => {
  const campaign = aCampaign({
    liveVersion: 1,
    versions: [aPublished({ flight: { start: '2026-06-16', end: '2026-06-16' } })],
  });
  const statuses = [];
  for (const timeZone of ['Pacific/Auckland', 'Europe/Paris']) {
    const shop = await service.newMerchant({ merchant: { timeZone }, campaigns: [campaign] });
    statuses.push(((await shop.get('/campaigns')).body as CampaignPage).items[0]?.status);
  }
  // 12:00:30 UTC is past midnight of the 16th in Auckland.
  assert.deepEqual(statuses, ['running', 'upcoming']);
});
