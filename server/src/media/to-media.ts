import type { Media } from '@vitrine/contract/media';
import { mayReadFiles, type ContentPrincipal } from '../principal.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { ResolveTags } from '../tags/tag-dictionary.js';
import type { MediaRow } from './queries.js';

// A row as the contract shows it. `fileUrl` is there only with scope media:files, and absent otherwise.
export function toMedia(
  store: ObjectStore,
  principal: ContentPrincipal,
  resolveTags: ResolveTags,
  row: MediaRow,
): Media {
  const media: Media = {
    id: row.id,
    name: row.name,
    type: row.type,
    width: row.width,
    height: row.height,
    durationSeconds: row.duration_seconds,
    tags: resolveTags(row.tag_ids),
    thumbnailUrl: row.thumbnail_key === null ? null : store.signedGetUrl(row.thumbnail_key),
    createdAt: row.created_at,
  };
  if (mayReadFiles(principal)) media.fileUrl = toFileUrl(store, row);
  return media;
}

function toFileUrl(store: ObjectStore, row: Pick<MediaRow, 'object_key' | 'page_url'>): string | null {
  return row.object_key === null ? row.page_url : store.signedGetUrl(row.object_key);
}
