import type { FreedRoom } from '@vitrine/contract/held-room';
import type { Queryable } from '../db/db.js';
import { notFound, requireFound } from '../errors.js';
import { parseUploadId, type ById, type MediaId, type MerchantId } from '../ids.js';
import { lockUsage, scheduleDeletion, scheduleParts } from '../media/ledger-queries.js';
import type { ContentPrincipal } from '../principal.js';
import { selectUpload, type UploadRow } from './finalize-queries.js';
import { releaseKeys } from './held-room.js';
import { afterLastUrl, toPendingDeletions } from './pending-deletions.js';
import { findParts, type PartsDeps } from './settle-parts.js';
import { deleteUpload } from './start-queries.js';

// Gives an upload up: first its row goes, and its room is held as that of every upload that was dropped. Then storage is told
// to refuse what would still come, and where it can, the room is free at once. Cut off in between, what is left can be freed
// like the rest (held-room.ts), and the same id can be started again: under other keys.
export async function cancelUpload(
  deps: PartsDeps,
  { merchantId }: ContentPrincipal,
  { params }: ById,
): Promise<FreedRoom> {
  const { db, store, clock } = deps;
  const now = new Date(clock.now()).toISOString();
  const { upload, until } = await db.transaction((db) => dropUpload(db, merchantId, parseUploadId(params.id), now));
  const parts = findParts(upload);
  if (parts !== undefined) await store.abortParts(parts);
  const keys = toPendingDeletions(upload).map(({ key }) => key);
  const freedBytes = await releaseKeys(deps, merchantId, keys, now);
  return { freedBytes, heldUntil: freedBytes < upload.reserved_bytes ? until : null };
}

// Inside a transaction. A finalize may have been first: then it is an item, and none to be given up.
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
