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

export type CampaignDetailRow = CampaignRow & {
  // As frozen when it was published; null when nothing is live.
  readonly content: LiveContent | null;
  readonly landscape_playlist_exists: boolean;
  readonly portrait_playlist_exists: boolean;
};

export type CampaignFilter = {
  readonly search: string;
  readonly tagIds: readonly string[];
  // True lists the archived ones instead.
  readonly archived?: boolean;
};

export type CampaignCursor = { readonly changedAt: string; readonly lineageId: string };

export function selectCampaignPage(
  db: Queryable,
  merchantId: MerchantId,
  filter: CampaignFilter,
  after: CampaignCursor | undefined,
  limit: number,
): Promise<CampaignRow[]> {
  return db.rows<CampaignRow>(campaignPage(merchantId, filter, after, limit));
}

// An archived campaign still answers (decisions, Campaigns and playlists).
export async function selectCampaign(
  db: Queryable,
  merchantId: MerchantId,
  lineageId: LineageId,
): Promise<CampaignDetailRow | undefined> {
  const campaign = sql`(select * from campaigns where merchant_id = ${merchantId} and lineage_id = ${lineageId})`;
  return db.row<CampaignDetailRow>(sql`
    select ${campaignColumns(merchantId)}, version.content,
      ${playlistExists(merchantId, sql`version.content -> 'landscape' ->> 'playlistId'`)} as landscape_playlist_exists,
      ${playlistExists(merchantId, sql`version.content -> 'portrait' ->> 'playlistId'`)} as portrait_playlist_exists
    from ${campaign} as campaign
    ${shownVersion(merchantId)}`);
}

// Apart from selectCampaignPage, so that a test can explain it. The console asks for more columns.
export function campaignPage(
  merchantId: MerchantId,
  filter: CampaignFilter,
  after: CampaignCursor | undefined,
  limit: number,
  more: Statement = NOTHING,
): Statement {
  const { changedAt, lineageId } = after ?? NEWEST;
  return sql`
    with page as materialized (
      select lineage_id, name, changed_at, tag_ids, live_version
      from campaigns
      where merchant_id = ${merchantId} and ${filter.archived === true ? ARCHIVED : LISTED}
        and ${matches(filter.search)} and ${carries(filter.tagIds)}
        and (changed_at, lineage_id) < (${changedAt}::timestamptz, ${lineageId}::uuid)
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

const playlistExists = (merchantId: MerchantId, playlistId: Statement): Statement => sql`exists (
        select from playlists where merchant_id = ${merchantId} and id = (${playlistId})::uuid)`;
