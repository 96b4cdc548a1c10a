// What is in the trash, and what takes it out for good.
import type { Queryable } from '../db/db.js';
import { matches, searchPattern } from '../db/search-pattern.js';
import { sql } from '../db/sql.js';
import type { DeletedKind } from '../deleted/queries.js';
import type { MediaId, MerchantId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

export type TrashRow = {
  readonly kind: 'media' | 'tag' | DeletedKind;
  readonly id: string;
  readonly name: string;
  readonly type: 'image' | 'video' | 'web' | null;
  readonly merged_into: string | null;
  readonly thumbnail_key: ObjectKey | null;
  readonly bytes: number;
  readonly trashed_at: string;
};

type TrashCursor = { readonly trashedAt: string; readonly id: string };

const NEWEST: TrashCursor = { trashedAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

type TrashSearch = {
  readonly words: readonly string[];
  readonly after: TrashCursor | undefined;
  readonly limit: number;
};

// What has no column to search by is little, and is folded when somebody asks.
export function selectTrashPage(
  db: Queryable,
  merchantId: MerchantId,
  { words, after = NEWEST, limit }: TrashSearch,
): Promise<TrashRow[]> {
  const isNamed = sql`without_accents(lower(normalize(name, NFKC))) like all(${words.map(searchPattern)}::text[])`;
  const isAfter = sql`(trashed_at, id) < (${after.trashedAt}::timestamptz, ${after.id}::uuid)`;
  return db.rows<TrashRow>(sql`
    select * from ((select 'media' as kind, id, name, type, null as merged_into, thumbnail_key,
       coalesce(size_bytes, 0) + coalesce(thumbnail_size_bytes, 0) as bytes, trashed_at
     from media
     where merchant_id = ${merchantId} and state = 'trashed' and ${matches(words)} and ${isAfter}
     order by trashed_at desc, id desc
     limit ${limit})
    union all
    (select kind, id, name, null, null, null, 0, trashed_at
     from deleted_content
     where merchant_id = ${merchantId} and ${isNamed} and ${isAfter}
     order by trashed_at desc, id desc
     limit ${limit})
    union all
    (select 'tag', id, name, null,
       (select other.name from tags as other where other.merchant_id = ${merchantId} and other.id = merged_into), null, 0,
       trashed_at
     from deleted_tags
     where merchant_id = ${merchantId} and ${isNamed} and ${isAfter}
     order by trashed_at desc, id desc
     limit ${limit})) as trashed
    order by trashed_at desc, id desc
    limit ${limit}`);
}

export type PurgedRow = {
  readonly id: MediaId;
  readonly name: string;
  readonly created_at: string;
  readonly object_key: ObjectKey | null;
  readonly size_bytes: number | null;
  readonly thumbnail_key: ObjectKey | null;
  readonly thumbnail_size_bytes: number | null;
  // It was imported without its bytes, and an upload of them is under way.
  readonly ticketed_at: string | null;
};

const purged = sql`id, name, created_at, object_key, size_bytes, thumbnail_key, thumbnail_size_bytes, ticketed_at`;

// Its places in playlists go with it.
export function deleteTrashed(db: Queryable, merchantId: MerchantId, mediaId: MediaId) {
  return db.row<PurgedRow>(sql`
    delete from media where merchant_id = ${merchantId} and id = ${mediaId} and state = 'trashed'
    returning ${purged}`);
}

// Some at a time, those first that have been there longest.
export function deleteTrashedBefore(db: Queryable, merchantId: MerchantId, before: string, limit: number) {
  return db.rows<PurgedRow>(sql`
    delete from media
    where merchant_id = ${merchantId} and state = 'trashed' and id in (
      select old.id from media as old
      where old.merchant_id = ${merchantId} and old.state = 'trashed' and old.trashed_at < ${before}::timestamptz
      order by old.trashed_at, old.id
      limit ${limit})
    returning ${purged}`);
}

export function findTrashedBefore(db: Queryable, merchantId: MerchantId, before: string) {
  return db.row(sql`
    select from media where merchant_id = ${merchantId} and state = 'trashed' and trashed_at < ${before}::timestamptz
    limit 1`);
}
