import type { MediaType } from '@vitrine/contract/media';
import { recordActivity } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import type { MediaId, MerchantId } from '../ids.js';
import { changeUsage, postponeDeletion, scheduleDeletion, scheduleParts, lockUsage } from '../media/ledger-queries.js';
import { nextMoment } from '../media/next-moment.js';
import type { Actor } from '../principal.js';
import { stagingKey, type ObjectKey } from '../storage/object-key.js';
import { afterLastUrl, toPendingDeletions } from './pending-deletions.js';
import {
  deletePlaces,
  deleteUpload,
  findForStart,
  insertUpload,
  noteTicket,
  updateRevived,
  updateUpload,
  type Plan,
  type SameIdRow,
  type UploadDraft,
} from './start-queries.js';

type Item = { readonly id: MediaId; readonly name: string; readonly type: MediaType };
type Places = { readonly objectKey: ObjectKey; readonly thumbnailKey: ObjectKey | null };

export type Started =
  | ({ readonly kind: 'awaiting' } & Places)
  | { readonly kind: 'duplicate'; readonly of: Item }
  // `startedAs` where the file is the same and only the type is another.
  | { readonly kind: 'conflict'; readonly startedAs: string | null }
  | { readonly kind: 'full'; readonly neededBytes: number; readonly freeBytes: number; readonly quotaBytes: number }
  // There are items with these bytes, and nobody has looked whether storage has them. If it has those of `named`, that is all
  // there is to do.
  | { readonly kind: 'unknown'; readonly named: SameIdRow | undefined };

type Start = {
  readonly draft: UploadDraft;
  // Whose objects are not in storage, where that was looked at.
  readonly lost: readonly ObjectKey[] | undefined;
  // Whether a file's URL leads to its own key (and not to the staging key).
  readonly pinsBytes: boolean;
  readonly actor: Actor;
};

// Inside a transaction. Everything is read under the merchant's lock, so it is true until all is written.
export async function startOrResume(
  db: Queryable,
  merchantId: MerchantId,
  start: Start,
): Promise<{ readonly plan: Plan; readonly started: Started }> {
  const { taken_bytes: takenBytes } = await lockUsage(db, merchantId);
  const { plan, same, duplicate } = await findForStart(db, merchantId, start.draft, start.lost ?? []);
  const started = await startWith(db, merchantId, start, {
    same,
    duplicate,
    quotaBytes: plan.quota_bytes,
    room: plan.quota_bytes - takenBytes,
  });
  return { plan, started };
}

type Found = {
  readonly same: SameIdRow | undefined;
  readonly duplicate: SameIdRow | undefined;
  readonly quotaBytes: number;
  readonly room: number;
};

async function startWith(db: Queryable, merchantId: MerchantId, start: Start, found: Found): Promise<Started> {
  const { same, duplicate } = found;
  if (same?.is_same_file === false) return { kind: 'conflict', startedAs: same.other_mime_type };
  const isThere = duplicate !== undefined || (same !== undefined && same.state !== 'awaiting');
  if (isThere && start.lost === undefined)
    return { kind: 'unknown', named: same === undefined ? duplicate : ready(same) };
  if (same?.state === 'trashed') return bringBack(db, merchantId, start, same);
  if (same?.state === 'ready') return goOn(db, merchantId, start, same);
  if (duplicate === undefined) return awaitUpload(db, merchantId, start.draft, found);
  if (same !== undefined) await dropUpload(db, merchantId, same, start.draft.ticketed_at);
  return duplicateOf(duplicate);
}

// The same file under the id that it has in the trash: it is in the library again, as an item of now, and in no playlist.
// Nobody asked for those, and a program that sends its files every night must not put back what a person took out.
async function bringBack(db: Queryable, merchantId: MerchantId, start: Start, same: SameIdRow): Promise<Started> {
  const { id, name } = same;
  await deletePlaces(db, merchantId, id);
  const at = start.draft.ticketed_at;
  await updateRevived(db, merchantId, id, await nextMoment(db, merchantId, Date.parse(at)));
  const started = await goOn(db, merchantId, start, same);
  const entry = { kind: 'media.restored', at, details: { mediaId: id, name } } as const;
  await recordActivity(db, start.actor, entry, [{ type: 'media.ready', id }]);
  return started;
}

