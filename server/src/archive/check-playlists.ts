import { findRepeatedIds, findUnknown, idsOf } from './check-lists.js';
import { childOf, listOf } from './document.js';
import type { Fault } from './fault.js';

export function checkPlaylists(document: unknown): Fault[] {
  const media = idsOf(document, 'media');
  const items = listOf(document, 'playlists').flatMap((playlist, at) =>
    listOf(playlist, 'items').flatMap((item, itemAt) =>
      findUnknown(childOf(item, 'mediaId'), ['playlists', at, 'items', itemAt, 'mediaId'], 'media', media),
    ),
  );
  return [...findRepeatedIds(document, 'playlists'), ...items];
}
