// What only the console reads and writes of playlists.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId, PlaylistId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';
import type { PlaylistRow } from './queries.js';

export type PlayedMediaRow = {
  readonly name: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly media_seconds: number | null;
  readonly object_key: ObjectKey | null;
  readonly thumbnail_key: ObjectKey | null;
  readonly page_url: string | null;
};

export type ConsoleItemRow = PlayedMediaRow & {
  readonly media_id: string;
  readonly type: 'image' | 'video' | 'web';
  readonly own_seconds: number | null;
  readonly duration_seconds: number;
};

export type ConsolePlaylistRow = PlaylistRow & { readonly shared: boolean; readonly revision: number };

export type SummaryRow = {
  readonly id: string;
  readonly shared: boolean;
  readonly revision: number;
  readonly item_count: number;
  readonly microseconds: number;
  readonly cover_keys: readonly ObjectKey[];
};

export function selectConsolePlaylist(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId) {
  return db.row<ConsolePlaylistRow>(sql`
    select id, name, shared, revision, created_at, updated_at
    from playlists
    where merchant_id = ${merchantId} and id = ${playlistId}`);
}

// Held until the transaction ends, so that of two changes at once the second sees the first.
export function lockPlaylist(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId) {
  return db.row<ConsolePlaylistRow>(sql`
    select id, name, shared, revision, created_at, updated_at
    from playlists
    where merchant_id = ${merchantId} and id = ${playlistId}
    for update`);
}

export function selectConsoleItems(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId) {
  return db.rows<ConsoleItemRow>(sql`
    select item.media_id, media.type, item.duration_seconds as own_seconds,
      coalesce(item.duration_seconds, media.duration_seconds, (
        select default_item_seconds from merchants where merchants.id = ${merchantId})) as duration_seconds,
      media.name, media.width, media.height, media.duration_seconds as media_seconds,
      media.object_key, media.thumbnail_key, media.page_url
    from playlist_items as item
    join media on media.merchant_id = item.merchant_id and media.id = item.media_id
    where item.merchant_id = ${merchantId} and item.playlist_id = ${playlistId}
    order by item.position`);
}

// For all playlists of a page at once. Times are summed in whole microseconds, as everywhere.
export function selectSummaries(
  db: Queryable,
  merchantId: MerchantId,
  playlistIds: readonly string[],
  coversMax: number,
) {
  return db.rows<SummaryRow>(sql`
    select playlist.id, playlist.shared, playlist.revision, count(media.id)::integer as item_count,
      coalesce(sum(floor(1000000 * coalesce(item.duration_seconds, media.duration_seconds, (
        select default_item_seconds from merchants where merchants.id = ${merchantId})) + 0.5))
        filter (where media.id is not null), 0) as microseconds,
      coalesce((array_agg(media.thumbnail_key order by item.position)
        filter (where media.thumbnail_key is not null))[:${coversMax}::integer], '{}') as cover_keys
    from playlists as playlist
    left join playlist_items as item
      on item.merchant_id = ${merchantId} and item.playlist_id = playlist.id
    left join media on media.merchant_id = ${merchantId} and media.id = item.media_id
    where playlist.merchant_id = ${merchantId} and playlist.id = any(${playlistIds}::uuid[])
    group by playlist.merchant_id, playlist.id`);
}

// By id, for whoever knows what is played and not what it looks like.
export function selectPlayedMedia(db: Queryable, merchantId: MerchantId, mediaIds: readonly string[]) {
  return db.rows<PlayedMediaRow & { readonly id: string }>(sql`
    select id, name, width, height, duration_seconds as media_seconds, object_key, thumbnail_key, page_url
    from media
    where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[]) and state = 'ready'`);
}

// A deletion waits until the transaction ends, or has been before. In the order of ids, so that nobody waits in a circle.
export function lockReadyMedia(db: Queryable, merchantId: MerchantId, mediaIds: readonly string[]) {
  return db.rows<{ id: string }>(sql`
    select id from media
    where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[]) and state = 'ready'
    order by id
    for key share`);
}

export type NewPlaylist = {
  readonly id: PlaylistId;
  readonly name: string;
  readonly searchText: string;
  readonly at: string;
};

// Nothing when the id is taken; another that is being made under the same id is waited for.
export function insertPlaylist(db: Queryable, merchantId: MerchantId, playlist: NewPlaylist) {
  return db.row<{ id: string }>(sql`
    insert into playlists (merchant_id, id, name, search_text, shared, created_at, updated_at)
    values (${merchantId}, ${playlist.id}, ${playlist.name}, ${playlist.searchText}, true, ${playlist.at}, ${playlist.at})
    on conflict do nothing
    returning id`);
}

export type PlaylistChange = {
  readonly name: string;
  readonly searchText: string;
  readonly shared: boolean;
  readonly updatedAt: string;
};

export function updatePlaylistRow(
  db: Queryable,
  merchantId: MerchantId,
  playlistId: PlaylistId,
  change: PlaylistChange,
) {
  return db.rows(sql`
    update playlists
    set name = ${change.name}, search_text = ${change.searchText}, shared = ${change.shared},
        updated_at = ${change.updatedAt}, revision = revision + 1
    where merchant_id = ${merchantId} and id = ${playlistId}`);
}

export type NewItem = { readonly mediaId: string; readonly ownSeconds: number | null };

export async function replaceItems(
  db: Queryable,
  merchantId: MerchantId,
  playlistId: PlaylistId,
  items: readonly NewItem[],
): Promise<void> {
  await db.rows(sql`delete from playlist_items where merchant_id = ${merchantId} and playlist_id = ${playlistId}`);
  await db.rows(sql`
    insert into playlist_items (merchant_id, playlist_id, position, media_id, duration_seconds)
    select ${merchantId}::uuid, ${playlistId}::uuid, place - 1, media_id, own_seconds
    from unnest(${items.map(({ mediaId }) => mediaId)}::uuid[],
                ${items.map(({ ownSeconds }) => ownSeconds)}::double precision[])
      with ordinality as item (media_id, own_seconds, place)`);
}

export function deletePlaylistRow(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId) {
  return db.rows(sql`delete from playlists where merchant_id = ${merchantId} and id = ${playlistId}`);
}
