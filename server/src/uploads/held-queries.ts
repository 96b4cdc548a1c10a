// Room that is kept for what is not in the library.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MediaId, MerchantId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

type HeldUploadRow = {
  readonly id: MediaId;
  readonly name: string;
  readonly reserved_bytes: number;
  readonly ticketed_at: string;
};

export function selectHeldUploads(db: Queryable, merchantId: MerchantId, limit: number) {
  return db.rows<HeldUploadRow>(sql`
    select id, name, media.reserved_bytes + coalesce(parts.reserved_bytes, 0) as reserved_bytes, ticketed_at
    from media left join upload_parts as parts on parts.merchant_id = media.merchant_id and parts.media_id = media.id
    where media.merchant_id = ${merchantId} and state = 'awaiting'
    order by ticketed_at desc, id
    limit ${limit}`);
}

export function sumPending(db: Queryable, merchantId: MerchantId) {
  return db.row<{ bytes: number; until: string | null }>(sql`
    select coalesce(sum(reserved_bytes), 0)::bigint as bytes, max(delete_after) as until from pending_deletions
    where merchant_id = ${merchantId} and reserved_bytes > 0`);
}

// But for the places of an item that waits for its bytes: those are still sent.
export function selectPendingWithRoom(db: Queryable, merchantId: MerchantId) {
  return db.rows<{ object_key: ObjectKey }>(sql`
    select object_key from pending_deletions as pending
    where merchant_id = ${merchantId} and reserved_bytes > 0 and not exists (
      select from media where media.merchant_id = ${merchantId} and media.ticketed_at is not null
        and pending.object_key in ('staging/' || media.object_key, 'staging/' || media.thumbnail_key))
    order by object_key`);
}

export function selectReserved(db: Queryable, merchantId: MerchantId, keys: readonly ObjectKey[]) {
  return db.rows<{ reserved_bytes: number }>(sql`
    select reserved_bytes from pending_deletions
    where merchant_id = ${merchantId} and object_key = any(${keys}::text[])`);
}

export function releasePending(db: Queryable, merchantId: MerchantId, keys: readonly ObjectKey[], deleteAfter: string) {
  return db.rows(sql`
    update pending_deletions
    set reserved_bytes = 0, delete_after = least(delete_after, ${deleteAfter}::timestamptz)
    where merchant_id = ${merchantId} and object_key = any(${keys}::text[])`);
}
