// The stored objects of an archive: bytes that came with it, and which object each media item points to.
import { createReadStream } from 'node:fs';
import { newObjectKey, type ObjectKey, parseObjectKey, stagingKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { ArchiveMedia } from './archive-schema.js';
import type { SourceFile } from './check-files.js';
import type { OldObject } from './queries.js';

export type StoredFiles = {
  // By media id.
  readonly file: ReadonlyMap<string, ObjectKey>;
  readonly thumbnail: ReadonlyMap<string, ObjectKey>;
};

// All of them, or none is left in storage.
export async function storeFiles(store: ObjectStore, files: readonly SourceFile[]): Promise<StoredFiles> {
  const stored = { file: new Map<string, ObjectKey>(), thumbnail: new Map<string, ObjectKey>() };
  try {
    for (const { mediaId, role, location, declared } of files) {
      const key = newObjectKey(declared.contentType);
      // Noted before it is written: a write that fails at the end may have left its object.
      stored[role].set(mediaId, key);
      await store.write(key, createReadStream(location), declared);
    }
    return stored;
  } catch (error) {
    await deleteObjects(store, keysOf(stored));
    throw error;
  }
}

export const keysOf = ({ file, thumbnail }: StoredFiles): ObjectKey[] => [...file.values(), ...thumbnail.values()];

const DELETES_AT_ONCE = 16;

// An object that cannot be deleted is left behind: nothing points to it, and the outcome it follows stands either way.
export async function deleteObjects(store: ObjectStore, keys: readonly ObjectKey[]): Promise<void> {
  for (let at = 0; at < keys.length; at += DELETES_AT_ONCE) {
    await Promise.allSettled(keys.slice(at, at + DELETES_AT_ONCE).map((key) => store.delete(key)));
  }
}

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
  if (!file || !old?.objectKey || old.state === 'awaiting') return undefined;
  const same =
    old.sha256 === file.sha256.toLowerCase() && old.sizeBytes === file.sizeBytes && old.mimeType === file.mimeType;
  return same ? parseObjectKey(old.objectKey) : undefined;
}

function keptThumbnailKey({ thumbnail }: ArchiveMedia, old: OldObject | undefined): ObjectKey | undefined {
  if (!thumbnail || !old?.thumbnailKey || old.state === 'awaiting') return undefined;
  return old.thumbnailSizeBytes === thumbnail.sizeBytes ? parseObjectKey(old.thumbnailKey) : undefined;
}

// Bytes of an upload that was not finished may still wait under their staging key.
export function toOldKeys(old: OldObject): ObjectKey[] {
  const keys = [old.objectKey, old.thumbnailKey].flatMap((key) => (key === null ? [] : [parseObjectKey(key)]));
  return old.state === 'awaiting' ? [...keys, ...keys.map(stagingKey)] : keys;
}
