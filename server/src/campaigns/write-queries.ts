// The console's writes of campaigns. Locks are taken in one order, media, playlists, campaigns, and among several rows by
// their ids, so that transactions cannot deadlock.
import type { Flight } from '@vitrine/contract/campaign-content';
import { VERSIONS_WITH_CONTENT_MAX } from '@vitrine/contract/console-limits';
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import { searchText } from '../fold.js';
import type { LineageId, MerchantId } from '../ids.js';
import type { FactsRow, Version } from './queries.js';

// What the newest version would play if it were published at this moment. A deletion waits, or has been before.
export function lockMediaToPublish(db: Queryable, merchantId: MerchantId, lineageId: LineageId) {
  return db.rows<{ id: string }>(sql`
    select id from media
    where merchant_id = ${merchantId} and state = 'ready' and id in (
      select item.media_id
      from (
        select landscape_playlist_id, portrait_playlist_id from campaign_versions
        where merchant_id = ${merchantId} and lineage_id = ${lineageId}
        order by version desc
        limit 1
      ) as newest
      join playlist_items as item on item.merchant_id = ${merchantId}
        and item.playlist_id in (newest.landscape_playlist_id, newest.portrait_playlist_id))
    order by id
    for key share`);
}

export type LockedPlaylist = { readonly id: string; readonly name: string; readonly shared: boolean };

// Those that any version of the campaign names, and these.
export function lockPlaylists(
  db: Queryable,
  merchantId: MerchantId,
  lineageId: LineageId,
  playlistIds: readonly string[],
) {
  return db.rows<LockedPlaylist>(sql`
    select id, name, shared from playlists
    where merchant_id = ${merchantId} and id in (
      select unnest(${playlistIds}::uuid[])
      union all
      select landscape_playlist_id from campaign_versions
      where merchant_id = ${merchantId} and lineage_id = ${lineageId}
      union all
      select portrait_playlist_id from campaign_versions
      where merchant_id = ${merchantId} and lineage_id = ${lineageId})
    order by id
    for no key update`);
}

export function lockCampaign(db: Queryable, merchantId: MerchantId, lineageId: LineageId) {
  return db.rows(sql`
    select from campaigns where merchant_id = ${merchantId} and lineage_id = ${lineageId} for update`);
}

type NewCampaign = {
  readonly lineageId: LineageId;
  readonly name: string;
  readonly tagIds: readonly string[];
  readonly at: string;
};

// Nothing when the id is taken; another that is being made under the same id is waited for.
export function insertCampaign(db: Queryable, merchantId: MerchantId, campaign: NewCampaign) {
  return db.row<{ lineage_id: string }>(sql`
    insert into campaigns (merchant_id, lineage_id, name, search_text, changed_at, tag_ids)
    values (${merchantId}, ${campaign.lineageId}, ${campaign.name}, ${searchText(campaign.name)}, ${campaign.at},
            ${campaign.tagIds}::uuid[])
    on conflict do nothing
    returning lineage_id`);
}

type CampaignFields = Pick<
  FactsRow,
  'lineageId' | 'name' | 'tagIds' | 'archived' | 'liveVersion' | 'withdrawnAt' | 'changedAt' | 'toldStatus'
>;

// Of a campaign that is locked; each time is one revision.
export function updateCampaignRow(db: Queryable, merchantId: MerchantId, campaign: CampaignFields) {
  return db.rows(sql`
    update campaigns
    set name = ${campaign.name}, search_text = ${searchText(campaign.name)}, tag_ids = ${campaign.tagIds}::uuid[],
        archived = ${campaign.archived}, live_version = ${campaign.liveVersion},
        withdrawn_at = ${campaign.withdrawnAt}, told_status = ${campaign.toldStatus}, changed_at = ${campaign.changedAt}, revision = revision + 1
    where merchant_id = ${merchantId} and lineage_id = ${campaign.lineageId}`);
}

type WrittenVersion = Partial<Pick<Version, 'publishedAt' | 'publishedBy' | 'content'>> & {
  readonly version: number;
  readonly flight: Flight;
  readonly landscapePlaylistId: string | null;
  readonly portraitPlaylistId: string | null;
};

// Made, or written over while it was not published.
export function writeVersion(db: Queryable, merchantId: MerchantId, lineageId: LineageId, version: WrittenVersion) {
  const { flight, publishedAt = null, publishedBy = null, content = null } = version;
  return db.rows(sql`
    insert into campaign_versions as stored (merchant_id, lineage_id, version, flight_start, flight_end,
      landscape_playlist_id, portrait_playlist_id, published_at, content, published_by_person_id, published_by_name)
    values (${merchantId}, ${lineageId}, ${version.version}, ${flight.start}, ${flight.end},
      ${version.landscapePlaylistId}, ${version.portraitPlaylistId}, ${publishedAt},
      ${content && JSON.stringify(content)}::json, ${publishedBy?.personId ?? null}, ${publishedBy?.name ?? null})
    on conflict (merchant_id, lineage_id, version) do update
    set flight_start = excluded.flight_start, flight_end = excluded.flight_end,
        landscape_playlist_id = excluded.landscape_playlist_id, portrait_playlist_id = excluded.portrait_playlist_id,
        published_at = excluded.published_at, content = excluded.content,
        published_by_person_id = excluded.published_by_person_id, published_by_name = excluded.published_by_name
    where stored.published_at is null`);
}

/**
 * Drops what old versions played. Their number, times and count of items stay. Call it after a publication: then the live
 * version is the newest one.
 */
export function dropOldContent(db: Queryable, merchantId: MerchantId, lineageId: LineageId) {
  return db.rows(sql`
    update campaign_versions
    set item_count = json_array_length(content -> 'landscape' -> 'items'), content = null
    where merchant_id = ${merchantId} and lineage_id = ${lineageId} and content is not null
      and version <= (
        select version from campaign_versions
        where merchant_id = ${merchantId} and lineage_id = ${lineageId} and published_at is not null
        order by version desc
        offset ${VERSIONS_WITH_CONTENT_MAX} limit 1)`);
}

export function deleteVersion(db: Queryable, merchantId: MerchantId, lineageId: LineageId, version: number) {
  return db.rows(sql`
    delete from campaign_versions
    where merchant_id = ${merchantId} and lineage_id = ${lineageId} and version = ${version}`);
}

export function deleteCampaignRow(db: Queryable, merchantId: MerchantId, lineageId: LineageId) {
  return db.rows(sql`delete from campaigns where merchant_id = ${merchantId} and lineage_id = ${lineageId}`);
}
