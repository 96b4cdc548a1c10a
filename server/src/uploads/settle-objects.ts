import type { MerchantId } from '../ids.js';
import { keepObject, lockUsage, scheduleDeletion } from '../media/ledger-queries.js';
import { hasDeclaredBytes } from '../storage/has-declared-bytes.js';
import { newObjectKey, stagingKey, type ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { UploadRow } from './finalize-queries.js';
import { afterLastUrl } from './pending-deletions.js';
import type { PartsDeps, StoredFile } from './settle-parts.js';

export type NotStored =
  | { readonly kind: 'missing' }
  | { readonly kind: 'wrong-bytes' }
  | { readonly kind: 'wrong-size'; readonly sizeBytes: number };

// Where the declared bytes lie and nothing can change them. A store that pins bytes has refused all others. Elsewhere each
// call makes a copy of its own, out of reach of the PUT URL and of other calls, and hashes that: hashed first, they could
// change before the copy. What the URL wrote stays until the item is ready, for a call that was cut off.
export async function settleFile(
  deps: PartsDeps,
  merchantId: MerchantId,
  upload: UploadRow,
): Promise<StoredFile | NotStored> {
  const { store } = deps;
  const { object_key: key, mime_type: contentType, size_bytes: sizeBytes, sha256 } = upload;
  if (store.pinsBytes) return judgeSize(store, key, sizeBytes);
  const declared = { contentType, sizeBytes, sha256: sha256.toString('hex') };
  const staged = await judgeSize(store, stagingKey(key), sizeBytes);
  // An imported item's bytes may have come with another upload of the same file.
  if (staged.kind === 'missing' && upload.state === 'ready' && (await hasDeclaredBytes(store, key, declared)))
    return { kind: 'stored', key };
  if (staged.kind !== 'stored') return staged;
  const copy = await copyStaged(deps, merchantId, upload);
  if (await hasDeclaredBytes(store, copy, declared)) return { kind: 'stored', key: copy };
  await dropCopy(deps, merchantId, copy);
  return { kind: 'wrong-bytes' };
}

async function judgeSize(store: ObjectStore, key: ObjectKey, declaredBytes: number): Promise<StoredFile | NotStored> {
  const found = await store.head(key);
  if (found === undefined) return { kind: 'missing' };
  const { sizeBytes } = found;
  return sizeBytes === declaredBytes ? { kind: 'stored', key } : { kind: 'wrong-size', sizeBytes };
}

// Deleted in a day, unless an item takes it.
async function copyStaged(
  { db, store, clock }: PartsDeps,
  merchantId: MerchantId,
  { object_key, mime_type }: UploadRow,
): Promise<ObjectKey> {
  const key = newObjectKey(mime_type);
  const inADay = afterLastUrl(new Date(clock.now()).toISOString());
  await db.transaction(async (db) => {
    await lockUsage(db, merchantId);
    await scheduleDeletion(db, merchantId, [{ key, reservedBytes: 0 }], inADay);
  });
  await store.copy(stagingKey(object_key), key);
  return key;
}

export async function dropCopy(
  { db, store }: Pick<PartsDeps, 'db' | 'store'>,
  merchantId: MerchantId,
  key: ObjectKey,
): Promise<void> {
  await store.delete(key);
  await keepObject(db, merchantId, key);
}

// A thumbnail that was declared and did not arrive, or not with its size, does not hold the item back.
export async function settleThumbnail(store: ObjectStore, upload: UploadRow): Promise<boolean> {
  const { thumbnail_key: key, thumbnail_size_bytes: declaredBytes } = upload;
  if (key === null || declaredBytes === null) return false;
  if ((await store.move(stagingKey(key), key)) === 'missing') return false;
  const stored = await store.head(key);
  if (stored?.sizeBytes === declaredBytes) return true;
  await store.delete(key);
  return false;
}
