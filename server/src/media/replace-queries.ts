// What putting one item in the places of another reads and writes.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MediaId, MerchantId } from '../ids.js';

export type ReplaceableRow = {
  readonly id: MediaId;
  readonly name: string;
  readonly description: string | null;
  readonly tag_ids: readonly string[];
};

// In the order of ids, as whoever locks several does.
export function lockReplaceable(db: Queryable, merchantId: MerchantId, mediaIds: readonly MediaId[]) {
  return db.rows<ReplaceableRow>(sql`
    select id, name, description, tag_ids from media
    where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[]) and state = 'ready'
    order by id
    for update`);
}

// Each place keeps its own play time.
export function movePlaces(db: Queryable, merchantId: MerchantId, from: MediaId, to: MediaId) {
  return db.rows(sql`
    update playlist_items set media_id = ${to} where merchant_id = ${merchantId} and media_id = ${from}`);
}

type Inherited = {
  readonly description: string | null;
  readonly searchText: string;
  readonly tagIds: readonly string[];
};

export function updateInherited(
  db: Queryable,
  merchantId: MerchantId,
  mediaId: MediaId,
  { description, searchText, tagIds }: Inherited,
) {
  return db.rows(sql`
    update media
    set description = ${description}, search_text = ${searchText}, tag_ids = ${tagIds}::uuid[], revision = revision + 1
    where merchant_id = ${merchantId} and id = ${mediaId}`);
}
