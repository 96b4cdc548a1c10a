// What brings a tag back to where it was.
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId, TagId } from '../ids.js';
import type { DeletedTag, Place, PlaceKind } from './deleted-queries.js';

export function findDeletedTag(db: Queryable, merchantId: MerchantId, tagId: TagId) {
  return db.row<DeletedTag>(sql`
    select id, name, merged_into as "mergedInto" from deleted_tags where merchant_id = ${merchantId} and id = ${tagId}`);
}

// After tags and what carries them, as who deletes one does. Nobody adds a place of it before the transaction ends.
export function lockDeletedTag(db: Queryable, merchantId: MerchantId, tagId: TagId) {
  return db.row<{ name: string }>(sql`
    select name from deleted_tags where merchant_id = ${merchantId} and id = ${tagId} for update`);
}

// Under its lock. Nothing when somebody, who is deleting it again, has added places.
export function removeRestored(db: Queryable, merchantId: MerchantId, tagId: TagId) {
  return db.row<{ name: string }>(sql`
    delete from deleted_tags
    where merchant_id = ${merchantId} and id = ${tagId} and not exists (
      select from deleted_tag_places as place where place.merchant_id = ${merchantId} and place.tag_id = ${tagId})
    returning name`);
}

export type Places = { readonly tagId: TagId; readonly kind: PlaceKind };

export function selectPlaceIds(
  db: Queryable,
  merchantId: MerchantId,
  { tagId, kind }: Places,
  { after, limit }: { readonly after: string; readonly limit: number },
) {
  return db.rows<{ id: string }>(sql`
    select id from deleted_tag_places
    where merchant_id = ${merchantId} and tag_id = ${tagId} and kind = ${kind} and id > ${after}::uuid
    order by id
    limit ${limit}`);
}

// Whoever takes a place fills it: of two at once, one.
export function takePlaces(db: Queryable, merchantId: MerchantId, { tagId, kind }: Places, ids: readonly string[]) {
  return db.rows<Place>(sql`
    delete from deleted_tag_places
    where merchant_id = ${merchantId} and tag_id = ${tagId} and kind = ${kind} and id = any(${ids}::uuid[])
    returning id, given_id as "givenId"`);
}

// Which of them carried another tag as well that was merged into the same one: they need that one still, and have it because
// of the other from now on. What is being deleted for good at this moment is passed over, so that transactions cannot deadlock.
export async function leaveToOthers(
  db: Queryable,
  merchantId: MerchantId,
  { tagId, kind }: Places,
  { ids, givenId }: { readonly ids: readonly string[]; readonly givenId: string },
): Promise<readonly string[]> {
  const others = await db.rows<{ id: string }>(sql`
    select id from deleted_tags
    where merchant_id = ${merchantId} and merged_into = ${givenId} and id <> ${tagId}`);
  if (others.length === 0) return [];
  const otherIds = others.map((other) => other.id);
  const places = await db.rows<{ id: string }>(sql`
    select id from deleted_tag_places
    where merchant_id = ${merchantId} and tag_id = any(${otherIds}::uuid[]) and kind = ${kind}
      and id = any(${ids}::uuid[])
    for update skip locked`);
  const needing = places.map(({ id }) => id);
  if (needing.length === 0) return [];
  await db.rows(sql`
    update deleted_tag_places set given_id = ${givenId}
    where merchant_id = ${merchantId} and tag_id = any(${otherIds}::uuid[]) and kind = ${kind}
      and id = any(${needing}::uuid[])`);
  return needing;
}

export type Carrier = { readonly id: string; readonly tagIds: readonly string[] };

// Where something lies that carries tags.
export type Shelf = {
  readonly kind: PlaceKind;
  // In the order of ids, as whoever locks several does.
  readonly lock: (db: Queryable, merchantId: MerchantId, ids: readonly string[]) => Promise<Carrier[]>;
  // Whether others are told of each.
  readonly update: (
    db: Queryable,
    merchantId: MerchantId,
    ids: readonly string[],
    given: { readonly tagIds: Statement; readonly at: string },
  ) => Promise<{ id: string; isTold: boolean }[]>;
};

// Behind those that it carries, or in the place of the one that it got instead.
export const tagsWith = (tagId: TagId, insteadOf: string | null): Statement =>
  insteadOf === null ? sql`tag_ids || ${tagId}::uuid` : sql`array_replace(tag_ids, ${insteadOf}::uuid, ${tagId}::uuid)`;

export const MEDIA: Shelf = {
  kind: 'media',
  lock: (db, merchantId, ids) =>
    db.rows<Carrier>(sql`
      select id, tag_ids as "tagIds" from media where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
      order by id
      for update`),
  update: (db, merchantId, ids, { tagIds }) =>
    db.rows(sql`
      update media set tag_ids = ${tagIds} where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
      returning id, state = 'ready' as "isTold"`),
};

// Whoever edits one has a list of tags that is not true any more.
export const CAMPAIGNS: Shelf = {
  kind: 'campaign',
  lock: (db, merchantId, ids) =>
    db.rows<Carrier>(sql`
      select lineage_id as id, tag_ids as "tagIds" from campaigns
      where merchant_id = ${merchantId} and lineage_id = any(${ids}::uuid[])
      order by lineage_id
      for update`),
  update: (db, merchantId, ids, { tagIds, at }) =>
    db.rows(sql`
      update campaigns set tag_ids = ${tagIds}, changed_at = ${at}, revision = revision + 1
      where merchant_id = ${merchantId} and lineage_id = any(${ids}::uuid[])
      returning lineage_id as id, not archived as "isTold"`),
};

export const DELETED_CAMPAIGNS: Shelf = {
  kind: 'campaign',
  lock: (db, merchantId, ids) =>
    db.rows<Carrier>(sql`
      select id, tag_ids as "tagIds" from deleted_content
      where merchant_id = ${merchantId} and kind = 'campaign' and id = any(${ids}::uuid[])
      order by id
      for update`),
  update: (db, merchantId, ids, { tagIds }) =>
    db.rows(sql`
      update deleted_content set tag_ids = ${tagIds}
      where merchant_id = ${merchantId} and kind = 'campaign' and id = any(${ids}::uuid[])
      returning id, false as "isTold"`),
};

export const SCREENS: Shelf = {
  kind: 'screen',
  lock: (db, merchantId, ids) =>
    db.rows<Carrier>(sql`
      select id, tag_ids as "tagIds" from screens where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
      order by id
      for update`),
  update: (db, merchantId, ids, { tagIds }) =>
    db.rows(sql`
      update screens set tag_ids = ${tagIds}, revision = revision + 1
      where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
      returning id, false as "isTold"`),
};
