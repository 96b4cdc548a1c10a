// What is done to many media at once.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MediaId, MerchantId } from '../ids.js';
import type { PlayingRow } from './console-queries.js';

export type TaggedRow = { readonly id: MediaId; readonly name: string; readonly tag_ids: readonly string[] };

// In the order of ids, as whoever locks several does.
export function lockManyTagged(db: Queryable, merchantId: MerchantId, mediaIds: readonly MediaId[]) {
  return db.rows<TaggedRow>(sql`
    select id, name, tag_ids from media
    where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[]) and state = 'ready'
    order by id
    for update`);
}

// New ones behind those that an item carries, as one by one.
export async function addTagsToMany(
  db: Queryable,
  merchantId: MerchantId,
  mediaIds: readonly string[],
  tagIds: readonly string[],
): Promise<void> {
  if (mediaIds.length === 0) return;
  await db.rows(sql`
    update media
    set tag_ids = tag_ids || array(select tag from unnest(${tagIds}::uuid[]) with ordinality as given (tag, at)
      where tag <> all(tag_ids) order by at)
    where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[])`);
}

export async function removeTagsFromMany(
  db: Queryable,
  merchantId: MerchantId,
  mediaIds: readonly string[],
  tagIds: readonly string[],
): Promise<void> {
  if (mediaIds.length === 0) return;
  await db.rows(sql`
    update media
    set tag_ids = array(select tag from unnest(tag_ids) with ordinality as carried (tag, at)
      where tag <> all(${tagIds}::uuid[]) order by at)
    where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[])`);
}

export type ManyPlayingRow = Omit<PlayingRow, 'lineage_id' | 'time_zone'> & { readonly media_id: MediaId };

// Which of them live versions play, and in which campaigns, by name.
export function selectCampaignsPlayingMany(db: Queryable, merchantId: MerchantId, mediaIds: readonly MediaId[]) {
  return db.rows<ManyPlayingRow>(sql`
    select played.media_id, campaign.name, live.flight_start, live.flight_end
    from campaigns as campaign
    join campaign_versions as live
      on live.merchant_id = ${merchantId} and live.lineage_id = campaign.lineage_id
      and live.version = campaign.live_version
    cross join lateral unnest(live.played_media) as played (media_id)
    where campaign.merchant_id = ${merchantId} and played.media_id = any(${mediaIds}::uuid[])
    order by campaign.search_text, campaign.lineage_id`);
}
