// Hashes a stored object once: for stores that do not compare the bytes of a PUT themselves (`verify`).
import { createHash } from 'node:crypto';
import type { ObjectKey } from './object-key.js';
import type { Declared, ObjectStore } from './object-store.js';

export async function hasDeclaredBytes(store: ObjectStore, key: ObjectKey, declared: Declared): Promise<boolean> {
  const chunks = await store.read(key);
  if (chunks === undefined) return false;
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    if (sizeBytes > declared.sizeBytes) return false;
    hash.update(chunk);
  }
  return sizeBytes === declared.sizeBytes && hash.digest('hex') === declared.sha256;
}
