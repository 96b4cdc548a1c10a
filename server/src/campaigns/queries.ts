// What is read of campaigns; write-queries.ts has what is written.
import type { Flight, LiveContent } from '@vitrine/contract/campaign-content';
import type { CampaignStatus } from '@vitrine/contract/references';
import type { Queryable } from '../db/db.js';
import { forIds, ONE, readRowsTogether, SEVERAL } from '../db/read-together.js';
import { matches } from '../db/search-pattern.js';
import { sql, type Statement } from '../db/sql.js';
import type { LineageId, MerchantId } from '../ids.js';
import { lifecycleColumns, shownVersion, type LifecycleRow } from '../playlists/queries.js';
import { countByStatus, isInStatus } from './flight-queries.js';

export type CampaignRow = LifecycleRow & {
  readonly changedAt: string;
  readonly tagIds: readonly string[];
  // The version of the merchant's tags at this row's moment; null while it never had one.
  readonly tagVersion: number | null;
};

// Beside lifecycleColumns, not around them: a statement that is spliced twice is written twice.
const tagColumns = (merchantId: MerchantId | Statement): Statement => sql`
      campaign.changed_at as "changedAt", campaign.tag_ids as "tagIds",
      (select version from tag_versions where merchant_id = ${merchantId}) as "tagVersion"`;

// The same columns as text, in the order of the statement.
export type CampaignTexts = [
  lineageId: string,
  name: string,
  isLive: string,
  wasPublished: string,
  flightStart: string | null,
  flightEnd: string | null,
  timeZone: string,
  changedAt: string,
  tagIds: string,
  tagVersion: string | null,
];

export type CampaignDetailTexts = [
  ...CampaignTexts,
  // As frozen when it was published; null when nothing is live.
  content: string | null,
  // Which of the version's own playlists are still there.
  playlistIds: string,
];

// An archived campaign still answers (decisions, Campaigns and playlists). Those of a merchant that are asked for at once are read
// at once.
export const selectCampaign = readRowsTogether<CampaignDetailTexts, LineageId>((db, merchantId, lineageIds) =>
  db.texts(forIds(merchantId, lineageIds, ONE_CAMPAIGN, MANY_CAMPAIGNS)),
);

// Put together once; each value is sent once, however often it is meant.
function campaignsNamed(lineageIds: Statement): Statement {
  const merchantId = sql`$1`;
  const named = sql`(select * from campaigns where merchant_id = ${merchantId} and lineage_id ${lineageIds})`;
  return sql`
    select ${lifecycleColumns(merchantId)}, ${tagColumns(merchantId)}, version.content, array(
        select id from playlists
        where merchant_id = ${merchantId} and id in (version.landscape_playlist_id, version.portrait_playlist_id))
    from ${named} as campaign
    ${shownVersion(merchantId)}`;
}

const [ONE_CAMPAIGN, MANY_CAMPAIGNS] = [campaignsNamed(ONE), campaignsNamed(SEVERAL)];

export function selectStandingPlaylists(db: Queryable, merchantId: MerchantId, playlistIds: readonly string[]) {
  return db.rows<{ id: string }>(sql`
    select id from playlists where merchant_id = ${merchantId} and id = any(${playlistIds}::uuid[])`);
}

export type CampaignCursor = { readonly changedAt: string; readonly lineageId: string };

export type CampaignPageInput = {
  readonly search: readonly string[];
  readonly tagIds: readonly string[];
  // True lists the archived ones instead.
  readonly archived?: boolean;
  // Only those that are this at that minute of the merchant's clocks.
  readonly status?: { readonly is: CampaignStatus; readonly wall: string } | undefined;
  readonly after: CampaignCursor | undefined;
  readonly limit: number;
};

export function selectCampaignPage(db: Queryable, merchantId: MerchantId, page: CampaignPageInput) {
  return db.texts<CampaignTexts>(campaignPage(merchantId, page));
}

export type SummaryRow = CampaignRow & {
  readonly archived: boolean;
  readonly revision: number;
  readonly liveVersion: number | null;
  readonly draftVersion: number | null;
};

// The same page with what only the console shows.
export function selectSummaryPage(db: Queryable, merchantId: MerchantId, page: CampaignPageInput) {
  const more = sql`, campaign.live_version as "liveVersion", campaign.archived, campaign.revision,
      (select case when published_at is null then newest.version end
       from campaign_versions as newest
       where newest.merchant_id = ${merchantId} and newest.lineage_id = campaign.lineage_id
       order by newest.version desc
       limit 1) as "draftVersion"`;
  return db.rows<SummaryRow>(campaignPage(merchantId, page, more));
}

