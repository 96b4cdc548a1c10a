// What only the console reads of campaigns; write-queries.ts has what it writes.
import type { LiveContent } from '@vitrine/contract/campaigns';
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { LineageId, MerchantId } from '../ids.js';
import { campaignPage, type CampaignCursor, type CampaignFilter, type CampaignRow } from './queries.js';

export type SummaryRow = CampaignRow & {
  readonly revision: number;
  readonly live_version: number | null;
  readonly draft_version: number | null;
};

export function selectSummaryPage(
  db: Queryable,
  merchantId: MerchantId,
  filter: CampaignFilter,
  after: CampaignCursor | undefined,
  limit: number,
): Promise<SummaryRow[]> {
  return db.rows<SummaryRow>(campaignPage(merchantId, filter, after, limit, summaryColumns(merchantId)));
}

const summaryColumns = (merchantId: MerchantId): Statement => sql`, campaign.live_version,
      (select revision from campaigns as whole
       where whole.merchant_id = ${merchantId} and whole.lineage_id = campaign.lineage_id) as revision,
      (select case when published_at is null then newest.version end
       from campaign_versions as newest
       where newest.merchant_id = ${merchantId} and newest.lineage_id = campaign.lineage_id
       order by newest.version desc
       limit 1) as draft_version`;

export type VersionRow = {
  readonly version: number;
  readonly flight_start: string | null;
  readonly flight_end: string | null;
  // Null also when the playlist was deleted since.
  readonly landscape_id: string | null;
  readonly landscape_name: string | null;
  readonly landscape_shared: boolean | null;
  readonly portrait_id: string | null;
  readonly portrait_name: string | null;
  readonly portrait_shared: boolean | null;
  readonly published_at: string | null;
  readonly published_by_person_id: string | null;
  readonly published_by_name: string | null;
};

// One row for the live version and one for the newest, or one for both; a campaign without any has one with nulls.
export type StateRow = { readonly [column in keyof VersionRow]: VersionRow[column] | null } & {
  readonly lineage_id: LineageId;
  readonly name: string;
  readonly archived: boolean;
  readonly changed_at: string;
  readonly withdrawn_at: string | null;
  readonly revision: number;
  readonly tag_ids: readonly string[];
  readonly live_version: number | null;
  readonly version_count: number;
  readonly was_published: boolean;
  readonly time_zone: string;
  readonly tag_version: number | null;
  readonly content: LiveContent | null;
};

export function selectState(db: Queryable, merchantId: MerchantId, lineageId: LineageId) {
  return db.rows<StateRow>(sql`
    select campaign.lineage_id, campaign.name, campaign.archived, campaign.changed_at, campaign.withdrawn_at,
      campaign.revision, campaign.tag_ids, campaign.live_version, counted.version_count, counted.was_published,
      (select time_zone from merchants where id = ${merchantId}) as time_zone,
      (select version from tag_versions where merchant_id = ${merchantId}) as tag_version,
      ${versionColumns}, version.content
    from campaigns as campaign
    cross join lateral (
      select count(*)::integer as version_count, count(published_at) > 0 as was_published, max(version) as newest
      from campaign_versions
      where merchant_id = ${merchantId} and lineage_id = campaign.lineage_id
    ) as counted
    left join campaign_versions as version
      on version.merchant_id = ${merchantId} and version.lineage_id = campaign.lineage_id
        and version.version in (campaign.live_version, counted.newest)
    ${namedPlaylists(merchantId)}
    where campaign.merchant_id = ${merchantId} and campaign.lineage_id = ${lineageId}
    order by version.version`);
}

export function selectVersions(db: Queryable, merchantId: MerchantId, lineageId: LineageId) {
  return db.rows<VersionRow & { readonly item_count: number | null }>(sql`
    select ${versionColumns}, json_array_length(version.content -> 'landscape' -> 'items') as item_count
    from campaign_versions as version
    ${namedPlaylists(merchantId)}
    where version.merchant_id = ${merchantId} and version.lineage_id = ${lineageId}
    order by version.version desc`);
}

const versionColumns = sql`version.version, version.flight_start, version.flight_end,
      version.published_at, version.published_by_person_id, version.published_by_name,
      landscape.id as landscape_id, landscape.name as landscape_name, landscape.shared as landscape_shared,
      portrait.id as portrait_id, portrait.name as portrait_name, portrait.shared as portrait_shared`;

const namedPlaylists = (merchantId: MerchantId): Statement => sql`
    left join playlists as landscape
      on landscape.merchant_id = ${merchantId} and landscape.id = version.landscape_playlist_id
    left join playlists as portrait
      on portrait.merchant_id = ${merchantId} and portrait.id = version.portrait_playlist_id`;

export type FrozenRow = {
  readonly playlist_id: string;
  readonly media_id: string;
  readonly type: 'image' | 'video' | 'web';
  readonly duration_seconds: number;
};

// What playlists give at this moment, both in one statement.
export function selectFrozen(db: Queryable, merchantId: MerchantId, playlistIds: readonly string[]) {
  return db.rows<FrozenRow>(sql`
    select item.playlist_id, item.media_id, media.type,
      coalesce(item.duration_seconds, media.duration_seconds, (
        select default_item_seconds from merchants where merchants.id = ${merchantId})) as duration_seconds
    from playlist_items as item
    join media on media.merchant_id = ${merchantId} and media.id = item.media_id and media.state = 'ready'
    where item.merchant_id = ${merchantId} and item.playlist_id = any(${playlistIds}::uuid[])
    order by item.playlist_id, item.position`);
}

export function selectTagNames(db: Queryable, merchantId: MerchantId, tagIds: readonly string[]) {
  return db.rows<{ name: string }>(sql`
    select name from tags where merchant_id = ${merchantId} and id = any(${tagIds}::uuid[]) order by name_key, id`);
}
