import type { PlayedMedia } from '@vitrine/contract/console/playlists';
import type { ObjectStore } from '../storage/object-store.js';
import type { PlayedMediaRow } from './console-queries.js';

export const toPlayedMedia = (store: ObjectStore, row: PlayedMediaRow): PlayedMedia => ({
  name: row.name,
  width: row.width,
  height: row.height,
  durationSeconds: row.media_seconds,
  thumbnailUrl: row.thumbnail_key === null ? null : store.signedGetUrl(row.thumbnail_key),
  fileUrl: row.object_key === null ? row.page_url : store.signedGetUrl(row.object_key),
});
