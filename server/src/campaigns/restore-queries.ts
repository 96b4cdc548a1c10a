// What a campaign takes with it into the trash, and what brings it back.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { DeletedCampaign, DeletedVersion } from '../deleted/queries.js';
import { searchText } from '../fold.js';
import type { LineageId, MerchantId } from '../ids.js';

export function selectDeletedVersions(db: Queryable, merchantId: MerchantId, lineageId: LineageId) {
  return db.rows<DeletedVersion>(sql`
    select version, flight_start as "flightStart", flight_end as "flightEnd",
      landscape_playlist_id as "landscapePlaylistId", portrait_playlist_id as "portraitPlaylistId"
    from campaign_versions
    where merchant_id = ${merchantId} and lineage_id = ${lineageId}
    order by version`);
}

// Those that any campaign may name. What is kept to another campaign by now is not among them.
export function lockSharedPlaylists(db: Queryable, merchantId: MerchantId, playlistIds: readonly string[]) {
  return db.rows<{ id: string }>(sql`
    select id from playlists
    where merchant_id = ${merchantId} and id = any(${playlistIds}::uuid[]) and shared
    order by id
    for no key update`);
}

type Restored = Pick<DeletedCampaign, 'archived' | 'changedAt' | 'revision'> & {
  readonly lineageId: LineageId;
  readonly name: string;
  readonly tagIds: readonly string[];
};

// With the date that it had. Nothing when the id is taken.
export function insertRestored(db: Queryable, merchantId: MerchantId, campaign: Restored) {
  const { lineageId, name, tagIds, archived, changedAt, revision } = campaign;
  return db.row<{ lineage_id: string }>(sql`
    insert into campaigns (merchant_id, lineage_id, name, search_text, archived, changed_at, tag_ids, revision)
    values (${merchantId}, ${lineageId}, ${name}, ${searchText(name)}, ${archived}, ${changedAt}, ${tagIds}::uuid[],
            ${revision + 1})
    on conflict do nothing
    returning lineage_id`);
}

export function selectLineageIdsAmong(db: Queryable, merchantId: MerchantId, ids: readonly string[]) {
  return db.rows<{ id: string }>(sql`
    select lineage_id as id from campaigns
    where merchant_id = ${merchantId} and lineage_id = any(${ids}::uuid[])
    order by lineage_id`);
}
