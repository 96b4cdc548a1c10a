// What is read of campaigns; write-queries.ts has what is written.
import type { LiveContent } from '@vitrine/contract/campaigns';
import type { Queryable } from '../db/db.js';
import { matches } from '../db/search-pattern.js';
import { sql, type Statement } from '../db/sql.js';
import type { LineageId, MerchantId } from '../ids.js';

export type CampaignRow = {
  readonly lineage_id: string;
  readonly name: string;
  readonly changed_at: string;
  readonly tag_ids: readonly string[];
  readonly is_live: boolean;
  readonly was_published: boolean;
  // Of the live version, otherwise of the newest; null when there is none.
  readonly flight_start: string | null;
  readonly flight_end: string | null;
  readonly time_zone: string;
  // The version of the merchant's tags at this row's moment; null while it never had one.
  readonly tag_version: number | null;
};

const campaignColumns = (merchantId: MerchantId): Statement => sql`
      campaign.lineage_id, campaign.name, campaign.changed_at, campaign.tag_ids,
      campaign.live_version is not null as is_live,
      exists (
        select from campaign_versions as published
        where published.merchant_id = ${merchantId} and published.lineage_id = campaign.lineage_id
          and published.published_at is not null
      ) as was_published,
      version.flight_start, version.flight_end,
      (select time_zone from merchants where id = ${merchantId}) as time_zone,
      (select version from tag_versions where merchant_id = ${merchantId}) as tag_version`;

const shownVersion = (merchantId: MerchantId): Statement => sql`left join lateral (
      select flight_start, flight_end, case when version = campaign.live_version then content end as content
      from campaign_versions
      where merchant_id = ${merchantId} and lineage_id = campaign.lineage_id
        and version = coalesce(campaign.live_version, version)
      order by version desc
      limit 1
    ) as version on true`;

export type CampaignDetailRow = CampaignRow & {
  // As frozen when it was published; null when nothing is live.
  readonly content: LiveContent | null;
  readonly landscape_playlist_exists: boolean;
  readonly portrait_playlist_exists: boolean;
};

// An archived campaign still answers (decisions, Campaigns and playlists).
export function selectCampaign(db: Queryable, merchantId: MerchantId, lineageId: LineageId) {
  const campaign = sql`(select * from campaigns where merchant_id = ${merchantId} and lineage_id = ${lineageId})`;
  return db.row<CampaignDetailRow>(sql`
    select ${campaignColumns(merchantId)}, version.content,
      ${playlistExists(merchantId, sql`version.content -> 'landscape' ->> 'playlistId'`)} as landscape_playlist_exists,
      ${playlistExists(merchantId, sql`version.content -> 'portrait' ->> 'playlistId'`)} as portrait_playlist_exists
    from ${campaign} as campaign
    ${shownVersion(merchantId)}`);
}

const playlistExists = (merchantId: MerchantId, playlistId: Statement): Statement => sql`exists (
        select from playlists where merchant_id = ${merchantId} and id = (${playlistId})::uuid)`;

export type CampaignCursor = { readonly changedAt: string; readonly lineageId: string };

export type CampaignPageInput = {
  readonly search: string;
  readonly tagIds: readonly string[];
  // True lists the archived ones instead.
  readonly archived?: boolean;
  readonly after: CampaignCursor | undefined;
  readonly limit: number;
};

export function selectCampaignPage(db: Queryable, merchantId: MerchantId, page: CampaignPageInput) {
  return db.rows<CampaignRow>(campaignPage(merchantId, page));
}

export type SummaryRow = CampaignRow & {
  readonly archived: boolean;
  readonly revision: number;
  readonly live_version: number | null;
  readonly draft_version: number | null;
};

// The same page with what only the console shows.
export function selectSummaryPage(db: Queryable, merchantId: MerchantId, page: CampaignPageInput) {
  const more = sql`, campaign.live_version, campaign.archived, campaign.revision,
      (select case when published_at is null then newest.version end
       from campaign_versions as newest
       where newest.merchant_id = ${merchantId} and newest.lineage_id = campaign.lineage_id
       order by newest.version desc
       limit 1) as draft_version`;
  return db.rows<SummaryRow>(campaignPage(merchantId, page, more));
}

