import { createReadStream } from 'node:fs';
import { newObjectKey, type ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { BroughtFile } from './check-files.js';

export type StoredFiles = {
  /** By media id. */
  readonly file: ReadonlyMap<string, ObjectKey>;
  readonly thumbnail: ReadonlyMap<string, ObjectKey>;
};

// All of them, or none is left in storage.
export async function storeFiles(store: ObjectStore, files: readonly BroughtFile[]): Promise<StoredFiles> {
  const stored = { file: new Map<string, ObjectKey>(), thumbnail: new Map<string, ObjectKey>() };
  try {
    for (const { mediaId, role, place, declared } of files) {
      const key = newObjectKey(declared.contentType);
      // Noted before it is written: a write that fails at the end may have left its object.
      stored[role].set(mediaId, key);
      await store.write(key, createReadStream(place), declared);
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
