// What keeping a thumbnail that a browser made reads and writes.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MediaId, MerchantId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

type PicturedRow = {
  readonly type: 'image' | 'video' | 'web';
  readonly thumbnail_key: ObjectKey | null;
  readonly is_broken: boolean;
  readonly quota_bytes: number;
};

// Held, so that of two browsers the first one's picture stays.
export function lockPictured(db: Queryable, merchantId: MerchantId, mediaId: MediaId) {
  return db.row<PicturedRow>(sql`
    select type, thumbnail_key, is_broken,
      (select storage_quota_bytes from merchants where id = ${merchantId}) as quota_bytes
    from media where merchant_id = ${merchantId} and id = ${mediaId} and state = 'ready'
    for no key update`);
}

// A place that was handed out for a thumbnail of this size and can still be taken.
export function findOffered(db: Queryable, merchantId: MerchantId, key: ObjectKey, sizeBytes: number, now: string) {
  return db.row<{ delete_after: string }>(sql`
    select delete_after from pending_deletions
    where merchant_id = ${merchantId} and object_key = ${key} and reserved_bytes = ${sizeBytes}
      and delete_after > ${now}::timestamptz`);
}

export function updateThumbnail(
  db: Queryable,
  merchantId: MerchantId,
  mediaId: MediaId,
  key: ObjectKey,
  sizeBytes: number,
) {
  return db.rows(sql`
    update media set thumbnail_key = ${key}, thumbnail_size_bytes = ${sizeBytes}, is_broken = false
    where merchant_id = ${merchantId} and id = ${mediaId}`);
}

// What somebody could make a picture of is not broken.
export function updateBroken(db: Queryable, merchantId: MerchantId, mediaId: MediaId) {
  return db.row<{ is_broken: boolean }>(sql`
    update media set is_broken = thumbnail_key is null and type <> 'web'
    where merchant_id = ${merchantId} and id = ${mediaId} and state = 'ready'
    returning is_broken`);
}
