import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MediaId, MerchantId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

export function findAbandoned(db: Queryable, merchantId: MerchantId, cutoff: string) {
  return db.row(sql`
    select from media where merchant_id = ${merchantId} and state = 'awaiting' and ticketed_at < ${cutoff}::timestamptz
    limit 1`);
}

export type AbandonedRow = {
  readonly id: MediaId;
  readonly object_key: ObjectKey;
  readonly size_bytes: number;
  readonly thumbnail_key: ObjectKey | null;
  readonly reserved_bytes: number;
};

export function deleteAbandoned(db: Queryable, merchantId: MerchantId, cutoff: string) {
  return db.rows<AbandonedRow>(sql`
    delete from media where merchant_id = ${merchantId} and state = 'awaiting' and ticketed_at < ${cutoff}::timestamptz
    returning id, object_key, size_bytes, thumbnail_key, reserved_bytes`);
}

export function selectDueDeletions(db: Queryable, merchantId: MerchantId, now: string) {
  return db.rows<{ object_key: ObjectKey; store_upload_id: string | null }>(sql`
    select object_key, store_upload_id from pending_deletions
    where merchant_id = ${merchantId} and delete_after <= ${now}::timestamptz
    order by object_key`);
}

// No row when it has got another URL since it was found.
export function deletePending(db: Queryable, merchantId: MerchantId, key: ObjectKey, now: string) {
  return db.row<{ reserved_bytes: number }>(sql`
    delete from pending_deletions
    where merchant_id = ${merchantId} and object_key = ${key} and delete_after <= ${now}::timestamptz
    returning reserved_bytes`);
}
