import type { FreedRoom } from '@vitrine/contract/held-room';
import type { Queryable } from '../db/db.js';
import { notFound, requireFound } from '../errors.js';
import { parseUploadId, type ById, type MediaId, type MerchantId } from '../ids.js';
import { lockUsage, scheduleDeletion, scheduleParts } from '../media/ledger-queries.js';
import type { ContentPrincipal } from '../principal.js';
import { stagingKey } from '../storage/object-key.js';
import { deleteDue } from './delete-due.js';
import { selectUpload, type UploadRow } from './finalize-queries.js';
import { refuseKeys, releaseKeys } from './held-room.js';
import { afterLastUrl, toPendingDeletions } from './pending-deletions.js';
import { findParts, type PartsDeps } from './settle-parts.js';
import { deleteUpload } from './start-queries.js';

// Gives an upload up. First its row is deleted; its room stays held, as for every upload that was dropped. Then the store
// refuses its keys, where it can, its objects are deleted, and the room is free. After a call that was cut off in between,
// the rest can be freed later (held-room.ts), and the same id can be started again, under other keys.
export async function cancelUpload(
  deps: PartsDeps,
  { merchantId }: ContentPrincipal,
  { params }: ById,
): Promise<FreedRoom> {
  const { db, store, clock } = deps;
  const now = new Date(clock.now()).toISOString();
  const { upload, until } = await db.transaction((db) => dropUpload(db, merchantId, parseUploadId(params.id), now));
  const partBytes = await deletePartsOf(deps, merchantId, upload, now);
  const keys = toPendingDeletions(upload).map(({ key }) => key);
  const refused = await refuseKeys(store, keys);
  // After they are refused, so that a PUT that ends now leaves nothing.
  for (const key of refused) {
    await store.delete(key);
    await store.delete(stagingKey(key));
  }
  const freedBytes = await releaseKeys(db, merchantId, refused, now);
  return { freedBytes: freedBytes + partBytes, heldUntil: freedBytes < upload.reserved_bytes ? until : null };
}

// Returns how much room of theirs is free.
async function deletePartsOf(deps: PartsDeps, merchantId: MerchantId, upload: UploadRow, now: string): Promise<number> {
  const parts = findParts(upload);
  if (parts === undefined) return 0;
  const due = { object_key: parts.key, store_upload_id: parts.uploadId };
  const refusal = await deleteDue(deps, merchantId, due, now);
  if (refusal !== undefined) throw refusal;
  return upload.parts_reserved_bytes;
}

// Inside a transaction. Refuses an upload that a finalize has made an item.
async function dropUpload(
  db: Queryable,
  merchantId: MerchantId,
  mediaId: MediaId,
  now: string,
): Promise<{ upload: UploadRow; until: string }> {
  await lockUsage(db, merchantId);
  const upload = requireFound(await selectUpload(db, merchantId, mediaId), 'upload');
  if (upload.state !== 'awaiting' || upload.ticketed_at === null) throw notFound('upload');
  const until = afterLastUrl(upload.ticketed_at);
  await deleteUpload(db, merchantId, mediaId);
  await scheduleDeletion(db, merchantId, toPendingDeletions(upload), until);
  await scheduleParts(db, merchantId, [mediaId], now);
  return { upload, until };
}