function campaignPage(merchantId: MerchantId, page: CampaignPageInput, more: Statement = NOTHING): Statement {
  const { search, tagIds, archived = false, after = NEWEST, limit } = page;
  return sql`
    with page as materialized (
      select lineage_id, name, changed_at, tag_ids, live_version, archived, revision
      from campaigns
      where merchant_id = ${merchantId} and ${archived ? ARCHIVED : LISTED}
        and ${matches(search)} and ${carries(tagIds)}
        and (changed_at, lineage_id) < (${after.changedAt}::timestamptz, ${after.lineageId}::uuid)
      order by changed_at desc, lineage_id desc
      limit ${limit}
    )
    select ${campaignColumns(merchantId)}${more}
    from page as campaign
    ${shownVersion(merchantId)}
    order by changed_at desc, lineage_id desc`;
}

const NOTHING = sql``;
const NEWEST: CampaignCursor = { changedAt: 'infinity', lineageId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
// Each has an index of its own.
const [ARCHIVED, LISTED] = [sql`archived`, sql`not archived`];

const carries = (tagIds: readonly string[]): Statement =>
  tagIds.length === 0 ? sql`true` : sql`tag_ids @> ${`{${tagIds.join(',')}}`}::uuid[]`;

export type PlaylistRef = { readonly id: string; readonly name: string; readonly shared: boolean };

export type VersionRow = {
  readonly version: number;
  readonly flight_start: string | null;
  readonly flight_end: string | null;
  // Null also when the playlist was deleted since.
  readonly landscape_playlist: PlaylistRef | null;
  readonly portrait_playlist: PlaylistRef | null;
  readonly published_at: string | null;
  readonly published_by: { readonly personId: string; readonly name: string } | null;
};

const versionColumns = (merchantId: MerchantId): Statement => sql`
      version.version, version.flight_start, version.flight_end, version.published_at,
      case when version.published_by_person_id is not null and version.published_by_name is not null then
        json_build_object('personId', version.published_by_person_id, 'name', version.published_by_name)
      end as published_by,
      (${playlistRef(merchantId, sql`version.landscape_playlist_id`)}) as landscape_playlist,
      (${playlistRef(merchantId, sql`version.portrait_playlist_id`)}) as portrait_playlist`;

const playlistRef = (merchantId: MerchantId, playlistId: Statement): Statement => sql`
        select json_build_object('id', id, 'name', name, 'shared', shared)
        from playlists where merchant_id = ${merchantId} and id = ${playlistId}`;

export function selectVersions(db: Queryable, merchantId: MerchantId, lineageId: LineageId) {
  return db.rows<VersionRow & { readonly item_count: number | null }>(sql`
    select ${versionColumns(merchantId)}, json_array_length(version.content -> 'landscape' -> 'items') as item_count
    from campaign_versions as version
    where version.merchant_id = ${merchantId} and version.lineage_id = ${lineageId}
    order by version.version desc`);
}

// One row for the live version and one for the newest, or one for both; a campaign without any has one with nulls.
export type FactsRow = { readonly [column in keyof VersionRow]: VersionRow[column] | null } & {
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

export function selectFacts(db: Queryable, merchantId: MerchantId, lineageId: LineageId) {
  return db.rows<FactsRow>(sql`
    select campaign.lineage_id, campaign.name, campaign.archived, campaign.changed_at, campaign.withdrawn_at,
      campaign.revision, campaign.tag_ids, campaign.live_version, counted.version_count, counted.was_published,
      (select time_zone from merchants where id = ${merchantId}) as time_zone,
      (select version from tag_versions where merchant_id = ${merchantId}) as tag_version,
      ${versionColumns(merchantId)}, version.content
    from campaigns as campaign
    cross join lateral (
      select count(*)::integer as version_count, count(published_at) > 0 as was_published, max(version) as newest
      from campaign_versions
      where merchant_id = ${merchantId} and lineage_id = campaign.lineage_id
    ) as counted
    left join campaign_versions as version
      on version.merchant_id = ${merchantId} and version.lineage_id = campaign.lineage_id
        and version.version in (campaign.live_version, counted.newest)
    where campaign.merchant_id = ${merchantId} and campaign.lineage_id = ${lineageId}
    order by version.version`);
}

export function selectTagNames(db: Queryable, merchantId: MerchantId, tagIds: readonly string[]) {
  return db.rows<{ name: string }>(sql`
    select name from tags where merchant_id = ${merchantId} and id = any(${tagIds}::uuid[]) order by name_key, id`);
}
