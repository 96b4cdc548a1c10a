import type { Campaign, CampaignDetail, CampaignPage } from '../campaigns.js';
import type { Examples } from './example.js';
import { poster, video } from './media.js';
import { frontWindow, playItems } from './playlists.js';
import { summer } from './tags.js';

const running: Campaign = {
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
