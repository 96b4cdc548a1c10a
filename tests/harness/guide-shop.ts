import { aCampaign, anImage, aPlaylist, aPublished, aVideo } from './content.js';

const SUMMER = { id: '8092c519-9bef-4627-bc39-914355df64fe', name: 'Summer' };
const WINDOW = { id: '61f2ed8a-996c-4182-ab89-84ff7bef433d', name: 'Window' };
const POSTER = '70fee976-d031-4dd6-b623-60856e3a9d23';
const VIDEO = '0197a3c4-5d1e-7b3a-9c11-2f64d8a0b7e5';
const PLAYLIST = '4f0f6b6c-2a55-4e7c-8a1e-0d5a3f9b7c21';

// The merchant that the guides talk about, with as much room as the demo's.
export function guideShop() {
  return {
    archive: {
      merchant: { plan: { name: 'pro', endsAt: null, allowsWrites: true, storageQuotaBytes: 10 * 1024 ** 3 } },
      tags: [SUMMER, WINDOW],
      media: [
        anImage({
          id: POSTER,
          name: 'Ice cream is back',
          tagIds: [SUMMER.id, WINDOW.id],
          createdAt: '2026-06-02T13:27:00.000Z',
        }),
        aVideo({ id: VIDEO, name: 'Door, June', width: 1080, height: 1920, createdAt: '2026-06-10T09:00:00.000Z' }),
      ],
      playlists: [
        aPlaylist({
          id: PLAYLIST,
          updatedAt: '2026-06-10T09:30:00.000Z',
          items: ITEMS.map(({ mediaId }) => ({ mediaId, durationSeconds: null })),
        }),
      ],
      campaigns: [
        aCampaign({
          lineageId: 'a3f1c0de-7b1e-4c55-9d7e-1c2b3a4d5e6f',
          name: 'Ice cream season',
          tagIds: [SUMMER.id],
          liveVersion: 1,
          versions: [
            aPublished({
              flight: { start: '2026-06-01', end: '2026-08-31T18:00' },
              content: { landscape: { playlistId: PLAYLIST, items: ITEMS }, portrait: null },
            }),
          ],
        }),
      ],
    },
  };
}

const ITEMS = [
  { mediaId: POSTER, type: 'image', durationSeconds: 10 },
  { mediaId: VIDEO, type: 'video', durationSeconds: 12.5 },
];
