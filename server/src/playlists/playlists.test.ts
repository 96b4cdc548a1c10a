import assert from 'node:assert/strict';
import { test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
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

// The database writes them; pages are passed on.
test('any name and any moment is written as JSON.stringify does, in lists, details and cursors', async () => {
  const names = [
    '"Tür" \\ <b>&amp;</b> / \\n',
    '🥐 👩‍👩‍👧 \u{1D49C}',
    'a\u2028b\u2029c\u007Fd\uFEFFe},{"id":"1"},{',
    `it's },{"id":"1"},{"name":"2"`,
    'null',
  ];
  const moments = ['2026-03-29T01:30:00.000Z', '2026-10-25T00:59:59.999Z', '1999-12-31T23:59:59.090Z'];
  const playlists = names.map((name, at) =>
    aPlaylist({ name, createdAt: moments[at % 3] ?? '', updatedAt: moments[(at + 1) % 3] ?? '' }),
  );
  const shop = await service.newMerchant({ playlists });
  const listed = playlists
    .map(({ id, name, createdAt, updatedAt }) => ({ id, name, createdAt, updatedAt }))
    .toSorted((one, other) => (one.updatedAt + one.id < other.updatedAt + other.id ? 1 : -1));
  const headers = { authorization: `Bearer ${shop.secret}` };
  const textOf = async (path: string) => (await fetch(`${service.url}${API_PATH}${path}`, { headers })).text();
  assert.equal(await textOf('/playlists'), JSON.stringify({ items: listed, nextCursor: null }));
  const pages = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = JSON.parse(await textOf(`/playlists?limit=2${cursor && `&cursor=${cursor}`}`)) as PlaylistPage;
    pages.push(page.items);
    cursor = page.nextCursor;
  }
  assert.deepEqual(pages, [listed.slice(0, 2), listed.slice(2, 4), listed.slice(4)]);
  for (const playlist of listed)
    assert.equal(
      await textOf(`/playlists/${playlist.id}`),
      JSON.stringify({ ...playlist, totalDurationSeconds: 0, items: [] }),
    );
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
