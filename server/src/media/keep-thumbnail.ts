// Thumbnails that come after their item: an upload through the API or an import may have brought none, and the browser
// of the first person who looks makes one.
import type {
  FinishThumbnailRequest,
  MediaThumbnail,
  StartThumbnailRequest,
  ThumbnailTicket,
} from '@vitrine/contract/media';
import { recordChanges } from '../changes/record-changes.js';
import type { Clock } from '../clock.js';
import type { Db, Queryable } from '../db/db.js';
import { ApiError, notFound, requireFound, unprocessable } from '../errors.js';
import { parseMediaId, type ById, type MediaId, type MerchantId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { DROP_AFTER_MS } from '../storage/drop-after.js';
import { hasDeclaredBytes } from '../storage/has-declared-bytes.js';
import { isObjectKey, isStagingKey, newObjectKey, stagingKey, type ObjectKey } from '../storage/object-key.js';
import type { Declared, ObjectStore } from '../storage/object-store.js';
import { changeUsage, keepObject, lockUsage, scheduleDeletion } from './ledger-queries.js';
import { makeOwnCopy, tidyUp, type OwnCopy } from './own-copy.js';
import { findOffered, lockPictured, updateBroken, updateThumbnail } from './thumbnail-queries.js';

type Deps = { readonly db: Db; readonly store: ObjectStore; readonly clock: Clock };

// A place in storage, reserved for a day and deleted then if nobody finishes. Each browser gets its own.
export async function startThumbnail(
  { db, store, clock }: Deps,
  { merchantId }: PersonPrincipal,
  { params, body }: ById & { readonly body: StartThumbnailRequest },
): Promise<ThumbnailTicket> {
  const mediaId = parseMediaId(params.id);
  const key = newObjectKey('image/jpeg');
  const isOffered = await db.transaction(async (db) => {
    const { taken_bytes: takenBytes } = await lockUsage(db, merchantId);
    const media = requireFound(await lockPictured(db, merchantId, mediaId), 'media item');
    if (media.thumbnail_key !== null || media.type === 'web') return false;
    if (takenBytes + body.sizeBytes > media.quota_bytes) throw storageFull();
    const deleteAfter = new Date(clock.now() + DROP_AFTER_MS).toISOString();
    const reservedBytes = await scheduleDeletion(db, merchantId, [{ key, reservedBytes: body.sizeBytes }], deleteAfter);
    await changeUsage(db, merchantId, { usedBytes: 0, reservedBytes });
    return true;
  });
  if (!isOffered) return { ticket: null, upload: null };
  return { ticket: key, upload: store.signedPut(stagingKey(key), toDeclared(body)) };
}

// A copy that no URL reaches is made first and looked at, however often; one transaction gives the item its picture, if it has
// none yet.
export async function finishThumbnail(
  deps: Deps,
  { merchantId }: PersonPrincipal,
  { params, body }: ById & { readonly body: FinishThumbnailRequest },
): Promise<MediaThumbnail> {
  const { db, store, clock } = deps;
  const mediaId = parseMediaId(params.id);
  const key = parseTicket(body.ticket);
  const now = new Date(clock.now()).toISOString();
  const offered = await findOffered(db, merchantId, key, body.sizeBytes, now);
  const isRight = (copy: ObjectKey) => hasDeclaredBytes(store, copy, toDeclared(body));
  const copy = offered && (await makeOwnCopy(deps, merchantId, { key, type: 'image/jpeg' }, isRight));
  const offer = { mediaId, key, copy, sizeBytes: body.sizeBytes, now };
  const kept = await db.transaction((db) => keepCopy(db, merchantId, offer));
  if (copy !== undefined) await tidyUp(deps, merchantId, copy, kept.kind === 'pictured' && kept.key === copy.key);
  if (kept.kind === 'gone') throw notFound('media item');
  if (kept.kind === 'not-arrived') throw notArrived();
  return { thumbnailUrl: store.signedGetUrl(kept.key) };
}

type Offer = {
  readonly mediaId: MediaId;
  readonly key: ObjectKey;
  readonly copy: OwnCopy | undefined;
  readonly sizeBytes: number;
  readonly now: string;
};

// What the item has now, from this call or an earlier one.
type Kept =
  | { readonly kind: 'pictured'; readonly key: ObjectKey }
  | { readonly kind: 'gone' }
  | { readonly kind: 'not-arrived' };

// Inside a transaction. A refusal is told, not thrown: the copy is to be dropped first.
async function keepCopy(
  db: Queryable,
  merchantId: MerchantId,
  { mediaId, key, copy, sizeBytes, now }: Offer,
): Promise<Kept> {
  await lockUsage(db, merchantId);
  const media = await lockPictured(db, merchantId, mediaId);
  if (media === undefined) return { kind: 'gone' };
  if (media.thumbnail_key !== null) return { kind: 'pictured', key: media.thumbnail_key };
  const kept = copy && (await keepObject(db, merchantId, key));
  if (copy === undefined || kept === undefined) return { kind: 'not-arrived' };
  await keepObject(db, merchantId, copy.key);
  await updateThumbnail(db, merchantId, mediaId, copy.key, sizeBytes);
  // Where it waited, its URL may write once more.
  const waited = [{ key: stagingKey(key), reservedBytes: kept.reserved_bytes }];
  const reservedBytes = await scheduleDeletion(db, merchantId, waited, kept.delete_after);
  await changeUsage(db, merchantId, { usedBytes: sizeBytes, reservedBytes: reservedBytes - kept.reserved_bytes });
  await recordChanges(db, merchantId, now, [{ type: 'media.changed', id: mediaId }]);
  return { kind: 'pictured', key: copy.key };
}

export async function reportBroken(
  { db }: Pick<Deps, 'db'>,
  { merchantId }: PersonPrincipal,
  { params }: ById,
): Promise<{ isBroken: boolean }> {
  const noted = requireFound(await updateBroken(db, merchantId, parseMediaId(params.id)), 'media item');
  return { isBroken: noted.is_broken };
}

const toDeclared = ({ sizeBytes, checksum }: StartThumbnailRequest): Declared => ({
  contentType: 'image/jpeg',
  sizeBytes,
  sha256: checksum,
});

function parseTicket(text: string): ObjectKey {
  if (!isObjectKey(text) || isStagingKey(text)) throw notArrived();
  return text;
}

const notArrived = (): ApiError => unprocessable('The thumbnail has not arrived, or not as it was declared.');

const storageFull = (): ApiError =>
  new ApiError('conflict', 'The storage is full: there is no room for a thumbnail.', 'storage_quota_exceeded');
