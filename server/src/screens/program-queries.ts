import type { PlayItem } from '@vitrine/contract/playlists';
import type { MediaType } from '@vitrine/contract/media';
import type { Orientation } from '@vitrine/contract/screen-words';
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { LineageId, MerchantId, PlaylistId, ScreenId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

export type FlownRow = {
  readonly lineageId: LineageId;
  readonly name: string;
  readonly version: number;
  readonly start: string | null;
  readonly end: string | null;
};

// What is live, and of that what carries one of the tags, where any are given; in the order of the turns. Flights only: what
// was frozen is read of those that a program holds.
export function selectFlown(db: Queryable, merchantId: MerchantId, tagIds: readonly string[]) {
  return db.rows<FlownRow>(sql`
    select campaign.lineage_id as "lineageId", campaign.name, live.version, live.flight_start as start,
      live.flight_end as end
    from campaigns as campaign
    join campaign_versions as live on live.merchant_id = ${merchantId} and live.lineage_id = campaign.lineage_id
      and live.version = campaign.live_version
    where campaign.merchant_id = ${merchantId} and not campaign.archived
      and (cardinality(${tagIds}::uuid[]) = 0 or campaign.tag_ids && ${tagIds}::uuid[])
    order by campaign.search_text, campaign.lineage_id`);
}

type SetUpRow = {
  readonly id: ScreenId | null;
  readonly name: string;
  readonly orientation: Orientation;
  readonly timeZone: string;
  readonly tagIds: readonly string[];
  readonly defaultPlaylistId: PlaylistId | null;
};

// All screens of a merchant. A merchant without any has one row without an id.
export function selectSetUps(db: Queryable, merchantId: MerchantId) {
  return db.rows<SetUpRow>(sql`
    select s.id, coalesce(s.name, '') as name, coalesce(s.orientation, 'landscape') as orientation,
      coalesce(s.tag_ids, '{}') as "tagIds", coalesce(s.time_zone, m.time_zone) as "timeZone",
      m.default_playlist_id as "defaultPlaylistId"
    from merchants m left join screens s on s.merchant_id = m.id
    where m.id = ${merchantId}`);
}

type Frozen = { readonly lineageId: LineageId; readonly items: readonly PlayItem[] | null };

export function selectFrozenItems(
  db: Queryable,
  merchantId: MerchantId,
  wanted: readonly Pick<FlownRow, 'lineageId' | 'version'>[],
  orientation: Orientation,
) {
  return db.rows<Frozen>(sql`
    select frozen.lineage_id as "lineageId",
      case when ${orientation} = 'portrait' and json_typeof(frozen.content -> 'portrait') = 'object'
        then frozen.content -> 'portrait' -> 'items' else frozen.content -> 'landscape' -> 'items' end as items
    from campaign_versions as frozen
    join unnest(${wanted.map(({ lineageId }) => lineageId)}::uuid[], ${wanted.map(({ version }) => version)}::integer[])
      as wanted (lineage_id, version) on frozen.lineage_id = wanted.lineage_id and frozen.version = wanted.version
    where frozen.merchant_id = ${merchantId}`);
}

export type ProgramMediaRow = {
  readonly id: string;
  readonly name: string;
  readonly type: MediaType;
  readonly mimeType: string | null;
  readonly sha256: string | null;
  readonly sizeBytes: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly objectKey: ObjectKey | null;
  readonly pageUrl: string | null;
};

export function selectProgramMedia(db: Queryable, merchantId: MerchantId, mediaIds: readonly string[]) {
  return db.rows<ProgramMediaRow>(sql`
    select id, name, type, mime_type as "mimeType", encode(sha256, 'hex') as sha256, size_bytes as "sizeBytes", width,
      height, object_key as "objectKey", page_url as "pageUrl"
    from media
    where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[]) and state = 'ready'
    order by id`);
}
