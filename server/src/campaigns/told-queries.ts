// What the feed has told of live campaigns.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';
import type { ToldStatus } from './queries.js';
import type { Flown } from './told-campaign.js';

// Of archived ones nothing is told.
export function selectFlown(db: Queryable, merchantId: MerchantId) {
  return db.rows<Flown>(sql`
    select campaign.lineage_id as "lineageId", campaign.told_status as "toldStatus",
      json_build_object('start', live.flight_start, 'end', live.flight_end) as flight,
      (select time_zone from merchants where id = ${merchantId}) as "timeZone"
    from campaigns as campaign
    join campaign_versions as live on live.merchant_id = ${merchantId} and live.lineage_id = campaign.lineage_id
      and live.version = campaign.live_version
    where campaign.merchant_id = ${merchantId} and not campaign.archived
    order by campaign.lineage_id`);
}

// In the order of ids, as whoever locks several does.
export function lockFlown(db: Queryable, merchantId: MerchantId, lineageIds: readonly string[]) {
  return db.rows(sql`
    select from campaigns where merchant_id = ${merchantId} and lineage_id = any(${lineageIds}::uuid[])
    order by lineage_id
    for no key update`);
}

type Told = { readonly lineageId: string; readonly status: ToldStatus };

// Without a join with what is told: Citus would run that on every shard.
export function updateTold(db: Queryable, merchantId: MerchantId, told: readonly Told[]) {
  const ids = told.map(({ lineageId }) => lineageId);
  const statuses = told.map(({ status }) => status);
  return db.rows(sql`
    update campaigns set told_status = (${statuses}::text[])[array_position(${ids}::uuid[], lineage_id)]
    where merchant_id = ${merchantId} and lineage_id = any(${ids}::uuid[])`);
}
