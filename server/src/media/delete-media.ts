import { recordActivity } from '../activity/queries.js';
import type { Deps, Queryable } from '../db/db.js';
import { ApiError, requireFound } from '../errors.js';
import { parseMediaId, type MediaId, type MerchantId, type ById } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { DROP_AFTER_MS } from '../storage/drop-after.js';
import { stagingKey } from '../storage/object-key.js';
import { SIGNED_FOR_SECONDS } from '../storage/presign-object.js';
import {
  deleteMediaRow,
  lockMedia,
  lockPlaylistsWith,
  touchPlaylistsWith,
  type DeletedMediaRow,
} from './delete-queries.js';
import { listCampaignsPlaying } from './get-console-media.js';
import { changeUsage, scheduleDeletion, findPendingDeletion, lockUsage } from './ledger-queries.js';

// Locks in one order with everybody else: usage, item, playlists. A publication and an edit of a playlist hold the items
// that they take up, so what is live is looked at when the item is ours: whoever comes later finds it gone.
export async function deleteMedia(
  { db, clock }: Deps,
  principal: PersonPrincipal,
  { params }: ById,
): Promise<{ id: MediaId }> {
  const { merchantId } = principal;
  const mediaId = parseMediaId(params.id);
  const now = clock.now();
  const at = new Date(now).toISOString();
  return db.transaction(async (db) => {
    await lockUsage(db, merchantId);
    const media = requireFound(await lockMedia(db, merchantId, mediaId), 'media item');
    const live = await listCampaignsPlaying(db, merchantId, mediaId, now);
    refuseWhilePlayed(live.filter(({ status }) => status !== 'ended').map(({ name }) => name));
    await lockPlaylistsWith(db, merchantId, mediaId);
    await touchPlaylistsWith(db, merchantId, mediaId, at);
    await deleteMediaRow(db, merchantId, mediaId);
    await scheduleFiles(db, merchantId, media, now);
    const details = { mediaId, name: media.name };
    await recordActivity(db, principal, { kind: 'media.deleted', at, details });
    return { id: mediaId };
  });
}

const NAMES_SHOWN = 5;

function refuseWhilePlayed(names: readonly string[]): void {
  if (names.length === 0) return;
  const shown = names.slice(0, NAMES_SHOWN).map((name) => `«${name}»`);
  const rest = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
  throw new ApiError(
    'conflict',
    `Screens play this item, now or soon, in ${shown.join(', ')}${rest}. Publish without it or withdraw first.`,
    'in_use',
  );
}

// The room of what no URL can write any more is free at once; the rest is reserved until its object is deleted. And what
// was handed out for reading goes on to its end.
async function scheduleFiles(
  db: Queryable,
  merchantId: MerchantId,
  media: DeletedMediaRow,
  now: number,
): Promise<void> {
  const writableUntil = await findLastWrite(db, merchantId, media, now);
  const readableUntil = now + SIGNED_FOR_SECONDS * 1000;
  const files = [
    { key: media.object_key, bytes: media.size_bytes ?? 0 },
    { key: media.thumbnail_key, bytes: media.thumbnail_size_bytes ?? 0 },
  ];
  const pending = files.flatMap(({ key, bytes }) =>
    key === null ? [] : { key, reservedBytes: now < writableUntil ? bytes : 0 },
  );
  const deleteAfter = new Date(Math.max(writableUntil, readableUntil)).toISOString();
  const reservedBytes = await scheduleDeletion(db, merchantId, pending, deleteAfter);
  const usedBytes = -files.reduce((sum, { bytes }) => sum + bytes, 0);
  await changeUsage(db, merchantId, { usedBytes, reservedBytes });
}

// A PUT URL is no newer than the moment that the item became ready, unless its bytes came later; then the place where they
// would wait is pending deletion.
async function findLastWrite(
  db: Queryable,
  merchantId: MerchantId,
  media: DeletedMediaRow,
  now: number,
): Promise<number> {
  const sinceReady = Math.min(Date.parse(media.created_at), now) + DROP_AFTER_MS;
  if (media.object_key === null) return sinceReady;
  const later = await findPendingDeletion(db, merchantId, stagingKey(media.object_key));
  return later === undefined ? sinceReady : Math.max(sinceReady, Date.parse(later.delete_after));
}
