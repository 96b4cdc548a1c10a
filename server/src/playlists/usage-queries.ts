// Which campaigns use a playlist: those whose live version or newest version names it.
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId, PlaylistId } from '../ids.js';

export type UsingRow = {
  readonly lineage_id: string;
  readonly name: string;
  readonly is_live: boolean;
  readonly was_published: boolean;
  // Of the live version, otherwise of the newest.
  readonly flight_start: string | null;
  readonly flight_end: string | null;
  readonly time_zone: string;
};

export function selectCampaignsUsing(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId) {
  return db.rows<UsingRow>(sql`
    select campaign.lineage_id, campaign.name, campaign.live_version is not null as is_live,
      exists (
        select from campaign_versions as published
        where published.merchant_id = ${merchantId} and published.lineage_id = campaign.lineage_id
          and published.published_at is not null
      ) as was_published,
      shown.flight_start, shown.flight_end, (select time_zone from merchants where id = ${merchantId}) as time_zone
    from campaigns as campaign
    join lateral (
      select flight_start, flight_end from campaign_versions
      where merchant_id = ${merchantId} and lineage_id = campaign.lineage_id
        and version = coalesce(campaign.live_version, version)
      order by version desc
      limit 1
    ) as shown on true
    where campaign.merchant_id = ${merchantId} and campaign.lineage_id in (${lineagesUsing(merchantId, playlistId)})
    order by campaign.search_text, campaign.lineage_id`);
}

// Each side by its own index; of what they find, a version counts when it is live or the newest.
const lineagesUsing = (merchantId: MerchantId, playlistId: PlaylistId | Statement): Statement => sql`
      select named.lineage_id
      from (
        select lineage_id, version from campaign_versions
        where merchant_id = ${merchantId} and landscape_playlist_id = ${playlistId}
        union all
        select lineage_id, version from campaign_versions
        where merchant_id = ${merchantId} and portrait_playlist_id = ${playlistId}
      ) as named
      join campaigns as naming on naming.merchant_id = ${merchantId} and naming.lineage_id = named.lineage_id
      where named.version = naming.live_version or named.version = (
        select max(version) from campaign_versions as newest
        where newest.merchant_id = ${merchantId} and newest.lineage_id = named.lineage_id)`;

// A playlist that is about to be gone leaves a gap in what is being worked on. What was published is frozen.
export function clearFromDrafts(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId) {
  return db.rows<{ lineage_id: string }>(sql`
    update campaign_versions as draft
    set landscape_playlist_id = nullif(draft.landscape_playlist_id, ${playlistId}),
        portrait_playlist_id = nullif(draft.portrait_playlist_id, ${playlistId})
    where draft.merchant_id = ${merchantId} and draft.published_at is null
      and (draft.landscape_playlist_id = ${playlistId} or draft.portrait_playlist_id = ${playlistId})
      and draft.version = (
        select max(version) from campaign_versions as newest
        where newest.merchant_id = ${merchantId} and newest.lineage_id = draft.lineage_id)
    returning draft.lineage_id`);
}

// In the order of ids, as every statement that locks several.
export function lockCampaignsUsing(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId) {
  return db.rows<{ lineage_id: string }>(sql`
    select lineage_id from campaigns
    where merchant_id = ${merchantId} and lineage_id in (${lineagesUsing(merchantId, playlistId)})
    order by lineage_id
    for update`);
}

export function touchCampaigns(db: Queryable, merchantId: MerchantId, lineageIds: readonly string[], at: string) {
  return db.rows(sql`
    update campaigns set revision = revision + 1, changed_at = ${at}
    where merchant_id = ${merchantId} and lineage_id = any(${lineageIds}::uuid[])`);
}

// A playlist that was kept to a campaign which no longer uses it would be in no list and in no campaign: it is shared.
export function shareUnused(db: Queryable, merchantId: MerchantId, playlistIds: readonly string[]) {
  return db.rows(sql`
    update playlists set shared = true, revision = revision + 1
    where merchant_id = ${merchantId} and id = any(${playlistIds}::uuid[]) and not shared
      and not exists (${lineagesUsing(merchantId, sql`playlists.id`)})`);
}
