import { recordActivity, type ActivityEntry } from '../activity/queries.js';
import { lockFeed } from '../changes/queries.js';
import { playlistChanges } from '../changes/record-changes.js';
import type { Queryable } from '../db/db.js';
import { signalMerchant } from '../db/signals.js';
import type { MerchantId } from '../ids.js';
import {
  changeUsage,
  keepObject,
  lockUsage,
  scheduleDeletion,
  scheduleParts,
  type PendingDeletion,
} from '../media/ledger-queries.js';
import { nextMoment } from '../media/next-moment.js';
import { forgetMeasures } from '../playlists/measure-queries.js';
import { toAdder, type ContentPrincipal } from '../principal.js';
import type { ObjectKey } from '../storage/object-key.js';
import { afterLastUrl } from './pending-deletions.js';
import type { Metadata } from './metadata/metadata.js';
import { deleteParts } from './parts-queries.js';
import type { StoredFile } from './settle-parts.js';
import { selectPlaylistsOf, selectUpload, updateBrought, updateReady, type UploadRow } from './finalize-queries.js';

type Settled = {
  // As it was when its objects were looked at.
  readonly upload: UploadRow;
  // Where its bytes lie: under its own key, that of its parts, or, where the store does not pin bytes, that of a copy.
  readonly file: StoredFile;
  readonly thumbnail: StoredFile | undefined;
  readonly measures: Metadata & { readonly isPlayable: boolean };
};

// Inside a transaction: ready, counted and written into the log; returns what of the settled it took. Nothing when another
// finalize was first, or when it was dropped; nor when the id was deleted and taken again meanwhile: nobody has looked at the
// objects of that one.
export async function markReady(
  db: Queryable,
  principal: ContentPrincipal,
  settled: Settled,
  entry: ActivityEntry,
): Promise<readonly ObjectKey[]> {
  const { merchantId } = principal;
  await lockUsage(db, merchantId);
  const upload = await selectUpload(db, merchantId, settled.upload.id);
  const isAwaited = upload?.state === 'awaiting' && upload.object_key === settled.upload.object_key;
  if (!isAwaited || upload.ticketed_at === null || !isCurrent(upload, settled)) return [];
  const thumbnail = isSameThumbnail(upload, settled.upload) ? settled.thumbnail : undefined;
  const thumbnailBytes = thumbnail === undefined ? null : upload.thumbnail_size_bytes;
  await updateReady(db, merchantId, upload.id, {
    ...settled.measures,
    addedBy: toAdder(principal),
    createdAt: await nextMoment(db, merchantId, Date.parse(entry.at)),
    objectKey: settled.file.key,
    thumbnailKey: thumbnail?.key ?? null,
    thumbnailBytes,
  });
  const taken = await keepStored(db, merchantId, upload, [settled.file, thumbnail], entry.at);
  const writable = toWritable(upload, settled);
  const keptBytes = await scheduleDeletion(db, merchantId, writable, afterLastUrl(upload.ticketed_at));
  const usedBytes = upload.size_bytes + (thumbnailBytes ?? 0);
  await changeUsage(db, merchantId, { usedBytes, reservedBytes: keptBytes - upload.reserved_bytes });
  await recordActivity(db, principal, entry, [{ type: 'media.ready', id: upload.id }]);
  return taken;
}

// The file may have been divided anew since its parts were put together.
const isCurrent = (upload: UploadRow, { upload: seen, file }: Settled): boolean =>
  file.key !== seen.parts_key || file.key === upload.parts_key;

// What is the item's now is no longer a part of anything, nor to be deleted. Parts that it did not need go here, for it can be
// deleted at once, and they would be those of the next upload under its id.
async function keepStored(
  db: Queryable,
  merchantId: MerchantId,
  { id, parts_key }: UploadRow,
  stored: readonly (StoredFile | undefined)[],
  now: string,
): Promise<readonly ObjectKey[]> {
  const taken = stored.filter((one) => one !== undefined);
  for (const { key, copyOf } of taken) {
    if (key === parts_key) await deleteParts(db, merchantId, id, key);
    else if (copyOf !== undefined) await keepObject(db, merchantId, key);
  }
  const keys = taken.map(({ key }) => key);
  if (parts_key !== null && !keys.includes(parts_key)) await scheduleParts(db, merchantId, [id], now);
  return keys;
}

// Since it was looked at, a start may have declared another one, and a ready item may have got one.
const isSameThumbnail = (upload: UploadRow, seen: UploadRow): boolean =>
  upload.thumbnail_key === seen.thumbnail_key && upload.thumbnail_size_bytes === seen.thumbnail_size_bytes;

// What a URL that has not run out yet could still write stays reserved, but for the whole file's place when it came in parts:
// its one reservation went with those, and what is sent there as well is deleted. By a key its staging key is meant too.
function toWritable(upload: UploadRow, { file: { key: kept } }: Settled): PendingDeletion[] {
  const { object_key, size_bytes, thumbnail_key, parts_key, reserved_bytes } = upload;
  const whole = { key: object_key, reservedBytes: kept === parts_key ? 0 : size_bytes };
  const file = kept === object_key ? [] : [whole];
  if (thumbnail_key === null) return file;
  return [...file, { key: thumbnail_key, reservedBytes: reserved_bytes - size_bytes }];
}

// Inside a transaction: an item that was ready before has its bytes now; returns what it took. Once, however often it is called.
export async function markBrought(
  db: Queryable,
  principal: ContentPrincipal,
  settled: Settled,
  entry: ActivityEntry,
): Promise<readonly ObjectKey[]> {
  const { merchantId } = principal;
  await lockUsage(db, merchantId);
  const { upload, file } = settled;
  const current = await selectUpload(db, merchantId, upload.id);
  if (current === undefined || !isCurrent(current, settled)) return [];
  const thumbnail = isSameThumbnail(current, upload) ? settled.thumbnail : undefined;
  if ((await updateBrought(db, merchantId, upload, { ...settled, thumbnail })) === undefined) return [];
  const taken = await keepStored(db, merchantId, current, [file, thumbnail], entry.at);
  if (file.key !== upload.object_key) {
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
  return taken;
}
