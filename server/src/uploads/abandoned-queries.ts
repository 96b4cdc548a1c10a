import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

export function doomAbandoned(db: Queryable, merchantId: MerchantId, cutoff: string, now: string) {
  return db.rows(sql`
    with abandoned as (
      delete from media where merchant_id = ${merchantId} and state = 'awaiting' and ticketed_at < ${cutoff}::timestamptz
      returning object_key, thumbnail_key, reserved_bytes
    )
    insert into doomed_objects (merchant_id, object_key, reserved_bytes, delete_after)
    select ${merchantId}::uuid, object_key, reserved_bytes, ${now}::timestamptz from abandoned
    union all
    select ${merchantId}::uuid, thumbnail_key, 0, ${now}::timestamptz from abandoned where thumbnail_key is not null
    on conflict do nothing`);
}

export function selectDoomed(db: Queryable, merchantId: MerchantId, now: string) {
  return db.rows<{ object_key: ObjectKey }>(sql`
    select object_key from doomed_objects
    where merchant_id = ${merchantId} and delete_after <= ${now}::timestamptz
    order by object_key`);
}

export function forgetDoomed(db: Queryable, merchantId: MerchantId, key: ObjectKey) {
  return db.rows(sql`
    with gone as (
      delete from doomed_objects where merchant_id = ${merchantId} and object_key = ${key} returning reserved_bytes
    )
    update storage_usage set reserved_bytes = storage_usage.reserved_bytes - gone.reserved_bytes
    from gone where storage_usage.merchant_id = ${merchantId}`);
}