function campaignPage(merchantId: MerchantId, page: CampaignPageInput, more: Statement = NOTHING): Statement {
  const { search, tagIds, archived = false, status, after = NEWEST, limit } = page;
  return sql`
    with page as materialized (
      select lineage_id, name, changed_at, tag_ids, live_version, archived, revision
      from campaigns
      where merchant_id = ${merchantId} and ${archived ? ARCHIVED : LISTED}
        and ${matches(search)} and ${carries(tagIds)}${status ? sql` and ${isInStatus(merchantId, status.is, status.wall)}` : NOTHING}
        and (changed_at, lineage_id) < (${after.changedAt}::timestamptz, ${after.lineageId}::uuid)
      order by changed_at desc, lineage_id desc
      limit ${limit}
    )
    select ${lifecycleColumns(merchantId)}, ${tagColumns(merchantId)}${more}
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

// By what they are at that minute, and whether they are archived.
export function countCampaigns(
  db: Queryable,
  merchantId: MerchantId,
  {
    search,
    tagIds,
    wall,
  }: { readonly search: readonly string[]; readonly tagIds: readonly string[]; readonly wall: string },
) {
  return countByStatus(db, merchantId, { wall, where: sql`${matches(search)} and ${carries(tagIds)}` });
}

export type PlaylistRef = { readonly id: string; readonly name: string; readonly shared: boolean };

export type Version = {
  readonly version: number;
  readonly flight: Flight;
  // Null also when the playlist was deleted since.
  readonly landscapePlaylist: PlaylistRef | null;
  readonly portraitPlaylist: PlaylistRef | null;
  readonly publishedAt: string | null;
  readonly publishedBy: { readonly personId: string; readonly name: string } | null;
  readonly content: LiveContent | null;
};

// An import may bring a campaign without any version: it is worked on as the first one.
const versionColumns = (merchantId: MerchantId): Statement => sql`
      coalesce(version.version, 1) as version,
      json_build_object('start', version.flight_start, 'end', version.flight_end) as flight,
      (${playlistRef(merchantId, sql`version.landscape_playlist_id`)}) as "landscapePlaylist",
      (${playlistRef(merchantId, sql`version.portrait_playlist_id`)}) as "portraitPlaylist",
      version.published_at as "publishedAt",
      case when version.published_by_person_id is not null and version.published_by_name is not null then
        json_build_object('personId', version.published_by_person_id, 'name', version.published_by_name)
      end as "publishedBy"`;

const playlistRef = (merchantId: MerchantId, playlistId: Statement): Statement => sql`
        select json_build_object('id', id, 'name', name, 'shared', shared)
        from playlists where merchant_id = ${merchantId} and id = ${playlistId}`;

export function selectVersions(db: Queryable, merchantId: MerchantId, lineageId: LineageId) {
  return db.rows<Omit<Version, 'content'> & { readonly itemCount: number | null; readonly hasContent: boolean }>(sql`
    select ${versionColumns(merchantId)}, version.content is not null as "hasContent",
      coalesce(json_array_length(version.content -> 'landscape' -> 'items'), version.item_count) as "itemCount"
    from campaign_versions as version
    where version.merchant_id = ${merchantId} and version.lineage_id = ${lineageId}
    order by version.version desc`);
}

// What was published under that number, otherwise what was published last.
export function selectPublished(db: Queryable, merchantId: MerchantId, lineageId: LineageId, version?: number) {
  return db.row<Version>(sql`
    select ${versionColumns(merchantId)}, version.content
    from campaign_versions as version
    where version.merchant_id = ${merchantId} and version.lineage_id = ${lineageId}
      and version.version = coalesce(${version ?? null}::integer, version.version) and version.published_at is not null
    order by version.version desc
    limit 1`);
}

export type ToldStatus = 'upcoming' | 'running' | 'ended';

export type FactsRow = {
  readonly lineageId: LineageId;
  readonly name: string;
  readonly archived: boolean;
  readonly changedAt: string;
  readonly withdrawnAt: string | null;
  readonly revision: number;
  readonly tagIds: readonly string[];
  readonly tagVersion: number | null;
  readonly timeZone: string;
  readonly liveVersion: number | null;
  readonly wasPublished: boolean;
  readonly versionCount: number;
  // What others were last told of its flight.
  readonly toldStatus: ToldStatus | null;
};

// The campaign with its live version and with its newest, in this order, or once with both.
export function selectFacts(db: Queryable, merchantId: MerchantId, lineageId: LineageId) {
  return db.rows<FactsRow & Version>(sql`
    select campaign.lineage_id as "lineageId", campaign.name, campaign.archived, campaign.changed_at as "changedAt",
      campaign.withdrawn_at as "withdrawnAt", campaign.revision, campaign.tag_ids as "tagIds",
      (select version from tag_versions where merchant_id = ${merchantId}) as "tagVersion",
      (select time_zone from merchants where id = ${merchantId}) as "timeZone",
      campaign.live_version as "liveVersion", campaign.told_status as "toldStatus", counted."wasPublished", counted."versionCount",
      ${versionColumns(merchantId)}, version.content
    from campaigns as campaign
    cross join lateral (
      select count(*)::integer as "versionCount", count(published_at) > 0 as "wasPublished", max(version) as newest
      from campaign_versions
      where merchant_id = ${merchantId} and lineage_id = campaign.lineage_id
    ) as counted
    left join campaign_versions as version
      on version.merchant_id = ${merchantId} and version.lineage_id = campaign.lineage_id
        and version.version in (campaign.live_version, counted.newest)
    where campaign.merchant_id = ${merchantId} and campaign.lineage_id = ${lineageId}
    order by version.version`);
}
