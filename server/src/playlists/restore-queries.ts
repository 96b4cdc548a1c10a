// What a playlist takes with it into the trash, and what brings it back.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { DeletedPlaylist, DraftGap } from '../deleted/queries.js';
import { searchText } from '../fold.js';
import type { MerchantId, PlaylistId } from '../ids.js';
import { isDraft } from './write-queries.js';

type Item = DeletedPlaylist['items'][number];

// Those too whose media are in the trash.
export function selectAllItems(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId) {
  return db.rows<Item>(sql`
    select position, media_id as "mediaId", duration_seconds as "ownSeconds" from playlist_items
    where merchant_id = ${merchantId} and playlist_id = ${playlistId}
    order by position`);
}

// Where clearFromDrafts will leave them.
export function selectDraftGaps(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId) {
  return db.rows<DraftGap>(sql`
    select draft.lineage_id as "lineageId", draft.version,
      draft.landscape_playlist_id is not distinct from ${playlistId}::uuid as landscape,
      draft.portrait_playlist_id is not distinct from ${playlistId}::uuid as portrait
    from campaign_versions as draft
    where draft.merchant_id = ${merchantId}
      and (draft.landscape_playlist_id = ${playlistId} or draft.portrait_playlist_id = ${playlistId})
      and ${isDraft(merchantId)}
    order by draft.lineage_id`);
}

// Ready or in the trash: a place of either is kept.
export function lockMediaThere(db: Queryable, merchantId: MerchantId, mediaIds: readonly string[]) {
  return db.rows<{ id: string }>(sql`
    select id from media
    where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[]) and state in ('ready', 'trashed')
    order by id
    for key share`);
}

type Restored = Pick<DeletedPlaylist, 'shared' | 'createdAt' | 'updatedAt' | 'revision'> & {
  readonly id: PlaylistId;
  readonly name: string;
};

// With the dates that it had: what it plays is what it was. Nothing when the id is taken.
export function insertRestored(db: Queryable, merchantId: MerchantId, playlist: Restored) {
  const { id, name, shared, createdAt, updatedAt, revision } = playlist;
  return db.row<{ id: string }>(sql`
    insert into playlists (merchant_id, id, name, search_text, shared, created_at, updated_at, revision)
    values (${merchantId}, ${id}, ${name}, ${searchText(name)}, ${shared}, ${createdAt}, ${updatedAt}, ${revision + 1})
    on conflict do nothing
    returning id`);
}

export function insertItemsAt(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId, items: readonly Item[]) {
  return db.rows(sql`
    insert into playlist_items (merchant_id, playlist_id, position, media_id, duration_seconds)
    select ${merchantId}::uuid, ${playlistId}::uuid, position, media_id, own_seconds
    from unnest(${items.map(({ position }) => position)}::integer[], ${items.map(({ mediaId }) => mediaId)}::uuid[],
                ${items.map(({ ownSeconds }) => ownSeconds)}::double precision[])
      as item (position, media_id, own_seconds)`);
}

export function lockCampaigns(db: Queryable, merchantId: MerchantId, lineageIds: readonly string[]) {
  return db.rows(sql`
    select from campaigns where merchant_id = ${merchantId} and lineage_id = any(${lineageIds}::uuid[])
    order by lineage_id
    for update`);
}

// Only where nobody has chosen another since, in a version that is still worked on.
export function fillGap(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId, gap: DraftGap) {
  return db.row<{ lineageId: string }>(sql`
    update campaign_versions as draft
    set landscape_playlist_id = case when ${gap.landscape}::boolean
          then coalesce(draft.landscape_playlist_id, ${playlistId}::uuid) else draft.landscape_playlist_id end,
        portrait_playlist_id = case when ${gap.portrait}::boolean
          then coalesce(draft.portrait_playlist_id, ${playlistId}::uuid) else draft.portrait_playlist_id end
    where draft.merchant_id = ${merchantId} and draft.lineage_id = ${gap.lineageId} and draft.version = ${gap.version}
      and ((${gap.landscape}::boolean and draft.landscape_playlist_id is null)
        or (${gap.portrait}::boolean and draft.portrait_playlist_id is null))
      and ${isDraft(merchantId)}
    returning draft.lineage_id as "lineageId"`);
}

export function selectPlaylistIdsAmong(db: Queryable, merchantId: MerchantId, ids: readonly string[]) {
  return db.rows<{ id: string }>(sql`
    select id from playlists where merchant_id = ${merchantId} and id = any(${ids}::uuid[]) order by id`);
}
