// What renaming, merging and deleting tags reads and writes.
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId, TagId } from '../ids.js';

// A tag that goes, and the one that comes in its place, if any.
export type TakenTag = { readonly tagId: TagId; readonly into: TagId | null };

// Whoever gives one of these tags to something has to wait. In the order of names, as whoever gives several holds them.
export function lockTags(db: Queryable, merchantId: MerchantId, tagIds: readonly TagId[]) {
  return db.rows<{ id: string; name: string }>(sql`
    select id, name from tags where merchant_id = ${merchantId} and id = any(${tagIds}::uuid[])
    order by name_key, id
    for update`);
}

type RenamedTag = { readonly name: string; readonly key: string; readonly searchText: string };

export function findOtherByKey(db: Queryable, merchantId: MerchantId, tagId: TagId, key: string) {
  return db.row<{ id: string; name: string }>(sql`
    select id, name from tags where merchant_id = ${merchantId} and name_key = ${key} and id <> ${tagId}`);
}

export function updateTagName(
  db: Queryable,
  merchantId: MerchantId,
  tagId: TagId,
  { name, key, searchText }: RenamedTag,
) {
  return db.rows(sql`
    update tags set name = ${name}, name_key = ${key}, search_text = ${searchText}
    where merchant_id = ${merchantId} and id = ${tagId}`);
}

export function deleteTagRow(db: Queryable, merchantId: MerchantId, tagId: TagId) {
  return db.rows(sql`delete from tags where merchant_id = ${merchantId} and id = ${tagId}`);
}

// Something that carries the tag, and whether it carries the one that comes in its place.
export type Tagged = { readonly id: string; readonly hasOther: boolean };

// In the order of ids, as whoever locks several does; what is in the trash too. By `nowait` it fails instead of waiting.
export function lockMediaWith(
  db: Queryable,
  merchantId: MerchantId,
  { tagId, into }: TakenTag,
  wait: 'wait' | 'nowait',
) {
  return db.rows<Tagged>(sql`
    select id, ${hasTag(into)} as "hasOther" from media
    where merchant_id = ${merchantId} and tag_ids @> array[${tagId}::uuid]
    order by id
    for update ${wait === 'nowait' ? sql`nowait` : sql``}`);
}

// Everything that carries it. Nothing is waited for: what somebody else has locked is an error.
export async function lockTagged(db: Queryable, merchantId: MerchantId, taken: TakenTag) {
  const { tagId, into } = taken;
  const media = await lockMediaWith(db, merchantId, taken, 'nowait');
  const campaigns = await db.rows<Tagged>(sql`
    select lineage_id as id, ${hasTag(into)} as "hasOther" from campaigns
    where merchant_id = ${merchantId} and tag_ids @> array[${tagId}::uuid]
    order by lineage_id
    for update nowait`);
  const deletedCampaigns = await db.rows<Tagged>(sql`
    select id, ${hasTag(into)} as "hasOther" from deleted_content
    where merchant_id = ${merchantId} and tag_ids @> array[${tagId}::uuid]
    order by kind, id
    for update nowait`);
  const screens = await db.rows<Tagged>(sql`
    select id, ${hasTag(into)} as "hasOther" from screens
    where merchant_id = ${merchantId} and tag_ids @> array[${tagId}::uuid]
    order by id
    for update nowait`);
  return { media, campaigns: [...campaigns, ...deletedCampaigns], screens };
}

// Some that carry it, behind an id and in the order of ids.
export function lockSomeTagged(
  db: Queryable,
  merchantId: MerchantId,
  { tagId, into }: TakenTag,
  { after, limit }: { readonly after: string; readonly limit: number },
) {
  return db.rows<Tagged>(sql`
    select id, ${hasTag(into)} as "hasOther" from media
    where merchant_id = ${merchantId} and id > ${after}::uuid and tag_ids @> array[${tagId}::uuid]
    order by id
    limit ${limit}
    for update`);
}

// None is carried by nobody.
const hasTag = (tagId: TagId | null): Statement => sql`tag_ids @> array[${tagId}::uuid]`;

// Nobody deletes them before the transaction ends.
export function holdTags(db: Queryable, merchantId: MerchantId, tagIds: readonly TagId[]) {
  return db.rows<{ id: string; name: string }>(sql`
    select id, name from tags where merchant_id = ${merchantId} and id = any(${tagIds}::uuid[])
    order by name_key, id
    for key share`);
}

export function replaceSome(
  db: Queryable,
  merchantId: MerchantId,
  { tagId, into }: TakenTag,
  mediaIds: readonly string[],
) {
  return db.rows<{ id: string; state: string }>(sql`
    update media set tag_ids = ${replacedTags(tagId, into)}
    where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[])
    returning id, state`);
}

// Without the tag, or with the other one in its place, once. A campaign counts as changed: whoever edits it has a list of
// tags that is not true any more. Returns both.
export async function replaceTagged(
  db: Queryable,
  merchantId: MerchantId,
  { tagId, into, at }: TakenTag & { readonly at: string },
) {
  const tags = replacedTags(tagId, into);
  const media = await db.rows<{ id: string; state: string }>(sql`
    update media set tag_ids = ${tags}
    where merchant_id = ${merchantId} and tag_ids @> array[${tagId}::uuid]
    returning id, state`);
  const campaigns = await db.rows<{ id: string; archived: boolean }>(sql`
    update campaigns set tag_ids = ${tags}, changed_at = ${at}, revision = revision + 1
    where merchant_id = ${merchantId} and tag_ids @> array[${tagId}::uuid]
    returning lineage_id as id, archived`);
  await db.rows(sql`
    update deleted_content set tag_ids = ${tags}
    where merchant_id = ${merchantId} and tag_ids @> array[${tagId}::uuid]`);
  await db.rows(sql`
    update screens set tag_ids = ${tags}, revision = revision + 1
    where merchant_id = ${merchantId} and tag_ids @> array[${tagId}::uuid]`);
  return { media, campaigns };
}

const replacedTags = (tagId: TagId, into: TagId | null): Statement => sql`
  case when ${into}::uuid is null or tag_ids @> array[${into}::uuid] then array_remove(tag_ids, ${tagId}::uuid)
    else array_replace(tag_ids, ${tagId}::uuid, ${into}::uuid) end`;
