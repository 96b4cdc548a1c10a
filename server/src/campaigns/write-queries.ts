// The console's writes. A change holds its playlists first, in the order of their ids, and then the campaign, so that
// nobody waits in a circle.
import type { Flight, LiveContent } from '@vitrine/contract/campaigns';
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { LineageId, MerchantId, PersonId } from '../ids.js';

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
  return db.row<{ revision: number }>(sql`
    select revision from campaigns where merchant_id = ${merchantId} and lineage_id = ${lineageId} for update`);
}

export type NewCampaign = {
  readonly lineageId: LineageId;
  readonly name: string;
  readonly searchText: string;
  readonly tagIds: readonly string[];
  readonly at: string;
};

// Nothing when the id is taken; another that is being made under the same id is waited for.
export function insertCampaign(db: Queryable, merchantId: MerchantId, campaign: NewCampaign) {
  return db.row<{ lineage_id: string }>(sql`
    insert into campaigns (merchant_id, lineage_id, name, search_text, changed_at, tag_ids)
    values (${merchantId}, ${campaign.lineageId}, ${campaign.name}, ${campaign.searchText}, ${campaign.at},
            ${campaign.tagIds}::uuid[])
    on conflict do nothing
    returning lineage_id`);
}

export type CampaignFields = {
  readonly name: string;
  readonly searchText: string;
  readonly tagIds: readonly string[];
  readonly archived: boolean;
  readonly liveVersion: number | null;
  readonly withdrawnAt: string | null;
  readonly changedAt: string;
};

export function updateCampaignRow(db: Queryable, merchantId: MerchantId, lineageId: LineageId, fields: CampaignFields) {
  return db.rows(sql`
    update campaigns
    set name = ${fields.name}, search_text = ${fields.searchText}, tag_ids = ${fields.tagIds}::uuid[],
        archived = ${fields.archived}, live_version = ${fields.liveVersion}, withdrawn_at = ${fields.withdrawnAt},
        changed_at = ${fields.changedAt}, revision = revision + 1
    where merchant_id = ${merchantId} and lineage_id = ${lineageId}`);
}

export type WrittenVersion = {
  readonly version: number;
  readonly flight: Flight;
  readonly landscapeId: string | null;
  readonly portraitId: string | null;
  readonly published?: {
    readonly at: string;
    readonly personId: PersonId | null;
    readonly personName: string | null;
    readonly content: LiveContent;
  };
};

// Made, or written over while it was not published.
export function writeVersion(db: Queryable, merchantId: MerchantId, lineageId: LineageId, version: WrittenVersion) {
  const { flight, published } = version;
  return db.rows(sql`
    insert into campaign_versions as stored (merchant_id, lineage_id, version, flight_start, flight_end,
      landscape_playlist_id, portrait_playlist_id, published_at, content, published_by_person_id, published_by_name)
    values (${merchantId}, ${lineageId}, ${version.version}, ${flight.start}, ${flight.end}, ${version.landscapeId},
      ${version.portraitId}, ${published?.at ?? null}, ${published ? JSON.stringify(published.content) : null}::json,
      ${published?.personId ?? null}, ${published?.personName ?? null})
    on conflict (merchant_id, lineage_id, version) do update
    set flight_start = excluded.flight_start, flight_end = excluded.flight_end,
        landscape_playlist_id = excluded.landscape_playlist_id, portrait_playlist_id = excluded.portrait_playlist_id,
        published_at = excluded.published_at, content = excluded.content,
        published_by_person_id = excluded.published_by_person_id, published_by_name = excluded.published_by_name
    where stored.published_at is null`);
}

export function deleteVersion(db: Queryable, merchantId: MerchantId, lineageId: LineageId, version: number) {
  return db.rows(sql`
    delete from campaign_versions
    where merchant_id = ${merchantId} and lineage_id = ${lineageId} and version = ${version}`);
}

export function deleteCampaignRow(db: Queryable, merchantId: MerchantId, lineageId: LineageId) {
  return db.rows(sql`delete from campaigns where merchant_id = ${merchantId} and lineage_id = ${lineageId}`);
}
