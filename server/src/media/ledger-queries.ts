// What a merchant stores, and the lock on it. Whoever adds or takes away an item holds it first: such changes pass one
// after the other, and what is read under it stays true until the transaction ends.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MediaId, MerchantId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

type Usage = { readonly taken_bytes: number };

export async function lockUsage(db: Queryable, merchantId: MerchantId): Promise<Usage> {
  const lock = () =>
    db.row<Usage>(sql`
      select used_bytes + reserved_bytes as taken_bytes from storage_usage where merchant_id = ${merchantId} for update`);
  // An import that replaces the merchant replaces the row: whoever waited for the old one finds nothing, then the new one.
  const usage = (await lock()) ?? (await lock());
  if (usage === undefined) throw new Error('the merchant is no longer there');
  return usage;
}

export type UsageChange = { readonly usedBytes: number; readonly reservedBytes: number };

export function changeUsage(db: Queryable, merchantId: MerchantId, { usedBytes, reservedBytes }: UsageChange) {
  return db.run(sql`
    update storage_usage
    set used_bytes = used_bytes + ${usedBytes}::bigint, reserved_bytes = reserved_bytes + ${reservedBytes}::bigint
    where merchant_id = ${merchantId}`);
}

export type PendingDeletion = {
  readonly key: ObjectKey;
  readonly reservedBytes: number;
  // Of an upload in parts: what the store calls it.
  readonly uploadId?: string;
};

// To be deleted once no URL can write them any more. Returns what is reserved by those that were not scheduled before.
export async function scheduleDeletion(
  db: Queryable,
  merchantId: MerchantId,
  objects: readonly PendingDeletion[],
  deleteAfter: string,
): Promise<number> {
  if (objects.length === 0) return 0;
  const keys = objects.map(({ key }) => key);
  const reserved = objects.map(({ reservedBytes }) => reservedBytes);
  const uploadIds = objects.map(({ uploadId }) => uploadId ?? null);
  const added = await db.rows<{ reserved_bytes: number }>(sql`
    insert into pending_deletions (merchant_id, object_key, reserved_bytes, delete_after, store_upload_id)
    select ${merchantId}::uuid, key, bytes, ${deleteAfter}::timestamptz, upload_id
    from unnest(${keys}::text[], ${reserved}::bigint[], ${uploadIds}::text[]) as pending (key, bytes, upload_id)
    on conflict do nothing
    returning reserved_bytes`);
  return added.reduce((sum, { reserved_bytes }) => sum + reserved_bytes, 0);
}

// Schedules the deletion of the parts of these uploads, and of what is reserved for them. They go with the row that awaited
// them, because the id may be used again at once for another file.
export async function scheduleParts(
  db: Queryable,
  merchantId: MerchantId,
  mediaIds: readonly MediaId[],
  deleteAfter: string,
): Promise<void> {
  const parts = await db.rows<PendingDeletion>(sql`
    delete from upload_parts where merchant_id = ${merchantId} and media_id = any(${mediaIds}::uuid[])
    returning object_key as key, store_upload_id as "uploadId", reserved_bytes as "reservedBytes"`);
  await scheduleDeletion(db, merchantId, parts, deleteAfter);
}

// Of those that are scheduled already and have got another URL since.
export function postponeDeletion(
  db: Queryable,
  merchantId: MerchantId,
  keys: readonly ObjectKey[],
  deleteAfter: string,
) {
  return db.run(sql`
    update pending_deletions set delete_after = ${deleteAfter}::timestamptz
    where merchant_id = ${merchantId} and object_key = any(${keys}::text[])`);
}

export function findPendingDeletion(db: Queryable, merchantId: MerchantId, key: ObjectKey) {
  return db.row<{ delete_after: string }>(sql`
    select delete_after from pending_deletions where merchant_id = ${merchantId} and object_key = ${key}`);
}

// It is not deleted any more.
export function keepObject(db: Queryable, merchantId: MerchantId, key: ObjectKey) {
  return db.row<{ reserved_bytes: number; delete_after: string }>(sql`
    delete from pending_deletions where merchant_id = ${merchantId} and object_key = ${key}
    returning reserved_bytes, delete_after`);
}

type Range = { readonly before: string; readonly trashedAfter: string };

// What was moved into the trash a moment ago may come back, with its date.
export function selectNewest(db: Queryable, merchantId: MerchantId, { before, trashedAfter }: Range) {
  return db.row<{ created_at: string }>(sql`
    select created_at from (
      (select created_at from media
       where merchant_id = ${merchantId} and state = 'ready' and created_at < ${before}::timestamptz
       order by created_at desc
       limit 1)
      union all
      select created_at from media
      where merchant_id = ${merchantId} and state = 'trashed' and trashed_at > ${trashedAfter}::timestamptz
        and created_at < ${before}::timestamptz
    ) as dated
    order by created_at desc
    limit 1`);
}
