import { recordActivity, type ActivityEntry } from '../activity/queries.js';
import { lockFeed } from '../changes/queries.js';
import { playlistChanges } from '../changes/record-changes.js';
import type { Queryable } from '../db/db.js';
import { signalMerchant } from '../db/signals.js';
import type { MerchantId } from '../ids.js';
import { changeUsage, keepObject, scheduleDeletion, lockUsage, type PendingDeletion } from '../media/ledger-queries.js';
import { nextMoment } from '../media/next-moment.js';
import { forgetMeasures } from '../playlists/measure-queries.js';
import { toAdder, type ContentPrincipal } from '../principal.js';
import { stagingKey, type ObjectKey } from '../storage/object-key.js';
import { afterLastUrl } from './pending-deletions.js';
import type { Metadata } from './metadata/metadata.js';
import { deleteParts } from './parts-queries.js';
import { selectPlaylistsOf, selectUpload, updateBrought, updateReady, type UploadRow } from './finalize-queries.js';

type Settled = {
  // As it was when its objects were looked at.
  readonly upload: UploadRow;
  // Where its bytes lie: under its own key, that of its parts, or, where the store does not pin bytes, that of a copy.
  readonly key: ObjectKey;
  readonly measures: Metadata;
  readonly hasThumbnail: boolean;
  readonly pinsBytes: boolean;
};

// Inside a transaction: ready, counted and written into the log; whether it was by this call. Nothing when another finalize
// was first, or when it was dropped; nor when the id was deleted and taken again meanwhile: nobody has looked at the objects
// of that one.
export async function markReady(
  db: Queryable,
  principal: ContentPrincipal,
  settled: Settled,
  entry: ActivityEntry,
): Promise<boolean> {
  const { merchantId } = principal;
  await lockUsage(db, merchantId);
  const upload = await selectUpload(db, merchantId, settled.upload.id);
  const isAwaited = upload?.state === 'awaiting' && upload.object_key === settled.upload.object_key;
  if (!isAwaited || upload.ticketed_at === null || !isCurrent(upload, settled)) return false;
  const keepsThumbnail = settled.hasThumbnail && isSameThumbnail(upload, settled.upload);
  const thumbnailBytes = keepsThumbnail ? upload.thumbnail_size_bytes : null;
  await updateReady(db, merchantId, upload.id, {
    ...settled.measures,
    addedBy: toAdder(principal),
    createdAt: await nextMoment(db, merchantId, Date.parse(entry.at)),
    objectKey: settled.key,
    thumbnailKey: keepsThumbnail ? upload.thumbnail_key : null,
    thumbnailBytes,
  });
  await keepFile(db, merchantId, settled);
  const writable = toWritable(upload, settled, keepsThumbnail);
  const keptBytes = await scheduleDeletion(db, merchantId, writable, afterLastUrl(upload.ticketed_at));
  const usedBytes = upload.size_bytes + (thumbnailBytes ?? 0);
  await changeUsage(db, merchantId, { usedBytes, reservedBytes: keptBytes - upload.reserved_bytes });
  await recordActivity(db, principal, entry, [{ type: 'media.ready', id: upload.id }]);
  return true;
}

// The file may have been divided anew since its parts were put together.
const isCurrent = (upload: UploadRow, { upload: seen, key }: Settled): boolean =>
  key !== seen.parts_key || key === upload.parts_key;

// What is the item's now is no longer a part of anything, nor to be deleted.
async function keepFile(db: Queryable, merchantId: MerchantId, { upload, key, pinsBytes }: Settled): Promise<void> {
  if (key === upload.parts_key) await deleteParts(db, merchantId, upload.id, key);
  else if (!pinsBytes) await keepObject(db, merchantId, key);
}

// A start may have declared another one since it was looked at.
const isSameThumbnail = (upload: UploadRow, seen: UploadRow): boolean =>
  upload.thumbnail_key === seen.thumbnail_key && upload.thumbnail_size_bytes === seen.thumbnail_size_bytes;

// What a URL that has not run out yet could still write stays reserved, but for the whole file's place when it came in parts:
// its one reservation went with those, and what is sent there as well is deleted. A thumbnail that is not kept goes altogether:
// by its own key its staging key is meant too.
function toWritable(upload: UploadRow, { key: kept }: Settled, keepsThumbnail: boolean): PendingDeletion[] {
  const { object_key, size_bytes, thumbnail_key, parts_key, reserved_bytes } = upload;
  const whole = { key: object_key, reservedBytes: kept === parts_key ? 0 : size_bytes };
  const file = kept === object_key ? [] : [whole];
  if (thumbnail_key === null) return file;
  const key = keepsThumbnail ? stagingKey(thumbnail_key) : thumbnail_key;
  return [...file, { key, reservedBytes: reserved_bytes - size_bytes }];
}

// Inside a transaction: an item that was ready before has its bytes now; whether by this call. Once, however often it is called.
export async function markBrought(
  db: Queryable,
  principal: ContentPrincipal,
  settled: Settled,
  entry: ActivityEntry,
): Promise<boolean> {
  const { merchantId } = principal;
  await lockUsage(db, merchantId);
  const { upload, key } = settled;
  const current = await selectUpload(db, merchantId, upload.id);
  if (current === undefined || !isCurrent(current, settled)) return false;
  if ((await updateBrought(db, merchantId, upload, settled)) === undefined) return false;
  if (key !== upload.object_key) {
    await keepFile(db, merchantId, settled);
    const old = [{ key: upload.object_key, reservedBytes: 0 }];
    await scheduleDeletion(db, merchantId, old, afterLastUrl(current.ticketed_at ?? entry.at));
  }
  await forgetMeasures(db, merchantId, upload.id);
  // Screens that play it are told where its bytes are now.
  await signalMerchant(db, merchantId);
  // A playlist that takes it up at this moment is among them, or is told of afterwards.
  await lockFeed(db, merchantId);
  const playlists = await selectPlaylistsOf(db, merchantId, upload.id);
  await recordActivity(db, principal, entry, [{ type: 'media.changed', id: upload.id }, ...playlistChanges(playlists)]);
  return true;
}
