// What is read of playlists, and which campaigns use them; write-queries.ts has what is written.
import type { PlayItem } from '@vitrine/contract/playlists';
import type { Queryable } from '../db/db.js';
import { forIds, ONE, readRowsTogether, SEVERAL } from '../db/read-together.js';
import { matches } from '../db/search-pattern.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId, PlaylistId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

export type PlaylistRow = {
  readonly id: PlaylistId;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly shared: boolean;
  readonly revision: number;
};

export const playlistColumns = sql`
  id, name, created_at as "createdAt", updated_at as "updatedAt", shared, revision`;

export type PlaylistCursor = { readonly updatedAt: string; readonly id: string };

const NEWEST: PlaylistCursor = { updatedAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

// A playlist as one text, without a line break: `<id> <created at> <updated at> <name as JSON>`. write-playlist.ts makes the JSON
// that integrations receive.
const TEXT = sql`concat_ws(' ', id, ${momentText(sql`created_at`)}, ${momentText(sql`updated_at`)}, to_json(name))`;

function momentText(moment: Statement): Statement {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

// As one row with a line for each playlist: as rows of their own they cost node a sixth more of the whole request.
type PlaylistPageTexts = [asked: string, lines: string | null];

// Those of a merchant that are asked for at once are read at once, but for searches.
export async function selectPlaylistPage(
  db: Queryable,
  merchantId: MerchantId,
  search: readonly string[],
  after: PlaylistCursor = NEWEST,
  limit: number,
): Promise<PlaylistPageTexts | undefined> {
  const asked = `${limit} ${after.updatedAt} ${after.id}`;
  if (search.length === 0) return readPages(db, merchantId, asked);
  const [page] = await db.texts<PlaylistPageTexts>(pageOf(merchantId, asked, matches(search)));
  return page;
}

function pageOf(merchantId: MerchantId | Statement, asked: string | Statement, matching: Statement): Statement {
  const part = (at: Statement): Statement => sql`split_part(${asked}, ' ', ${at})`;
  return sql`
    select ${asked}::text, string_agg(${TEXT}, E'\\n')
    from (
      select id, name, created_at, updated_at
      from playlists
      where merchant_id = ${merchantId} and shared and ${matching}
        and (updated_at, id) < (${part(sql`2`)}::timestamptz, ${part(sql`3`)}::uuid)
      order by updated_at desc, id desc
      limit ${part(sql`1`)}::int
    ) as page`;
}

const [ONE_PAGE, MANY_PAGES] = [
  pageOf(sql`$1`, sql`$2`, sql`true`),
  sql`
    select page.*
    from unnest(${sql`$2`}::text[]) as asked
    cross join lateral (${pageOf(sql`$1`, sql`asked`, sql`true`)}) as page`,
];

const readPages = readRowsTogether<PlaylistPageTexts, string>((db, merchantId, asked) =>
  db.texts(forIds(merchantId, asked, ONE_PAGE, MANY_PAGES)),
);

// Shared or not: a campaign's own playlist is read by its id (decisions, Campaigns and playlists).
export function selectPlaylist(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId) {
  return db.row<PlaylistRow>(sql`
    select ${playlistColumns} from playlists where merchant_id = ${merchantId} and id = ${playlistId}`);
}

// The item's own setting, else the media's length, else the merchant's default (contract, PlayItem).
export const secondsPlayed = (merchantId: MerchantId | Statement): Statement => sql`
  coalesce(item.duration_seconds, media.duration_seconds, (
    select default_item_seconds from merchants where merchants.id = ${merchantId}))`;

// The items in play order, with commas between them, each as `mediaId type seconds`; null where there is none.
type PlaylistDetailTexts = [id: string, text: string, items: string | null];

// In one statement, for integrations read it often, and in one row: twenty items as rows of their own, or as JSON that is
// parsed to be written again, cost more than all the rest. Those of a merchant that are asked for at once are read at once.
export const selectPlaylistWithItems = readRowsTogether<PlaylistDetailTexts, PlaylistId>(
  (db, merchantId, playlistIds) => db.texts(forIds(merchantId, playlistIds, ONE_PLAYLIST, MANY_PLAYLISTS)),
);

// Put together once; each value is sent once, however often it is meant.
function playlistsNamed(playlistIds: Statement): Statement {
  const merchantId = sql`$1`;
  return sql`
    select id, ${TEXT}, (
        select string_agg(item.media_id || ' ' || media.type || ' ' || ${secondsPlayed(merchantId)}, ','
          order by item.position)
        from playlist_items as item
        join media
          on media.merchant_id = item.merchant_id and media.id = item.media_id and media.state = 'ready'
        where item.merchant_id = ${merchantId} and item.playlist_id = playlists.id
      ) as items
    from playlists
    where merchant_id = ${merchantId} and id ${playlistIds}`;
}

const [ONE_PLAYLIST, MANY_PLAYLISTS] = [playlistsNamed(ONE), playlistsNamed(SEVERAL)];

export type PlayedMediaRow = {
  readonly name: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly mediaSeconds: number | null;
  readonly objectKey: ObjectKey | null;
  readonly thumbnailKey: ObjectKey | null;
  readonly pageUrl: string | null;
};

const playedMedia = sql`media.name, media.width, media.height, media.duration_seconds as "mediaSeconds",
      media.object_key as "objectKey", media.thumbnail_key as "thumbnailKey", media.page_url as "pageUrl"`;

export type ItemRow = PlayItem &
  PlayedMediaRow & { readonly playlistId: string; readonly ownSeconds: number | null; readonly isPlayable: boolean };

// What playlists play at this moment and what it looks like, in play order, all in one statement.
export function selectItems(db: Queryable, merchantId: MerchantId, playlistIds: readonly string[]) {
  return db.rows<ItemRow>(sql`
    select item.playlist_id as "playlistId", item.media_id as "mediaId", media.type,
      item.duration_seconds as "ownSeconds", ${secondsPlayed(merchantId)} as "durationSeconds",
      media.is_playable as "isPlayable", ${playedMedia}
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

type SummaryRow = {
  readonly id: string;
  readonly itemCount: number;
  readonly totalSeconds: number;
  readonly coverKeys: readonly ObjectKey[];
};

// For all playlists of a page at once. Times are summed in whole microseconds, as everywhere.
export function selectSummaries(
  db: Queryable,
  merchantId: MerchantId,
  playlistIds: readonly string[],
  coversMax: number,
) {
  return db.rows<SummaryRow>(sql`
    select playlist.id, count(media.id)::integer as "itemCount",
      coalesce(sum(floor(1000000 * ${secondsPlayed(merchantId)} + 0.5))
        filter (where media.id is not null), 0) / 1000000 as "totalSeconds",
      coalesce((array_agg(media.thumbnail_key order by item.position)
        filter (where media.thumbnail_key is not null))[:${coversMax}::integer], '{}') as "coverKeys"
    from playlists as playlist
    left join playlist_items as item
      on item.merchant_id = ${merchantId} and item.playlist_id = playlist.id
    left join media
      on media.merchant_id = ${merchantId} and media.id = item.media_id and media.state = 'ready'
    where playlist.merchant_id = ${merchantId} and playlist.id = any(${playlistIds}::uuid[])
    group by playlist.merchant_id, playlist.id`);
}

export type LifecycleRow = {
  readonly lineageId: string;
  readonly name: string;
  readonly isLive: boolean;
  readonly wasPublished: boolean;
  // Of the live version, otherwise of the newest; null when there is none.
  readonly flightStart: string | null;
  readonly flightEnd: string | null;
  readonly timeZone: string;
};

// What the status of a `campaign` is told from, with the `version` that is shown of it.
export const lifecycleColumns = (merchantId: MerchantId | Statement): Statement => sql`
      campaign.lineage_id as "lineageId", campaign.name, campaign.live_version is not null as "isLive",
      campaign.live_version is not null or exists (
        select from campaign_versions as published
        where published.merchant_id = ${merchantId} and published.lineage_id = campaign.lineage_id
          and published.published_at is not null
      ) as "wasPublished",
      version.flight_start as "flightStart", version.flight_end as "flightEnd",
      (select time_zone from merchants where id = ${merchantId}) as "timeZone"`;

export const shownVersion = (merchantId: MerchantId | Statement): Statement => sql`left join lateral (
      select flight_start, flight_end, case when version = campaign.live_version then content end as content,
        landscape_playlist_id, portrait_playlist_id
      from campaign_versions
      where merchant_id = ${merchantId} and lineage_id = campaign.lineage_id
        and version = coalesce(campaign.live_version, version)
      order by version desc
      limit 1
    ) as version on true`;

export type UseRow = LifecycleRow & {
  readonly playlistId: string;
  // Whether the live version names it; otherwise the newest one alone does.
  readonly isNamedLive: boolean;
  readonly hasDraft: boolean;
  readonly archived: boolean;
};

// The campaigns that use any of these playlists, once for each that they use, by name.
export function selectUses(db: Queryable, merchantId: MerchantId, playlistIds: readonly string[]) {
  return db.rows<UseRow>(sql`
    select used.playlist_id as "playlistId", used.is_named_live as "isNamedLive", ${lifecycleColumns(merchantId)},
      campaign.archived,
      (select published_at is null from campaign_versions as newest
       where newest.merchant_id = ${merchantId} and newest.lineage_id = campaign.lineage_id
       order by newest.version desc
       limit 1) as "hasDraft"
    from (
      select named.playlist_id, named.lineage_id,
        coalesce(bool_or(named.version = naming.live_version), false) as is_named_live
      from (
        select lineage_id, version, landscape_playlist_id as playlist_id from campaign_versions
        where merchant_id = ${merchantId} and landscape_playlist_id = any(${playlistIds}::uuid[])
        union all
        select lineage_id, version, portrait_playlist_id from campaign_versions
        where merchant_id = ${merchantId} and portrait_playlist_id = any(${playlistIds}::uuid[])
      ) as named
      join campaigns as naming on naming.merchant_id = ${merchantId} and naming.lineage_id = named.lineage_id
      where named.version = naming.live_version or named.version = (
        select max(version) from campaign_versions as newest
        where newest.merchant_id = ${merchantId} and newest.lineage_id = named.lineage_id)
      group by named.playlist_id, named.lineage_id
    ) as used
    join campaigns as campaign on campaign.merchant_id = ${merchantId} and campaign.lineage_id = used.lineage_id
    ${shownVersion(merchantId)}
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
