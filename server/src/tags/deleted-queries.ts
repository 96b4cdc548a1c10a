// Tags in the trash, and where each of them was.
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
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

// That is there as well is being deleted, merged or brought back, or was until somebody was cut off: who goes on needs its
// places.
const isUnderWay = (merchantId: MerchantId): Statement => sql`
  exists (select from tags where tags.merchant_id = ${merchantId} and tags.id = deleted_tags.id)`;

// Some at a time, those first that have been there longest. Locked before they go, and asked once more then, because who
// brings one back has its row from when the tag is there; that one is passed over, so that transactions cannot deadlock.
export function lockDeletedTagsBefore(db: Queryable, merchantId: MerchantId, before: string, limit: number) {
  return db.rows<{ id: TagId }>(sql`
    select id from deleted_tags
    where merchant_id = ${merchantId} and trashed_at < ${before}::timestamptz and not ${isUnderWay(merchantId)}
    order by trashed_at, id
    limit ${limit}
    for update skip locked`);
}

// Under their locks. Their places go with them.
export function removeDeletedTags(db: Queryable, merchantId: MerchantId, ids: readonly TagId[]) {
  return db.rows<{ name: string }>(sql`
    delete from deleted_tags
    where merchant_id = ${merchantId} and id = any(${ids}::uuid[]) and not ${isUnderWay(merchantId)}
    returning name`);
}

export function findDeletedTagBefore(db: Queryable, merchantId: MerchantId, before: string) {
  return db.row(sql`
    select from deleted_tags
    where merchant_id = ${merchantId} and trashed_at < ${before}::timestamptz and not ${isUnderWay(merchantId)}
    limit 1`);
}
