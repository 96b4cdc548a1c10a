import type { PlayItem, Playlist, PlaylistDetail, PlaylistPage } from '../playlists.js';
import type { Examples } from './example.js';
import { poster, video } from './media.js';

export const playItems: PlayItem[] = [
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
