// What plays when.
import { CAMPAIGN_COVERS_MAX, COVERED_ITEMS_MAX } from '@vitrine/contract/console-limits';
import type { CampaignStatus } from '@vitrine/contract/references';
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId } from '../ids.js';
import { dayOf, hasBegun, isOver, LIVE, playsAt, type Flown } from '../playlists/flight-conditions.js';
import type { LifecycleRow } from '../playlists/queries.js';
import type { ObjectKey } from '../storage/object-key.js';

const NEWEST: Flown = { start: sql`newest.flight_start`, end: sql`newest.flight_end` };

const touches = (flown: Flown, { from, to }: Days): Statement =>
  sql`(${hasBegun(flown, `${to}T23:59`)} and not ${isOver(flown, `${from}T00:00`)})`;

const liveVersion = (merchantId: MerchantId): Statement => sql`campaign_versions as live
      on live.merchant_id = ${merchantId} and live.lineage_id = campaign.lineage_id
        and live.version = campaign.live_version`;

const newestVersion = (merchantId: MerchantId): Statement => sql`lateral (
      select version, flight_start, flight_end, published_at from campaign_versions
      where merchant_id = ${merchantId} and lineage_id = campaign.lineage_id
      order by version desc
      limit 1
    ) as newest on true`;

const wasPublished = (merchantId: MerchantId): Statement => sql`exists (
      select from campaign_versions as published
      where published.merchant_id = ${merchantId} and published.lineage_id = campaign.lineage_id
        and published.published_at is not null)`;

// What a campaign is at that minute, as statusAt says it.
const statusColumn = (merchantId: MerchantId, wall: string): Statement => sql`case
      when campaign.live_version is null then case when ${wasPublished(merchantId)} then 'withdrawn' else 'draft' end
      when not ${hasBegun(LIVE, wall)} then 'upcoming'
      when ${isOver(LIVE, wall)} then 'ended'
      else 'running' end`;

// Of a `campaign` of a list: whether it is this at that minute. Only its own versions are looked at.
export const isInStatus = (merchantId: MerchantId, status: CampaignStatus, wall: string): Statement =>
  sql`${status} = (
        select ${statusColumn(merchantId, wall)}
        from (select campaigns.lineage_id, campaigns.live_version) as campaign
        left join ${liveVersion(merchantId)})`;

type StatusCount = { readonly status: CampaignStatus; readonly archived: boolean; readonly count: number };

export function countByStatus(
  db: Queryable,
  merchantId: MerchantId,
  { wall, where }: { readonly wall: string; readonly where: Statement },
) {
  return db.rows<StatusCount>(sql`
    select counted.status, counted.archived, count(*)::integer as count
    from (
      select campaign.archived, ${statusColumn(merchantId, wall)} as status
      from (select * from campaigns where merchant_id = ${merchantId} and ${where}) as campaign
      left join ${liveVersion(merchantId)}
    ) as counted
    group by counted.status, counted.archived`);
}

type Days = { readonly from: string; readonly to: string };

export type CalendarRow = Omit<LifecycleRow, 'timeZone'> & {
  readonly revision: number;
  readonly hasDraft: boolean;
  readonly draftStart: string | null;
  readonly draftEnd: string | null;
  readonly found: number;
};

// By name, the order in which campaigns take turns. Nothing is worked on where nothing was published since.
export function selectCalendar(db: Queryable, merchantId: MerchantId, days: Days, limit: number) {
  return db.rows<CalendarRow>(sql`
    select campaign.lineage_id as "lineageId", campaign.name, campaign.revision,
      campaign.live_version is not null as "isLive", ${wasPublished(merchantId)} as "wasPublished",
      live.flight_start as "flightStart", live.flight_end as "flightEnd",
      newest.published_at is null as "hasDraft",
      newest.flight_start as "draftStart", newest.flight_end as "draftEnd",
      count(*) over ()::integer as found
    from campaigns as campaign
    left join ${liveVersion(merchantId)}
    left join ${newestVersion(merchantId)}
    where campaign.merchant_id = ${merchantId} and not campaign.archived
      and ((live.version is not null and ${touches(LIVE, days)})
        or (newest.published_at is null and ${touches(NEWEST, days)}))
    order by campaign.search_text, campaign.lineage_id
    limit ${limit}`);
}

export type PlayingRow = {
  readonly lineageId: string;
  readonly name: string;
  readonly flightStart: string | null;
  readonly flightEnd: string | null;
  readonly hasDraft: boolean;
  readonly itemCount: number;
  readonly totalSeconds: number;
  readonly coverKeys: readonly ObjectKey[];
  readonly found: number;
};

// What is published and plays at that minute, in the order of the turns. Times are summed in whole microseconds, as
// everywhere; pictures are looked for among the first items only, so that a long playlist costs no more than a short one. What
// was frozen is read of those that are shown, not of all that play.
export const selectPlaying = (db: Queryable, merchantId: MerchantId, wall: string, limit: number) =>
  db.rows<PlayingRow>(playingAt(merchantId, wall, limit));

