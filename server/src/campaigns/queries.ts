import type { LiveContent } from '@vitrine/contract/campaigns';
import type { Queryable } from '../db/db.js';
import { searchPattern } from '../db/search-pattern.js';
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
  const page = filter.archived === true ? archivedPage : listedPage;
  return sql`
    with ${page(merchantId, filter, after ?? NEWEST, limit)}
    select ${campaignColumns(merchantId)}${more}
    from page as campaign
    ${shownVersion(merchantId)}
    order by changed_at desc, lineage_id desc`;
}

const NOTHING = sql``;
const NEWEST: CampaignCursor = { changedAt: 'infinity', lineageId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
const WALK_PAGES = 10;

function listedPage(
  merchantId: MerchantId,
  filter: CampaignFilter,
  { changedAt, lineageId }: CampaignCursor,
  limit: number,
): Statement {
  const isFiltered = filter.search !== '' || filter.tagIds.length > 0;
  const inOrder = sql`
      select lineage_id, name, plain_text, changed_at, tag_ids, live_version
      from campaigns
      where merchant_id = ${merchantId} and not archived
        and (changed_at, lineage_id) < (${changedAt}::timestamptz, ${lineageId}::uuid)
      order by changed_at desc, lineage_id desc
      limit ${isFiltered ? limit * WALK_PAGES : limit}`;
  return isFiltered ? filteredPage(merchantId, filter, inOrder, limit) : sql`page as materialized (${inOrder})`;
}

// What was archived is looked up now and then, and by people: walking the list is enough.
function archivedPage(
  merchantId: MerchantId,
  filter: CampaignFilter,
  { changedAt, lineageId }: CampaignCursor,
  limit: number,
): Statement {
  return sql`page as materialized (
      select lineage_id, name, changed_at, tag_ids, live_version
      from campaigns
      where merchant_id = ${merchantId} and archived
        and plain_text like ${searchPattern(filter.search)}
        and tag_ids @> ${`{${filter.tagIds.join(',')}}`}::uuid[]
        and (changed_at, lineage_id) < (${changedAt}::timestamptz, ${lineageId}::uuid)
      order by changed_at desc, lineage_id desc
      limit ${limit}
    )`;
}

// As media are searched: a walk for what is common, terms for what is rare.
function filteredPage(merchantId: MerchantId, filter: CampaignFilter, inOrder: Statement, limit: number): Statement {
  const tagIds = `{${filter.tagIds.join(',')}}`;
  const matches = sql`plain_text like ${searchPattern(filter.search)} and tag_ids @> ${tagIds}::uuid[]`;
  const terms = sql`(text_terms(merchant_id, plain_text) || tag_terms(merchant_id, tag_ids))`;
  return sql`walk as materialized (${inOrder}
    ), walked as materialized (
      select lineage_id, name, changed_at, tag_ids, live_version from walk where ${matches} limit ${limit}
    ), walk_end as materialized (
      -- Empty when the page is full, or when the walk came to the end of the list.
      select changed_at, lineage_id from walk
      where (select count(*) from walked) < ${limit}
      limit 1 offset ${limit * WALK_PAGES - 1}
    ), wanted as materialized (
      select wanted_text_terms(${merchantId}, ${filter.search}) as text_terms,
        wanted_tag_terms(${merchantId}, ${tagIds}::uuid[]) as tag_terms, '{}'::bigint[] as nothing
      from walk_end
    ), further as materialized (
      select lineage_id, name, changed_at, tag_ids, live_version
      from campaigns
      where merchant_id = ${merchantId} and not archived
        -- Three conditions: see TERMS of media.
        and ${terms} @> (select text_terms from wanted)
        and ${terms} @> (select tag_terms from wanted) and ${terms} @> (select nothing from wanted)
        and ${matches}
        and (changed_at, lineage_id) < ((select changed_at from walk_end), (select lineage_id from walk_end))
        and exists (select from walk_end)
      order by changed_at desc, lineage_id desc
      limit ${limit}
    ), page as materialized (
      select * from (table walked union all table further) as found
      order by changed_at desc, lineage_id desc
      limit ${limit}
    )`;
}

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
