import { recordActivity } from '../activity/queries.js';
import type { Deps, Queryable } from '../db/db.js';
import { removeDeletedById } from '../deleted/queries.js';
import { requireFound } from '../errors.js';
import { parseMediaId, parseTagId, type ById, type MediaId, type MerchantId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { DROP_AFTER_MS } from '../storage/drop-after.js';
import { stagingKey } from '../storage/object-key.js';
import { WINDOW_SIGNED_FOR_SECONDS } from '../storage/presign-object.js';
import { removeDeletedTags } from '../tags/deleted-queries.js';
import { lockDeletedTag } from '../tags/restore-queries.js';
import { changeUsage, findPendingDeletion, lockUsage, scheduleDeletion, scheduleParts } from './ledger-queries.js';
import { deleteTrashed, type PurgedRow } from './trash-queries.js';

// Out of the trash, for good.
export async function purgeTrashed(
  { db, clock }: Deps,
  principal: PersonPrincipal,
  { params }: ById,
): Promise<{ id: MediaId }> {
  const { merchantId } = principal;
  const mediaId = parseMediaId(params.id);
  const now = clock.now();
  const at = new Date(now).toISOString();
  return db.transaction(async (db) => {
    const [deleted] = await removeDeletedById(db, merchantId, mediaId);
    if (deleted !== undefined) {
      const { kind, name } = deleted;
      const details = kind === 'playlist' ? { playlistId: mediaId, name } : { lineageId: mediaId, name };
      await recordActivity(db, principal, { kind: `${kind}.purged`, at, details });
      return { id: mediaId };
    }
    const tagId = parseTagId(params.id);
    await lockDeletedTag(db, merchantId, tagId);
    const [tag] = await removeDeletedTags(db, merchantId, [tagId]);
    if (tag !== undefined) {
      await recordActivity(db, principal, { kind: 'tag.purged', at, details: { tagId, name: tag.name } });
      return { id: mediaId };
    }
    await lockUsage(db, merchantId);
    const media = requireFound(await deleteTrashed(db, merchantId, mediaId), 'media item');
    await scheduleFiles(db, merchantId, media, now);
    await recordActivity(db, principal, { kind: 'media.purged', at, details: { mediaId, name: media.name } });
    return { id: mediaId };
  });
}

// Inside a transaction, under the merchant's lock. The room of what no URL can write any more is free at once; the rest
// is reserved until its object is deleted. And what was handed out for reading goes on to its end.
export async function scheduleFiles(
  db: Queryable,
  merchantId: MerchantId,
  media: PurgedRow,
  now: number,
): Promise<number> {
  const writableUntil = await findLastWrite(db, merchantId, media, now);
  const readableUntil = now + WINDOW_SIGNED_FOR_SECONDS * 1000;
  const files = [
    { key: media.object_key, bytes: media.size_bytes ?? 0 },
    { key: media.thumbnail_key, bytes: media.thumbnail_size_bytes ?? 0 },
  ];
  const pending = files.flatMap(({ key, bytes }) =>
    key === null ? [] : { key, reservedBytes: now < writableUntil ? bytes : 0 },
  );
  const deleteAfter = new Date(Math.max(writableUntil, readableUntil)).toISOString();
  const reservedBytes = await scheduleDeletion(db, merchantId, pending, deleteAfter);
  if (media.ticketed_at !== null) await scheduleParts(db, merchantId, [media.id], new Date(now).toISOString());
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  await changeUsage(db, merchantId, { usedBytes: -bytes, reservedBytes });
  return bytes;
}

// A PUT URL is no newer than the moment that the item became ready, unless its bytes came later; then the place where they
// would wait is pending deletion.
async function findLastWrite(db: Queryable, merchantId: MerchantId, media: PurgedRow, now: number): Promise<number> {
  const sinceReady = Math.min(Date.parse(media.created_at), now) + DROP_AFTER_MS;
  if (media.object_key === null) return sinceReady;
  const later = await findPendingDeletion(db, merchantId, stagingKey(media.object_key));
  return later === undefined ? sinceReady : Math.max(sinceReady, Date.parse(later.delete_after));
}
