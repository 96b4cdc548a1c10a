// Files that come in parts.
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { MediaId, MerchantId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

type NewParts = {
  readonly objectKey: ObjectKey;
  readonly uploadId: string;
  readonly partBytes: number;
  // 32 bytes a part.
  readonly sha256: Buffer;
  readonly reservedBytes: number;
};

export function insertParts(db: Queryable, merchantId: MerchantId, mediaId: MediaId, parts: NewParts) {
  return db.rows(sql`
    insert into upload_parts (merchant_id, media_id, object_key, store_upload_id, part_bytes, part_sha256, reserved_bytes)
    values (${merchantId}, ${mediaId}, ${parts.objectKey}, ${parts.uploadId}, ${parts.partBytes}, ${parts.sha256},
      ${parts.reservedBytes})`);
}

type NamedParts = { readonly object_key: ObjectKey; readonly store_upload_id: string };
type GivenUpParts = NamedParts & { readonly reserved_bytes: number };

// Only those of the key: the file may have been divided anew meanwhile.
export function deleteParts(db: Queryable, merchantId: MerchantId, mediaId: MediaId, key: ObjectKey) {
  return db.row<GivenUpParts>(sql`
    delete from upload_parts where merchant_id = ${merchantId} and media_id = ${mediaId} and object_key = ${key}
    returning object_key, store_upload_id, reserved_bytes`);
}

export function markChecked(db: Queryable, merchantId: MerchantId, mediaId: MediaId, key: ObjectKey) {
  return db.rows(sql`
    update upload_parts set checked = true
    where merchant_id = ${merchantId} and media_id = ${mediaId} and object_key = ${key}`);
}

export function selectQuota(db: Queryable, merchantId: MerchantId) {
  return db.row<{ bytes: number }>(sql`select storage_quota_bytes as bytes from merchants where id = ${merchantId}`);
}

export function noteTicketOf(db: Queryable, merchantId: MerchantId, mediaId: MediaId, ticketedAt: string) {
  return db.rows(sql`
    update media set ticketed_at = ${ticketedAt}
    where merchant_id = ${merchantId} and id = ${mediaId} and ticketed_at is not null`);
}

// The parts of the upload with that key, or the upload or item with that file, in the trash too.
export function findNaming(db: Queryable, merchantId: MerchantId, mediaId: MediaId, key: ObjectKey) {
  return db.row(sql`
    select from upload_parts where merchant_id = ${merchantId} and media_id = ${mediaId} and object_key = ${key}
    union all
    select from media where merchant_id = ${merchantId} and id = ${mediaId} and object_key = ${key}`);
}

// Nobody waits for them any more: their upload was dropped, finished another way, or left alone for a day.
const orphaned = (merchantId: MerchantId, cutoff: string): Statement => sql`upload_parts as parts
    where merchant_id = ${merchantId} and not exists (
      select from media where media.merchant_id = ${merchantId} and media.id = parts.media_id
        and media.ticketed_at >= ${cutoff}::timestamptz)`;

export function findOrphanedParts(db: Queryable, merchantId: MerchantId, cutoff: string) {
  return db.row(sql`
    select from ${orphaned(merchantId, cutoff)} limit 1`);
}

export function deleteOrphanedParts(db: Queryable, merchantId: MerchantId, cutoff: string) {
  return db.rows<GivenUpParts>(sql`
    delete from ${orphaned(merchantId, cutoff)}
    returning object_key, store_upload_id, reserved_bytes`);
}

export function selectPartedNames(db: Queryable, merchantId: MerchantId) {
  return db.rows<NamedParts>(sql`
    select object_key, store_upload_id from upload_parts where merchant_id = ${merchantId}`);
}
