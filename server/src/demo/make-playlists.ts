import { randomUUID } from 'node:crypto';
import type { ArchiveMedia, ArchivePlaylist } from '../archive/archive-schema.js';
import type { PlaylistEntry } from './catalogue.js';
import type { Days } from './days.js';
import { unknown } from './make-media.js';

export function makePlaylists(
  entries: readonly PlaylistEntry[],
  media: readonly ArchiveMedia[],
  days: Days,
): ArchivePlaylist[] {
  const ids = new Map(media.map(({ name, id }) => [name, id]));
  return entries.map(({ name, shared, createdDaysAgo, updatedDaysAgo, items }, index) => ({
    id: randomUUID(),
    name,
    shared,
    createdAt: days.ago(createdDaysAgo, index),
    updatedAt: days.ago(updatedDaysAgo, index + 1),
    items: items.map((item) => {
      const [mediaName, durationSeconds] = typeof item === 'string' ? [item, null] : item;
      return { mediaId: ids.get(mediaName) ?? unknown('media item', mediaName), durationSeconds };
    }),
  }));
}
