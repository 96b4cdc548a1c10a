// Which stored object each media item of an archive points to.
import { newObjectKey, type ObjectKey, parseObjectKey, stagingKey } from '../storage/object-key.js';
import type { ArchiveMedia } from './archive-schema.js';
import type { OldObject } from './queries.js';
import type { StoredFiles } from './store-files.js';

export type MediaKeys = { readonly objectKey: ObjectKey | null; readonly thumbnailKey: ObjectKey | null };

// Bytes that came with the archive; else those that the replaced item already had; else a key of its own, under which
// the object may come later and whose signed URL gives 404 until then.
export function toMediaKeys(media: ArchiveMedia, stored: StoredFiles, old: OldObject | undefined): MediaKeys {
  const id = media.id.toLowerCase();
  const { file, thumbnail } = media;
  const objectKey = file ? (stored.file.get(id) ?? keptKey(media, old) ?? newObjectKey(file.mimeType)) : null;
  const thumbnailKey = thumbnail
    ? (stored.thumbnail.get(id) ?? keptThumbnailKey(media, old) ?? newObjectKey('image/jpeg'))
    : null;
  return { objectKey, thumbnailKey };
}

function keptKey({ file }: ArchiveMedia, old: OldObject | undefined): ObjectKey | undefined {
  if (!file || !old?.objectKey || old.state !== 'ready') return undefined;
  const same =
    old.sha256 === file.sha256.toLowerCase() && old.sizeBytes === file.sizeBytes && old.mimeType === file.mimeType;
  return same ? parseObjectKey(old.objectKey) : undefined;
}

function keptThumbnailKey({ thumbnail }: ArchiveMedia, old: OldObject | undefined): ObjectKey | undefined {
  if (!thumbnail || !old?.thumbnailKey || old.state !== 'ready') return undefined;
  return old.thumbnailSizeBytes === thumbnail.sizeBytes ? parseObjectKey(old.thumbnailKey) : undefined;
}

// Bytes of an upload that was not finished may still wait under their staging key.
export function toOldKeys(old: OldObject): ObjectKey[] {
  const keys = [old.objectKey, old.thumbnailKey].flatMap((key) => (key === null ? [] : [parseObjectKey(key)]));
  return old.state === 'ready' ? keys : [...keys, ...keys.map(stagingKey)];
}
