import type { Queryable } from '../db/db.js';
import { matches } from '../db/search-pattern.js';
import { sql, type Statement } from '../db/sql.js';
import { textAt, type TextPlace } from '../db/text-place.js';
import type { MediaId, MerchantId } from '../ids.js';

export type TagTexts = [id: string, name: string, nameKey: string];

export type TagDictionaryRow = {
  // Null while the merchant never had a tag.
  readonly version: number | null;
  readonly tags: readonly { readonly id: string; readonly name: string; readonly key: string }[];
};

export function selectTagPage(
  db: Queryable,
  merchantId: MerchantId,
  search: readonly string[],
  after: TextPlace | undefined,
  limit: number,
): Promise<TagTexts[]> {
  return db.texts<TagTexts>(tagPage(merchantId, search, after, limit));
}

// One statement, so that the version is that of exactly these tags.
export async function selectTagDictionary(
  db: Queryable,
  merchantId: MerchantId,
): Promise<TagDictionaryRow | undefined> {
  return db.row<TagDictionaryRow>(sql`
    select (select version from tag_versions where merchant_id = ${merchantId}) as version,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'key', name_key) order by name_key, id), '[]')
       from tags where merchant_id = ${merchantId}) as tags`);
}

// Which dictionary is today's; null while the merchant never had a tag.
export async function selectTagVersion(db: Queryable, merchantId: MerchantId): Promise<number | null> {
  const [row] = await db.texts<[string]>(sql`select version from tag_versions where merchant_id = ${merchantId}`);
  return row === undefined ? null : Number(row[0]);
}

// Apart from selectTagPage, so that a test can explain it. A key belongs to one tag of a merchant, so that the order by
// name and then by id is the order by key.
export function tagPage(
  merchantId: MerchantId,
  search: readonly string[],
  after: TextPlace | undefined,
  limit: number,
): Statement {
  return sql`
    select id, name, name_key
    from tags
    where merchant_id = ${merchantId} and ${matches(search)} and ${after === undefined ? sql`true` : isAfter(merchantId, after)}
    order by name_key
    limit ${limit}`;
}

export const isAfter = (merchantId: MerchantId, after: TextPlace): Statement =>
  sql`name_key > ${textAt(after, sql`name_key`, sql`tags where merchant_id = ${merchantId}`)}`;

// Held until the transaction ends, so that two calls on one item count after each other.
export function lockTaggedMedia(db: Queryable, merchantId: MerchantId, mediaId: MediaId) {
  return db.row<{ name: string; tag_ids: string[] }>(sql`
    select name, tag_ids from media where merchant_id = ${merchantId} and id = ${mediaId} and state = 'ready' for update`);
}

export type NewTag = {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly searchText: string;
};

export function insertMissingTags(db: Queryable, merchantId: MerchantId, tags: readonly NewTag[]) {
  return db.rows<{ id: string }>(sql`
    insert into tags (merchant_id, id, name, name_key, search_text)
    select ${merchantId}::uuid, id, name, name_key, search_text
    from unnest(${tags.map(({ id }) => id)}::uuid[], ${tags.map(({ name }) => name)}::text[],
        ${tags.map(({ key }) => key)}::text[], ${tags.map(({ searchText }) => searchText)}::text[])
      as wanted (id, name, name_key, search_text)
    on conflict do nothing
    returning id`);
}

// Held until the transaction ends: whoever deletes one waits, and then takes it off this item too.
export function selectTagsByKey(db: Queryable, merchantId: MerchantId, keys: readonly string[]) {
  return db.rows<{ id: string; name: string }>(sql`
    select id, name from tags
    where merchant_id = ${merchantId} and name_key = any(${keys})
    order by name_key, id
    for key share`);
}

export function selectTagsById(db: Queryable, merchantId: MerchantId, tagIds: readonly string[]) {
  return db.rows<{ id: string; name: string }>(sql`
    select id, name from tags where merchant_id = ${merchantId} and id = any(${tagIds}::uuid[]) order by name_key, id`);
}

export function updateTagIds(db: Queryable, merchantId: MerchantId, mediaId: MediaId, tagIds: readonly string[]) {
  return db.run(sql`
    update media set tag_ids = ${tagIds}::uuid[] where merchant_id = ${merchantId} and id = ${mediaId}`);
}

export function selectTagNames(db: Queryable, merchantId: MerchantId, tagIds: readonly string[]) {
  return db.rows<{ name: string }>(sql`
    select name from tags where merchant_id = ${merchantId} and id = any(${tagIds}::uuid[]) order by name_key, id`);
}
