// Tags in the trash, and where each of them was.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId, TagId } from '../ids.js';

export const PLACE_KINDS = ['media', 'campaign', 'screen'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

// What carried a tag, and which one it got instead and did not carry before.
export type Place = { readonly id: string; readonly givenId: string | null };

export type DeletedTag = { readonly id: string; readonly name: string; readonly mergedInto: string | null };

// Goes before its places. A tag that was brought back, not to its end, and is deleted again keeps those that it has.
export function insertDeletedTag(
  db: Queryable,
  merchantId: MerchantId,
  { id, name, mergedInto }: DeletedTag,
  at: string,
) {
  return db.rows(sql`
    insert into deleted_tags (merchant_id, id, name, merged_into, trashed_at)
    values (${merchantId}, ${id}, ${name}, ${mergedInto}, ${at})
    on conflict (merchant_id, id) do update
    set name = excluded.name, merged_into = excluded.merged_into, trashed_at = excluded.trashed_at`);
}

export async function insertPlaces(
  db: Queryable,
  merchantId: MerchantId,
  { tagId, kind }: { readonly tagId: string; readonly kind: PlaceKind },
  places: readonly Place[],
): Promise<void> {
  if (places.length === 0) return;
  await db.rows(sql`
    insert into deleted_tag_places (merchant_id, tag_id, kind, id, given_id)
    select ${merchantId}::uuid, ${tagId}::uuid, ${kind}, id, given_id
    from unnest(${places.map(({ id }) => id)}::uuid[], ${places.map(({ givenId }) => givenId)}::uuid[])
      as place (id, given_id)
    on conflict do nothing`);
}

// Those first that went last: what was merged into a tag that was merged in its turn comes back after it.
export function selectDeletedTagsAmong(db: Queryable, merchantId: MerchantId, ids: readonly string[]) {
  return db.rows<{ id: TagId }>(sql`
    select id from deleted_tags where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    order by trashed_at desc, id`);
}

// Its places go with it.
export function removeDeletedTag(db: Queryable, merchantId: MerchantId, id: string) {
  return db.row<{ name: string }>(sql`
    delete from deleted_tags where merchant_id = ${merchantId} and id = ${id} returning name`);
}

// Some at a time, those first that have been there longest.
export function removeDeletedTagsBefore(db: Queryable, merchantId: MerchantId, before: string, limit: number) {
  return db.rows<{ id: string }>(sql`
    delete from deleted_tags
    where merchant_id = ${merchantId} and id in (
      select old.id from deleted_tags as old
      where old.merchant_id = ${merchantId} and old.trashed_at < ${before}::timestamptz
      order by old.trashed_at, old.id
      limit ${limit})
    returning id`);
}

export function findDeletedTagBefore(db: Queryable, merchantId: MerchantId, before: string) {
  return db.row(sql`
    select from deleted_tags where merchant_id = ${merchantId} and trashed_at < ${before}::timestamptz limit 1`);
}
