// Playlists and campaigns in the trash. Media that are there keep their rows (media/trash-queries.ts).
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { LineageId, MerchantId } from '../ids.js';

export type DeletedKind = 'playlist' | 'campaign';

export type DeletedPlaylist = {
  readonly shared: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revision: number;
  // Those of media in the trash too.
  readonly items: readonly {
    readonly position: number;
    readonly mediaId: string;
    readonly ownSeconds: number | null;
  }[];
  // Where versions that are worked on named it.
  readonly gaps: readonly DraftGap[];
};

export type DraftGap = {
  readonly lineageId: string;
  readonly version: number;
  readonly landscape: boolean;
  readonly portrait: boolean;
};

export type DeletedCampaign = {
  readonly archived: boolean;
  readonly changedAt: string;
  readonly revision: number;
  readonly versions: readonly DeletedVersion[];
};

export type DeletedVersion = {
  readonly version: number;
  readonly flightStart: string | null;
  readonly flightEnd: string | null;
  readonly landscapePlaylistId: string | null;
  readonly portraitPlaylistId: string | null;
};

type Content = { readonly playlist: DeletedPlaylist; readonly campaign: DeletedCampaign };

export type Deleted<Kind extends DeletedKind> = {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  readonly tagIds?: readonly string[];
  readonly content: Content[Kind];
};

// Whatever was deleted under the same id before gives way.
export function insertDeleted<Kind extends DeletedKind>(
  db: Queryable,
  merchantId: MerchantId,
  { kind, id, name, tagIds = [], content }: Deleted<Kind>,
  at: string,
) {
  return db.rows(sql`
    insert into deleted_content (merchant_id, kind, id, name, tag_ids, content, trashed_at)
    values (${merchantId}, ${kind}, ${id}, ${name}, ${tagIds}::uuid[], ${JSON.stringify(content)}::json, ${at})
    on conflict (merchant_id, kind, id) do update
    set name = excluded.name, tag_ids = excluded.tag_ids, content = excluded.content, trashed_at = excluded.trashed_at`);
}

// Before any other lock: who merges tags or deletes for good waits, or has been before.
export function lockDeleted<Kind extends DeletedKind>(db: Queryable, merchantId: MerchantId, kind: Kind, id: string) {
  return db.row<{ name: string; tagIds: readonly string[]; content: Content[Kind] }>(sql`
    select name, tag_ids as "tagIds", content from deleted_content
    where merchant_id = ${merchantId} and kind = ${kind} and id = ${id}
    for update`);
}

// Those that left a gap in a version of the campaign. Before any other lock too.
export function lockPlaylistsWithGaps(db: Queryable, merchantId: MerchantId, lineageId: LineageId) {
  const gap = JSON.stringify({ gaps: [{ lineageId }] });
  return db.rows<{ id: string; content: DeletedPlaylist }>(sql`
    select id, content from deleted_content
    where merchant_id = ${merchantId} and kind = 'playlist' and content::jsonb @> ${gap}::jsonb
    order by id
    for update`);
}

export function updateDeletedPlaylist(db: Queryable, merchantId: MerchantId, id: string, content: DeletedPlaylist) {
  return db.rows(sql`
    update deleted_content set content = ${JSON.stringify(content)}::json
    where merchant_id = ${merchantId} and kind = 'playlist' and id = ${id}`);
}

export function selectDeletedAmong(db: Queryable, merchantId: MerchantId, ids: readonly string[]) {
  return db.rows<{ kind: DeletedKind; id: string }>(sql`
    select kind, id from deleted_content where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    order by kind desc, id`);
}

export function removeDeleted(db: Queryable, merchantId: MerchantId, kind: DeletedKind, id: string) {
  return db.rows(sql`
    delete from deleted_content where merchant_id = ${merchantId} and kind = ${kind} and id = ${id}`);
}

export function removeDeletedById(db: Queryable, merchantId: MerchantId, id: string) {
  return db.rows<{ kind: DeletedKind; name: string }>(sql`
    delete from deleted_content where merchant_id = ${merchantId} and id = ${id} returning kind, name`);
}

export function removeDeletedBefore(db: Queryable, merchantId: MerchantId, before: string) {
  return db.rows<{ id: string }>(sql`
    delete from deleted_content where merchant_id = ${merchantId} and trashed_at < ${before}::timestamptz returning id`);
}

export function findDeletedBefore(db: Queryable, merchantId: MerchantId, before: string) {
  return db.row(sql`
    select from deleted_content where merchant_id = ${merchantId} and trashed_at < ${before}::timestamptz limit 1`);
}
