import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

export function selectThumbnailKeys(db: Queryable, merchantId: MerchantId, mediaIds: readonly string[]) {
  return db.rows<{ id: string; thumbnail_key: ObjectKey }>(sql`
    select id, thumbnail_key from media
    where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[]) and state = 'ready'
      and thumbnail_key is not null`);
}

export function selectReadyIds(db: Queryable, merchantId: MerchantId, mediaIds: readonly string[]) {
  return db.rows<{ id: string }>(sql`
    select id from media where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[]) and state = 'ready'`);
}

type MediaUseRow = { media_id: string; name: string };

// Playlists that have the items, and campaigns whose live version plays them: of each item by name, playlists first.
export async function selectMediaUses(db: Queryable, merchantId: MerchantId, mediaIds: readonly string[]) {
  const [playlists, campaigns] = await Promise.all([
    db.rows<MediaUseRow>(sql`
      select item.media_id, playlist.name from playlists as playlist
      join (
        select distinct media_id, playlist_id from playlist_items
        where merchant_id = ${merchantId} and media_id = any(${mediaIds}::uuid[])
      ) as item on item.playlist_id = playlist.id
      where playlist.merchant_id = ${merchantId}
      order by playlist.search_text, playlist.id`),
    db.rows<MediaUseRow>(sql`
      select media_id, campaign.name
      from campaigns as campaign
      join campaign_versions as live
        on live.merchant_id = ${merchantId} and live.lineage_id = campaign.lineage_id
        and live.version = campaign.live_version
      cross join unnest(${mediaIds}::uuid[]) as media_id
      where campaign.merchant_id = ${merchantId} and live.played_media && ${mediaIds}::uuid[]
        and live.played_media @> array[media_id]
      order by campaign.search_text, campaign.lineage_id`),
  ]);
  return [...playlists, ...campaigns];
}

// Which of these ids something of the merchant has, whatever it is.
export function selectMadeIds(db: Queryable, merchantId: MerchantId, ids: readonly string[]) {
  return db.rows<{ id: string }>(sql`
    select id from media where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    union all select id from playlists where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    union all select lineage_id from campaigns where merchant_id = ${merchantId} and lineage_id = any(${ids}::uuid[])`);
}
