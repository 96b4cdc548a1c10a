import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'vitest';
import { activityOf, newPerson, type Json } from '../../../tests/harness/console.js';
import { aCampaign, anImage, aPlaylist, aPublished, aTag, aVideo } from '../../../tests/harness/content.js';
import { useService, type Service } from '../../../tests/harness/service.js';

const service = useService();

const stage = async (parts: Parameters<Service['newMerchant']>[0] = {}) => {
  const shop = await service.newMerchant(parts);
  return { shop, staff: await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff') };
};

describe('replacing a media item', () => {
  test('puts the new one into every place, with tags and description; the old one goes to the trash', async () => {
    const [summer, own] = [aTag('Summer'), aTag('Own')];
    const old = anImage({ name: 'Old', description: 'By the door', tagIds: [summer.id] });
    const by = aVideo({ name: 'New', tagIds: [own.id] });
    const items = [
      { mediaId: old.id, durationSeconds: 7 },
      { mediaId: by.id, durationSeconds: null },
      { mediaId: old.id, durationSeconds: null },
    ];
    const playlist = aPlaylist({ name: 'Window', items });
    const { shop, staff } = await stage({ tags: [summer, own], media: [old, by], playlists: [playlist] });
    const answer = await staff.post(`/media/${old.id}/replace`, { by: by.id });
    const playlists = [{ id: playlist.id, name: 'Window', shared: true }];
    assert.deepEqual([answer.status, answer.body], [200, { id: by.id, playlists, playedIn: [] }]);
    const after = (await staff.get(`/playlists/${playlist.id}`)).json;
    assert.deepEqual(
      (after['items'] as Json[]).map(({ mediaId, ownSeconds }) => [mediaId, ownSeconds]),
      [
        [by.id, 7],
        [by.id, null],
        [by.id, null],
      ],
    );
    assert.equal(after['revision'], 2);
    const media = (await staff.get(`/media/${by.id}`)).json;
    assert.deepEqual(
      [media['name'], media['description'], (media['tags'] as Json[]).map(({ name }) => name)],
      ['New', 'By the door', ['Own', 'Summer']],
    );
    assert.equal((await shop.get(`/media/${old.id}`)).status, 404);
    assert.deepEqual(await activityOf(service, shop.id), [
      [
        'media.replaced',
        'Stella Staff',
        { mediaId: by.id, name: 'New', from: 'Old', oldMediaId: old.id, playlists: 1 },
      ],
    ]);
  });

  test('leaves what is live as it was published, and the old item with it', async () => {
    const [old, by] = [anImage({ name: 'Old' }), anImage({ name: 'New' })];
    const playlist = aPlaylist({ items: [{ mediaId: old.id, durationSeconds: null }] });
    const frozen = [{ mediaId: old.id, type: 'image', durationSeconds: 10 }];
    const content = { landscape: { playlistId: playlist.id, items: frozen }, portrait: null };
    const version = aPublished({ landscapePlaylistId: playlist.id, content });
    const campaign = aCampaign({ name: 'Today', liveVersion: 1, versions: [version] });
    const { shop, staff } = await stage({ media: [old, by], playlists: [playlist], campaigns: [campaign] });
    const { json } = await staff.post(`/media/${old.id}/replace`, { by: by.id });
    assert.deepEqual(json['playedIn'], [{ lineageId: campaign.lineageId, name: 'Today', status: 'running' }]);
    assert.equal((await shop.get(`/media/${old.id}`)).status, 200);
    assert.deepEqual(Object((await shop.get(`/campaigns/${campaign.lineageId}`)).body).mediaIds, [old.id]);
    const preview = (await staff.get(`/campaigns/${campaign.lineageId}/publish`)).json;
    const { contentHash, revision } = preview;
    const published = await staff.post(`/campaigns/${campaign.lineageId}/publish`, { contentHash, revision });
    assert.equal(published.status, 200, published.text);
    assert.deepEqual(Object((await shop.get(`/campaigns/${campaign.lineageId}`)).body).mediaIds, [by.id]);
  });

  test('is by another item that is there', async () => {
    const [old, trashed] = [anImage(), anImage({ trashedAt: '2026-06-14T09:00:00.000Z' })];
    const { staff } = await stage({ media: [old, trashed] });
    for (const by of [old.id, trashed.id, randomUUID()]) {
      const answer = await staff.post(`/media/${old.id}/replace`, { by });
      assert.deepEqual(
        [answer.status, answer.body],
        [
          422,
          {
            error: 'unprocessable',
            message: 'What should take its place is no longer in the library. Choose another item.',
            code: 'invalid',
          },
        ],
      );
    }
    assert.equal((await staff.post(`/media/${randomUUID()}/replace`, { by: old.id })).status, 404);
  });
});
