import type { Campaign, CampaignDetail, CampaignPage } from '../campaigns.js';
import type { ChangePage } from '../changes.js';
import type { Media, MediaPage } from '../media.js';
import type { PlayItem, Playlist, PlaylistDetail, PlaylistPage } from '../playlists.js';
import type { AddTagsRequest, AddTagsResult, Tag, TagPage } from '../tags.js';
import type { Token } from '../tokens.js';

// A named example as OpenAPI shows it.
export type Example<Value = unknown> = { readonly summary: string; readonly value: Value };
export type Examples<Value = unknown> = Readonly<Record<string, Example<Value>>>;

export const summer: Tag = { id: '8092c519-9bef-4627-bc39-914355df64fe', name: 'Summer' };
const shopWindow: Tag = { id: '61f2ed8a-996c-4182-ab89-84ff7bef433d', name: 'Window' };

export const tagPage: Examples<TagPage> = {
  page: { summary: 'The last page', value: { items: [summer, shopWindow], nextCursor: null } },
};

export const addTagsRequest: Examples<AddTagsRequest> = {
  names: { summary: 'Two tags by name', value: { add: ['Summer', 'Window'] } },
};

export const addTagsResult: Examples<AddTagsResult> = {
  added: {
    summary: 'One of the two was new to the item',
    value: { mediaId: '70fee976-d031-4dd6-b623-60856e3a9d23', tags: [summer, shopWindow], added: 1 },
  },
};

const STORE = 'https://files.example.com/vitrine';
const SIGNATURE = 'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=901&X-Amz-Signature=9f2c41d07b6a';

export const poster: Media = {
  id: '70fee976-d031-4dd6-b623-60856e3a9d23',
  name: 'Ice cream is back',
  type: 'image',
  width: 1920,
  height: 1080,
  durationSeconds: null,
  tags: [summer, shopWindow],
  thumbnailUrl: `${STORE}/8bfa26ff0.jpg?${SIGNATURE}`,
  createdAt: '2026-06-02T13:27:00.000Z',
};

export const video: Media = {
  id: '0197a3c4-5d1e-7b3a-9c11-2f64d8a0b7e5',
  name: 'Door, August',
  type: 'video',
  width: 1080,
  height: 1920,
  durationSeconds: 12.5,
  tags: [],
  thumbnailUrl: null,
  createdAt: '2026-06-15T12:00:30.000Z',
  fileUrl: `${STORE}/cd229db6.mp4?${SIGNATURE}`,
};

const page: Media = {
  id: '2b6f7f0e-5d2b-4a57-9d0c-6f6f0d5e7a10',
  name: "Today's menu",
  type: 'web',
  width: null,
  height: null,
  durationSeconds: null,
  tags: [],
  thumbnailUrl: null,
  createdAt: '2026-05-20T08:00:00.000Z',
  fileUrl: 'https://bakery.example/menu',
};

export const mediaExamples: Examples<Media> = {
  image: { summary: 'An image, read without media:files', value: poster },
  video: { summary: 'A video, read with media:files', value: video },
  web: { summary: 'A web page, read with media:files', value: page },
};

export const mediaPage: Examples<MediaPage> = {
  page: { summary: 'A page with more to come', value: { items: [poster], nextCursor: '80s6pBkU0CDjkgwAymuZplsi' } },
  last: { summary: 'The last page', value: { items: [], nextCursor: null } },
};

export const finalizedMedia: Examples<Media> = { ready: { summary: 'The item, now ready', value: video } };

const playItems: PlayItem[] = [
  { mediaId: poster.id, type: 'image', durationSeconds: 10 },
  { mediaId: video.id, type: 'video', durationSeconds: 12.5 },
];

export const frontWindow: Playlist = {
  id: '4f0f6b6c-2a55-4e7c-8a1e-0d5a3f9b7c21',
  name: 'Front window',
  createdAt: '2026-05-01T08:00:00.000Z',
  updatedAt: '2026-06-10T09:30:00.000Z',
};

export const playlistPage: Examples<PlaylistPage> = {
  page: { summary: 'The last page', value: { items: [frontWindow], nextCursor: null } },
};

export const playlistDetail: Examples<PlaylistDetail> = {
  playlist: {
    summary: 'Two items, 22.5 seconds a round',
    value: { ...frontWindow, totalDurationSeconds: 22.5, items: playItems },
  },
};

export const running: Campaign = {
  lineageId: 'a3f1c0de-7b1e-4c55-9d7e-1c2b3a4d5e6f',
  name: 'Ice cream season',
  status: 'running',
  flight: { start: '2026-06-01', end: '2026-08-31T18:00' },
  tags: [summer],
};

const draft: Campaign = {
  lineageId: 'b4e2d1cf-8c2f-4d66-8e8f-2d3c4b5e6f70',
  name: 'Christmas',
  status: 'draft',
  flight: { start: '2026-12-01', end: null },
  tags: [],
};

export const campaignPage: Examples<CampaignPage> = {
  page: { summary: 'The last page', value: { items: [running, draft], nextCursor: null } },
};

export const campaignDetail: Examples<CampaignDetail> = {
  live: {
    summary: 'A live campaign; portrait screens play the landscape content',
    value: {
      ...running,
      mediaIds: [poster.id, video.id],
      content: { landscape: { playlistId: frontWindow.id, items: playItems }, portrait: null },
    },
  },
  draft: { summary: 'A campaign of which nothing is live', value: { ...draft, mediaIds: [], content: null } },
};

export const changePage: Examples<ChangePage> = {
  changes: {
    summary: 'Two things happened',
    value: {
      items: [
        {
          id: '0f8b6f0e-6a0e-4f0d-9d3c-5a2f3c1b7e11',
          type: 'media.ready',
          at: '2026-06-15T09:30:00.000Z',
          data: { mediaId: poster.id },
        },
        {
          id: '6c1d7a52-2f5b-4a1c-8b0e-93c5d7e1f203',
          type: 'campaign.started',
          at: '2026-06-15T22:00:00.000Z',
          data: { lineageId: running.lineageId },
        },
      ],
      nextCursor: '80s6pBkU0CDjkgwAymuZplsiMjAyNi0x',
      more: false,
    },
  },
  nothing: {
    summary: 'Nothing happened',
    value: { items: [], nextCursor: '80s6pBkU0CDjkgwAymuZplsiMjAyNi0x', more: false },
  },
};

export const tokenExamples: Examples<Token> = {
  token: {
    summary: 'A token that reads and uploads media',
    value: {
      name: 'Web shop',
      lastFour: 'x7Qa',
      scopes: ['media:read', 'media:write'],
      createdAt: '2026-06-01T00:00:00.000Z',
      expiresAt: '2026-08-30T00:00:00.000Z',
      budgets: {
        read: { limit: 120, remaining: 117, resetSeconds: 24 },
        write: { limit: 30, remaining: 30, resetSeconds: 24 },
      },
    },
  },
};
