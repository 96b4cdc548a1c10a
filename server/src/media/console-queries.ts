// What only the console reads and writes of media.
import type { MediaAdder } from '@vitrine/contract/library';
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MediaId, MerchantId } from '../ids.js';
import type { MediaRow } from './queries.js';
import type { WarnedRow } from './warnings.js';

export type ConsoleMediaRow = MediaRow &
  WarnedRow & {
    readonly description: string | null;
    readonly revision: number;
    readonly file_name: string | null;
    // Null for a web page.
    readonly size_bytes: number | null;
    readonly is_broken: boolean;
  };

export function selectConsoleMedia(db: Queryable, merchantId: MerchantId, mediaId: MediaId) {
  return db.row<ConsoleMediaRow>(sql`
    select id, name, type, width, height, duration_seconds, tag_ids, created_at, object_key, thumbnail_key, page_url,
      description, revision, file_name, mime_type, size_bytes, codec, is_broken, is_playable,
      screens.screen_codecs, screens.screen_max_width, screens.screen_max_height,
      (select version from tag_versions where merchant_id = ${merchantId}) as tag_version
    from media
    cross join (
      select screen_codecs, screen_max_width, screen_max_height from merchants where merchants.id = ${merchantId}
    ) as screens
    where merchant_id = ${merchantId} and id = ${mediaId} and state = 'ready'`);
}

export function selectPlaylistsWith(db: Queryable, merchantId: MerchantId, mediaId: MediaId) {
  return db.rows<{ id: string; name: string; shared: boolean }>(sql`
    select id, name, shared from playlists
    where merchant_id = ${merchantId} and exists (
      select from playlist_items as item
      where item.merchant_id = ${merchantId} and item.playlist_id = playlists.id and item.media_id = ${mediaId})
    order by search_text, id`);
}

export type PlayingRow = {
  readonly lineage_id: string;
  readonly name: string;
  readonly flight_start: string | null;
  readonly flight_end: string | null;
  readonly time_zone: string;
};

// Campaigns whose live version plays it, archived or not.
export function selectCampaignsPlaying(db: Queryable, merchantId: MerchantId, mediaId: MediaId) {
  return db.rows<PlayingRow>(sql`
    select campaign.lineage_id, campaign.name, live.flight_start, live.flight_end,
      (select time_zone from merchants where id = ${merchantId}) as time_zone
    from campaigns as campaign
    join campaign_versions as live
      on live.merchant_id = ${merchantId} and live.lineage_id = campaign.lineage_id
      and live.version = campaign.live_version
    where campaign.merchant_id = ${merchantId} and live.played_media @> array[${mediaId}::uuid]
    order by campaign.search_text, campaign.lineage_id`);
}

type NewPage = {
  readonly id: MediaId;
  readonly name: string;
  readonly searchText: string;
  readonly url: string;
  readonly createdAt: string;
  readonly addedBy: MediaAdder;
};

// Nothing when the id is taken.
export function insertPage(db: Queryable, merchantId: MerchantId, page: NewPage) {
  return db.row<{ id: string }>(sql`
    insert into media (merchant_id, id, state, type, name, search_text, created_at, page_url, added_by_kind,
      added_by_id, added_by_name)
    values (${merchantId}, ${page.id}, 'ready', 'web', ${page.name}, ${page.searchText}, ${page.createdAt}, ${page.url},
      ${page.addedBy.kind}, ${page.addedBy.id}, ${page.addedBy.name})
    on conflict do nothing
    returning id`);
}

export type MediaText = { readonly name: string; readonly description: string | null };

// Held until the transaction ends, so that of two changes at once the second sees the first.
export function lockMediaText(db: Queryable, merchantId: MerchantId, mediaId: MediaId) {
  return db.row<MediaText & { readonly revision: number }>(sql`
    select name, description, revision from media
    where merchant_id = ${merchantId} and id = ${mediaId} and state = 'ready'
    for no key update`);
}

export function updateMediaText(
  db: Queryable,
  merchantId: MerchantId,
  mediaId: MediaId,
  { name, description, searchText }: MediaText & { readonly searchText: string },
) {
  return db.rows(sql`
    update media
    set name = ${name}, description = ${description}, search_text = ${searchText}, revision = revision + 1
    where merchant_id = ${merchantId} and id = ${mediaId}`);
}
