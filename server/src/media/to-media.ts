import type { Media } from '@vitrine/contract/media';
import { toUri } from '../page-url.js';
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
  if (mayReadFiles(principal)) media.fileUrl = toFileUrl(store, principal, row);
  return media;
}

// Integrations are promised a URI. A person's browser takes a page's address as it stands.
function toFileUrl(store: ObjectStore, { kind }: ContentPrincipal, row: MediaRow): string | null {
  if (row.object_key !== null) return store.signedGetUrl(row.object_key);
  return kind === 'token' && row.page_url !== null ? toUri(row.page_url) : row.page_url;
}