// Apart from it, so that a test can explain it.
export const playingAt = (merchantId: MerchantId, wall: string, limit: number): Statement => sql`
    with playing as materialized (
      select campaign.lineage_id, campaign.name, campaign.search_text, live.version, live.flight_start, live.flight_end,
        newest.published_at is null as "hasDraft", count(*) over ()::integer as found
      from campaigns as campaign
      join ${liveVersion(merchantId)}
      left join ${newestVersion(merchantId)}
      where campaign.merchant_id = ${merchantId} and not campaign.archived and ${playsAt(LIVE, wall)}
      order by campaign.search_text, campaign.lineage_id
      limit ${limit}
    ), shown as materialized (
      select playing.*, frozen.content -> 'landscape' -> 'items' as items
      from playing
      join campaign_versions as frozen on frozen.merchant_id = ${merchantId}
        and frozen.lineage_id = playing.lineage_id and frozen.version = playing.version
    )
    select shown.lineage_id as "lineageId", shown.name, shown.flight_start as "flightStart",
      shown.flight_end as "flightEnd", shown."hasDraft", json_array_length(shown.items) as "itemCount",
      (select coalesce(sum(floor(1000000 * (item ->> 'durationSeconds')::double precision + 0.5)), 0) / 1000000
       from json_array_elements(shown.items) as item) as "totalSeconds",
      array(
        select media.thumbnail_key
        from json_array_elements(shown.items) with ordinality as entry (item, place)
        join media on media.merchant_id = ${merchantId} and media.id = (entry.item ->> 'mediaId')::uuid
          and media.state = 'ready' and media.thumbnail_key is not null
        where entry.place <= ${COVERED_ITEMS_MAX}
        order by entry.place
        limit ${CAMPAIGN_COVERS_MAX}) as "coverKeys",
      shown.found
    from shown
    order by shown.search_text, shown.lineage_id`;

export type PlannedRow = {
  readonly lineageId: string;
  readonly name: string;
  readonly isLive: boolean;
  readonly wasPublished: boolean;
  readonly liveStart: string | null;
  readonly liveEnd: string | null;
  readonly flightStart: string | null;
  readonly flightEnd: string | null;
};

// What is not published and would play at that minute.
export function selectPlanned(db: Queryable, merchantId: MerchantId, wall: string, limit: number) {
  return db.rows<PlannedRow>(sql`
    select campaign.lineage_id as "lineageId", campaign.name, campaign.live_version is not null as "isLive",
      ${wasPublished(merchantId)} as "wasPublished", live.flight_start as "liveStart", live.flight_end as "liveEnd",
      newest.flight_start as "flightStart", newest.flight_end as "flightEnd"
    from campaigns as campaign
    left join ${liveVersion(merchantId)}
    left join ${newestVersion(merchantId)}
    where campaign.merchant_id = ${merchantId} and not campaign.archived and newest.published_at is null
      and ${playsAt(NEWEST, wall)}
    order by campaign.search_text, campaign.lineage_id
    limit ${limit}`);
}

export type LiveRow = Omit<LifecycleRow, 'timeZone'> & { readonly hasDraft: boolean; readonly found: number };

const liveColumns = sql`campaign.lineage_id as "lineageId", campaign.name, true as "isLive", true as "wasPublished",
      live.flight_start as "flightStart", live.flight_end as "flightEnd", newest.published_at is null as "hasDraft",
      count(*) over ()::integer as found`;

// Live campaigns of which one end of the flight lies after one minute and not after another.
export function selectTurning(
  db: Queryable,
  merchantId: MerchantId,
  { wall, until }: { readonly wall: string; readonly until: string },
  limit: number,
) {
  return db.rows<LiveRow>(sql`
    select ${liveColumns}
    from campaigns as campaign
    join ${liveVersion(merchantId)}
    left join ${newestVersion(merchantId)}
    where campaign.merchant_id = ${merchantId} and not campaign.archived and not ${isOver(LIVE, wall)}
      and ((not ${hasBegun(LIVE, wall)} and ${hasBegun(LIVE, until)})
        or (live.flight_end is not null and (${isOver(LIVE, until)} or live.flight_end = ${dayOf(until)})))
    order by least(case when ${hasBegun(LIVE, wall)} then null else live.flight_start end, live.flight_end) collate "C",
      campaign.lineage_id
    limit ${limit}`);
}

// Live campaigns that are not over, the last changed first.
export function selectLive(db: Queryable, merchantId: MerchantId, wall: string, limit: number) {
  return db.rows<LiveRow>(sql`
    select ${liveColumns}
    from campaigns as campaign
    join ${liveVersion(merchantId)}
    left join ${newestVersion(merchantId)}
    where campaign.merchant_id = ${merchantId} and not campaign.archived and not ${isOver(LIVE, wall)}
    order by campaign.changed_at desc, campaign.lineage_id
    limit ${limit}`);
}

type FlightRow = {
  readonly lineageId: string;
  readonly name: string;
  readonly start: string | null;
  readonly end: string | null;
  readonly tagIds: readonly string[];
};

// All that are live, in the order of the turns.
export function selectFlights(db: Queryable, merchantId: MerchantId) {
  return db.rows<FlightRow>(sql`
    select campaign.lineage_id as "lineageId", campaign.name, live.flight_start as start, live.flight_end as end,
      campaign.tag_ids as "tagIds"
    from campaigns as campaign
    join ${liveVersion(merchantId)}
    where campaign.merchant_id = ${merchantId} and not campaign.archived
    order by campaign.search_text, campaign.lineage_id`);
}

export async function countOtherScreens(db: Queryable, merchantId: MerchantId): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from screens where merchant_id = ${merchantId} and time_zone is not null`);
  return row?.count ?? 0;
}

export function selectScreenTags(db: Queryable, merchantId: MerchantId) {
  return db.rows<{ readonly tagIds: readonly string[] }>(sql`
    select distinct tag_ids as "tagIds" from screens where merchant_id = ${merchantId}`);
}
