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

// Inside a transaction: makes the upload an item, counts it and writes the log; returns the keys that the item took. It takes
// none when another finalize was first, when the upload was dropped, or when its id belongs to another upload by now: the
// objects of that one were not checked.
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
  const { taken, freedBytes } = await keepStored(db, merchantId, upload, [settled.file, thumbnail], entry.at);
  const writable = toWritable(upload, settled);
  const keptBytes = await scheduleDeletion(db, merchantId, writable, afterLastUrl(upload.ticketed_at));
  const usedBytes = upload.size_bytes + (thumbnailBytes ?? 0);
  await changeUsage(db, merchantId, { usedBytes, reservedBytes: keptBytes - upload.reserved_bytes - freedBytes });
  await recordActivity(db, principal, entry, [{ type: 'media.ready', id: upload.id }]);
  return taken;
}

// The file may have been divided anew since its parts were put together.
const isCurrent = (upload: UploadRow, { upload: seen, file }: Settled): boolean =>
  file.key !== seen.parts_key || file.key === upload.parts_key;

// Keeps the item's objects from being deleted, and schedules the deletion of parts that it did not need: the item can be
// deleted at once, and the next upload under its id would get them. Returns what is no longer reserved for parts.
async function keepStored(
  db: Queryable,
  merchantId: MerchantId,
  { id, parts_key }: UploadRow,
  stored: readonly (StoredFile | undefined)[],
  now: string,
): Promise<{ readonly taken: readonly ObjectKey[]; readonly freedBytes: number }> {
  const kept = stored.filter((one) => one !== undefined);
  let freedBytes = 0;
  for (const { key, copyOf } of kept) {
    if (key === parts_key) freedBytes = (await deleteParts(db, merchantId, id, key))?.reserved_bytes ?? 0;
    else if (copyOf !== undefined) await keepObject(db, merchantId, key);
  }
  const taken = kept.map(({ key }) => key);
  if (parts_key !== null && !taken.includes(parts_key)) await scheduleParts(db, merchantId, [id], now);
  return { taken, freedBytes };
}

// Since it was looked at, a start may have declared another one, and a ready item may have got one.
const isSameThumbnail = (upload: UploadRow, seen: UploadRow): boolean =>
  upload.thumbnail_key === seen.thumbnail_key && upload.thumbnail_size_bytes === seen.thumbnail_size_bytes;

// What a URL that has not expired can still write stays reserved. A key stands for its staging key too.
function toWritable(upload: UploadRow, { file: { key: kept } }: Settled): PendingDeletion[] {
  const { object_key, size_bytes, thumbnail_key, reserved_bytes } = upload;
  const file = kept === object_key ? [] : [{ key: object_key, reservedBytes: size_bytes }];
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
  const { taken, freedBytes } = await keepStored(db, merchantId, current, [file, thumbnail], entry.at);
  if (file.key !== upload.object_key) {
    const old = [{ key: upload.object_key, reservedBytes: freedBytes }];
    const keptBytes = await scheduleDeletion(db, merchantId, old, afterLastUrl(current.ticketed_at ?? entry.at));
    await changeUsage(db, merchantId, { usedBytes: 0, reservedBytes: keptBytes - freedBytes });
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
