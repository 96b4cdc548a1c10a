import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { PlaylistPage } from '@vitrine/contract/playlists';
import { aPage, aPlaylist, aVideo, anImage } from '../../../tests/harness/content.js';
import { useService } from '../../../tests/harness/service.js';

const service = useService();

test("shared playlists are listed, most recently updated first; a campaign's own is not", async () => {
  const older = aPlaylist({ name: 'Older', updatedAt: '2026-05-02T00:00:00.000Z' });
  const newer = aPlaylist({ name: 'Newer', updatedAt: '2026-05-03T00:00:00.000Z' });
  const own = aPlaylist({ name: 'Own', shared: false, updatedAt: '2026-05-04T00:00:00.000Z' });
  const shop = await service.newMerchant({ playlists: [older, own, newer] });
  const shown = ({ id, name, createdAt, updatedAt }: Record<string, unknown> & { id: string }) => ({
    id,
    name,
    createdAt,
    updatedAt,
  });
  assert.deepEqual((await shop.get('/playlists')).body, { items: [shown(newer), shown(older)], nextCursor: null });
  assert.deepEqual((await shop.get('/playlists?q=OLD')).body, { items: [shown(older)], nextCursor: null });
  assert.deepEqual(((await shop.get('/playlists?q=own')).body as PlaylistPage).items, []);
  assert.equal((await shop.get(`/playlists/${own.id}`)).status, 200);
});

test("an item plays its own setting, else the media's length, else the merchant's default", async () => {
  const [image, video, page] = [anImage(), aVideo({ durationSeconds: 12.5 }), aPage()];
  const items = [
    { mediaId: video.id, durationSeconds: 0.1 },
    { mediaId: video.id, durationSeconds: null },
    { mediaId: image.id, durationSeconds: 0.2 },
    { mediaId: page.id, durationSeconds: null },
    { mediaId: image.id, durationSeconds: null },
  ];
  const playlist = aPlaylist({ items });
  const shop = await service.newMerchant({
    merchant: { defaultItemSeconds: 7.5 },
    media: [image, video, page],
    playlists: [playlist],
  });
  assert.deepEqual((await shop.get(`/playlists/${playlist.id}`)).body, {
    id: playlist.id,
    name: 'Front window',
    createdAt: '2026-05-01T08:00:00.000Z',
    updatedAt: '2026-05-02T08:00:00.000Z',
    totalDurationSeconds: 27.8,
    items: [
      { mediaId: video.id, type: 'video', durationSeconds: 0.1 },
      { mediaId: video.id, type: 'video', durationSeconds: 12.5 },
      { mediaId: image.id, type: 'image', durationSeconds: 0.2 },
      { mediaId: page.id, type: 'web', durationSeconds: 7.5 },
      { mediaId: image.id, type: 'image', durationSeconds: 7.5 },
    ],
  });
});

test('a playlist without items takes no time', async () => {
  const playlist = aPlaylist();
  const shop = await service.newMerchant({ playlists: [playlist] });
  const { id, name, createdAt, updatedAt } = playlist;
  assert.deepEqual((await shop.get(`/playlists/${id}`)).body, {
    id,
    name,
    createdAt,
    updatedAt,
    totalDurationSeconds: 0,
    items: [],
  });
});
