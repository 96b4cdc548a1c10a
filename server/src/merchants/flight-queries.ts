// The flights of all campaigns at once, for a change of the time zone that they are read in.
import type { Flight } from '@vitrine/contract/campaign-content';
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';

type FlightRow = Flight & {
  readonly lineageId: string;
  readonly version: number;
  readonly archived: boolean;
};

// Of each campaign the live version and the newest. Locked in the order of ids, as whoever locks several does; read after
// that, so that a publication of this moment is among them.
export async function lockFlights(db: Queryable, merchantId: MerchantId): Promise<FlightRow[]> {
  await db.rows(sql`
    select from campaigns where merchant_id = ${merchantId} order by lineage_id for update`);
  return db.rows<FlightRow>(sql`
    select version.lineage_id as "lineageId", version.version, version.flight_start as start, version.flight_end as end,
      campaign.archived
    from campaigns as campaign
    join campaign_versions as version
      on version.merchant_id = ${merchantId} and version.lineage_id = campaign.lineage_id
    where campaign.merchant_id = ${merchantId}
      and (version.flight_start is not null or version.flight_end is not null)
      and (version.version = campaign.live_version or not exists (
        select from campaign_versions as later
        where later.merchant_id = ${merchantId} and later.lineage_id = campaign.lineage_id
          and later.version > version.version))
    order by version.lineage_id, version.version`);
}

// Each campaign gets a new revision: whoever has it open is told that it changed, and does not write the old dates back.
export async function updateFlights(
  db: Queryable,
  merchantId: MerchantId,
  moved: readonly FlightRow[],
  at: string,
): Promise<void> {
  if (moved.length === 0) return;
  // By its place in the list, without a join with it: Citus would run that on every shard.
  const keys = moved.map(({ lineageId, version }) => `${lineageId} ${version}`);
  await db.rows(sql`
    update campaign_versions set flight_start = (${moved.map(({ start }) => start)}::text[])[array_position(${keys}::text[], lineage_id::text || ' ' || version::text)],
      flight_end = (${moved.map(({ end }) => end)}::text[])[array_position(${keys}::text[], lineage_id::text || ' ' || version::text)]
    where merchant_id = ${merchantId} and lineage_id = any(${moved.map(({ lineageId }) => lineageId)}::uuid[])
      and lineage_id::text || ' ' || version::text = any(${keys}::text[])`);
  await db.rows(sql`
    update campaigns set changed_at = ${at}, revision = revision + 1
    where merchant_id = ${merchantId} and lineage_id = any(${moved.map(({ lineageId }) => lineageId)}::uuid[])`);
}

type Content = {
  readonly versions: readonly { readonly flightStart: string | null; readonly flightEnd: string | null }[];
};

export function selectDeletedFlights(db: Queryable, merchantId: MerchantId) {
  return db.rows<{ id: string; content: Content }>(sql`
    select id, content from deleted_content where merchant_id = ${merchantId} and kind = 'campaign'
    order by id
    for update`);
}

export function updateDeletedFlights(db: Queryable, merchantId: MerchantId, id: string, content: Content) {
  return db.rows(sql`
    update deleted_content set content = ${JSON.stringify(content)}::json
    where merchant_id = ${merchantId} and kind = 'campaign' and id = ${id}`);
}
