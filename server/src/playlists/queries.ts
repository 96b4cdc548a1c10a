// What is read of playlists, and which campaigns use them; write-queries.ts has what is written.
import type { Queryable } from '../db/db.js';
import { matches } from '../db/search-pattern.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId, PlaylistId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

export type PlaylistRow = {
  readonly id: PlaylistId;
  readonly name: string;
  readonly shared: boolean;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
};

export const playlistColumns = sql`id, name, shared, revision, created_at, updated_at`;

export type PlaylistCursor = { readonly updatedAt: string; readonly id: string };

const NEWEST: PlaylistCursor = { updatedAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export function selectPlaylistPage(
  db: Queryable,
  merchantId: MerchantId,
  search: string,
  after: PlaylistCursor = NEWEST,
  limit: number,
): Promise<PlaylistRow[]> {
  return db.rows<PlaylistRow>(sql`
    select ${playlistColumns}
    from playlists
    where merchant_id = ${merchantId} and shared and ${matches(search)}
      and (updated_at, id) < (${after.updatedAt}::timestamptz, ${after.id}::uuid)
    order by updated_at desc, id desc
    limit ${limit}`);
}

// Shared or not: a campaign's own playlist is read by its id (decisions, Campaigns and playlists).
export function selectPlaylist(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId) {
  return db.row<PlaylistRow>(sql`
    select ${playlistColumns} from playlists where merchant_id = ${merchantId} and id = ${playlistId}`);
}

export type PlayItemRow = {
  readonly media_id: string;
  readonly type: 'image' | 'video' | 'web';
  readonly duration_seconds: number;
};

// The item's own setting, else the media's length, else the merchant's default (contract, PlayItem).
const secondsPlayed = (merchantId: MerchantId): Statement => sql`
  coalesce(item.duration_seconds, media.duration_seconds, (
    select default_item_seconds from merchants where merchants.id = ${merchantId}))`;

// In one statement, for integrations read it often.
export function selectPlaylistWithItems(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId) {
  return db.row<PlaylistRow & { readonly items: readonly PlayItemRow[] }>(sql`
    select ${playlistColumns}, (
        select coalesce(json_agg(json_build_object(
          'media_id', item.media_id,
          'type', media.type,
          'duration_seconds', ${secondsPlayed(merchantId)}
        ) order by item.position), '[]')
        from playlist_items as item
        join media on media.merchant_id = item.merchant_id and media.id = item.media_id
        where item.merchant_id = ${merchantId} and item.playlist_id = ${playlistId}
      ) as items
    from playlists
    where merchant_id = ${merchantId} and id = ${playlistId}`);
}

export type PlayedMediaRow = {
  readonly name: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly media_seconds: number | null;
  readonly object_key: ObjectKey | null;
  readonly thumbnail_key: ObjectKey | null;
  readonly page_url: string | null;
};

const playedMedia = sql`media.name, media.width, media.height, media.duration_seconds as media_seconds,
      media.object_key, media.thumbnail_key, media.page_url`;

export type ItemRow = PlayItemRow &
  PlayedMediaRow & { readonly playlist_id: string; readonly own_seconds: number | null };

// What playlists play at this moment and what it looks like, in play order, all in one statement.
export function selectItems(db: Queryable, merchantId: MerchantId, playlistIds: readonly string[]) {
  return db.rows<ItemRow>(sql`
    select item.playlist_id, item.media_id, media.type, item.duration_seconds as own_seconds,
      ${secondsPlayed(merchantId)} as duration_seconds, ${playedMedia}
    from playlist_items as item
    join media on media.merchant_id = ${merchantId} and media.id = item.media_id and media.state = 'ready'
    where item.merchant_id = ${merchantId} and item.playlist_id = any(${playlistIds}::uuid[])
    order by item.playlist_id, item.position`);
}

// By id, for whoever knows what is played and not what it looks like.
export function selectPlayedMedia(db: Queryable, merchantId: MerchantId, mediaIds: readonly string[]) {
  return db.rows<PlayedMediaRow & { readonly id: string }>(sql`
    select media.id, ${playedMedia}
    from media
    where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[]) and state = 'ready'`);
}

export type SummaryRow = {
  readonly id: string;
  readonly item_count: number;
  readonly total_seconds: number;
  readonly cover_keys: readonly ObjectKey[];
};

// For all playlists of a page at once. Times are summed in whole microseconds, as everywhere.
export function selectSummaries(
  db: Queryable,
  merchantId: MerchantId,
  playlistIds: readonly string[],
  coversMax: number,
) {
  return db.rows<SummaryRow>(sql`
    select playlist.id, count(media.id)::integer as item_count,
      coalesce(sum(floor(1000000 * ${secondsPlayed(merchantId)} + 0.5))
        filter (where media.id is not null), 0) / 1000000 as total_seconds,
      coalesce((array_agg(media.thumbnail_key order by item.position)
        filter (where media.thumbnail_key is not null))[:${coversMax}::integer], '{}') as cover_keys
    from playlists as playlist
    left join playlist_items as item
      on item.merchant_id = ${merchantId} and item.playlist_id = playlist.id
    left join media on media.merchant_id = ${merchantId} and media.id = item.media_id
    where playlist.merchant_id = ${merchantId} and playlist.id = any(${playlistIds}::uuid[])
    group by playlist.merchant_id, playlist.id`);
}

export type UsingRow = {
  readonly lineage_id: string;
  readonly name: string;
  readonly is_live: boolean;
  readonly was_published: boolean;
  // Of the live version, otherwise of the newest.
  readonly flight_start: string | null;
  readonly flight_end: string | null;
  readonly time_zone: string;
};

export function selectCampaignsUsing(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId) {
  return db.rows<UsingRow>(sql`
    select campaign.lineage_id, campaign.name, campaign.live_version is not null as is_live,
      exists (
        select from campaign_versions as published
        where published.merchant_id = ${merchantId} and published.lineage_id = campaign.lineage_id
          and published.published_at is not null
      ) as was_published,
      shown.flight_start, shown.flight_end, (select time_zone from merchants where id = ${merchantId}) as time_zone
    from campaigns as campaign
    join lateral (
      select flight_start, flight_end from campaign_versions
      where merchant_id = ${merchantId} and lineage_id = campaign.lineage_id
        and version = coalesce(campaign.live_version, version)
      order by version desc
      limit 1
    ) as shown on true
    where campaign.merchant_id = ${merchantId} and campaign.lineage_id in (${lineagesUsing(merchantId, playlistId)})
    order by campaign.search_text, campaign.lineage_id`);
}

// A campaign uses the playlists that its live version or its newest version names. Each side is found by its own index.
export const lineagesUsing = (merchantId: MerchantId, playlistId: PlaylistId | Statement): Statement => sql`
      select named.lineage_id
      from (
        select lineage_id, version from campaign_versions
        where merchant_id = ${merchantId} and landscape_playlist_id = ${playlistId}
        union all
        select lineage_id, version from campaign_versions
        where merchant_id = ${merchantId} and portrait_playlist_id = ${playlistId}
      ) as named
      join campaigns as naming on naming.merchant_id = ${merchantId} and naming.lineage_id = named.lineage_id
      where named.version = naming.live_version or named.version = (
        select max(version) from campaign_versions as newest
        where newest.merchant_id = ${merchantId} and newest.lineage_id = named.lineage_id)`;
