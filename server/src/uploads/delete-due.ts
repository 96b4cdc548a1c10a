import type { Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { changeUsage, lockUsage } from '../media/ledger-queries.js';
import { stagingKey, type ObjectKey } from '../storage/object-key.js';
import { isSilentStorage } from '../storage/storage-errors.js';
import { deletePending } from './abandoned-queries.js';
import type { PartsDeps } from './settle-parts.js';

export type DueDeletion = { readonly object_key: ObjectKey; readonly store_upload_id: string | null };

// Deletes an object that is due, then frees what is reserved for it; returns the store's refusal, if any. Throws when the
// store does not answer.
export async function deleteDue(
  { db, store }: PartsDeps,
  merchantId: MerchantId,
  { object_key: key, store_upload_id: uploadId }: DueDeletion,
  now: string,
): Promise<unknown> {
  try {
    // Aborted first: parts that were joined in between would be an object again.
    if (uploadId !== null) await store.abortParts({ key, uploadId });
    await store.delete(key);
    await store.delete(stagingKey(key));
  } catch (error) {
    if (isSilentStorage(error)) throw error;
    return error;
  }
  await db.transaction((db) => releaseDeleted(db, merchantId, key, now));
  return undefined;
}

// Under the lock, and only if it is still due: a start may have handed out a URL that writes it again.
async function releaseDeleted(db: Queryable, merchantId: MerchantId, key: ObjectKey, now: string): Promise<void> {
  await lockUsage(db, merchantId);
  const gone = await deletePending(db, merchantId, key, now);
  if (gone !== undefined) await changeUsage(db, merchantId, { usedBytes: 0, reservedBytes: -gone.reserved_bytes });
}