// With an item that is in the library, whose bytes may not be.
const goOn = async (db: Queryable, merchantId: MerchantId, start: Start, same: SameIdRow): Promise<Started> =>
  start.lost?.includes(same.object_key) ? awaitBytes(db, merchantId, start, same) : duplicateOf(same);

const ready = (same: SameIdRow): SameIdRow | undefined => (same.state === 'ready' ? same : undefined);

export const duplicateOf = ({ id, name, type }: Item): Started => ({ kind: 'duplicate', of: { id, name, type } });

// A retry keeps the place of the thumbnail once it has one, and the most that was ever reserved for it: URLs of earlier
// tickets can still write there, whatever this one declares.
async function awaitUpload(
  db: Queryable,
  merchantId: MerchantId,
  draft: UploadDraft,
  { same, room, quotaBytes }: Found,
): Promise<Started> {
  const before = same?.reserved_bytes ?? 0;
  const reservedBytes = Math.max(before, draft.reserved_bytes);
  const moreBytes = reservedBytes - before;
  // A retry that asks for nothing more is answered also when the quota was made smaller.
  const asksForRoom = same === undefined || moreBytes > 0;
  if (asksForRoom && moreBytes > room)
    return { kind: 'full', neededBytes: moreBytes, freeBytes: Math.max(0, room), quotaBytes };
  const thumbnailKey = same?.thumbnail_key ?? draft.thumbnail_key;
  const upload = { ...draft, thumbnail_key: thumbnailKey, reserved_bytes: reservedBytes };
  await (same === undefined ? insertUpload(db, merchantId, upload) : updateUpload(db, merchantId, upload));
  if (moreBytes > 0) await changeUsage(db, merchantId, { usedBytes: 0, reservedBytes: moreBytes });
  return { kind: 'awaiting', objectKey: same?.object_key ?? draft.object_key, thumbnailKey };
}

// The awaited file has become ready under another id.
async function dropUpload(db: Queryable, merchantId: MerchantId, same: SameIdRow, now: string): Promise<void> {
  await deleteUpload(db, merchantId, same.id);
  await scheduleDeletion(db, merchantId, toPendingDeletions(same), afterLastUrl(same.ticketed_at));
  await scheduleParts(db, merchantId, [same.id], now);
}

// A ready item whose import brought no bytes: they are counted already, so nothing is asked of the quota. It stays as it
// is; of thumbnails it takes the one that the import told of.
async function awaitBytes(
  db: Queryable,
  merchantId: MerchantId,
  { draft, pinsBytes }: Start,
  same: SameIdRow,
): Promise<Started> {
  const { object_key: objectKey, size_bytes: sizeBytes } = same;
  const thumbnailBytes = draft.thumbnail_size_bytes ?? 0;
  const thumbnailKey = same.thumbnail_size_bytes === thumbnailBytes ? same.thumbnail_key : null;
  const places = [
    { key: stagingKey(objectKey), reservedBytes: pinsBytes ? 0 : sizeBytes },
    ...(thumbnailKey === null ? [] : [{ key: stagingKey(thumbnailKey), reservedBytes: thumbnailBytes }]),
  ];
  const deleteAfter = afterLastUrl(draft.ticketed_at);
  const reservedBytes = await scheduleDeletion(db, merchantId, places, deleteAfter);
  await postponeDeletion(
    db,
    merchantId,
    places.map(({ key }) => key),
    deleteAfter,
  );
  await changeUsage(db, merchantId, { usedBytes: 0, reservedBytes });
  await noteTicket(db, merchantId, draft);
  return { kind: 'awaiting', objectKey, thumbnailKey };
}
