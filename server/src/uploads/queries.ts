import type { MediaType } from '@vitrine/contract/media';
import { activityColumns, activityValues, type Deed } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { MediaId, MerchantId } from '../ids.js';
import type { FileType } from '../storage/file-type.js';
import type { ObjectKey } from '../storage/object-key.js';

// What a start writes down. Keys are used only when the item is new; a retry keeps those it has.
export type UploadDraft = {
  readonly id: MediaId;
  readonly type: MediaType;
  readonly name: string;
  readonly search_text: string;
  readonly file_name: string;
  readonly mime_type: FileType;
  readonly size_bytes: number;
  readonly sha256: Buffer;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration_seconds: number | null;
  readonly object_key: ObjectKey;
  readonly thumbnail_key: ObjectKey | null;
  readonly thumbnail_size_bytes: number | null;
  readonly reserved_bytes: number;
  readonly ticketed_at: string;
};

export type StartRow = {
  // The item that has the id: whether it is ready, and whether it is the same file.
  same_id_state: 'awaiting' | 'ready' | null;
  same_id_is_same_file: boolean | null;
  same_id_name: string | null;
  same_id_type: MediaType | null;
  // The oldest ready item with the same bytes.
  twin_id: MediaId | null;
  twin_name: string | null;
  twin_type: MediaType | null;
  // Set when the upload was started or resumed.
  object_key: ObjectKey | null;
  thumbnail_key: ObjectKey | null;
  is_full: boolean;
  codecs: string[];
  max_width: number;
  max_height: number;
};

// Decides and writes in one statement, on one shard. The usage row is locked first, so starts of one merchant pass one
// after the other and a race cannot pass the quota. What was read before the lock was granted may be stale; then neither
// write finds what it expects, nothing is written, and the caller asks again.
export function startOrResume(db: Queryable, merchantId: MerchantId, draft: UploadDraft, dropAfterMs: number) {
  return db.row<StartRow>(sql`
    with usage as materialized (
      select used_bytes + reserved_bytes as taken_bytes from storage_usage where merchant_id = ${merchantId} for update
    ), same_id as materialized (
      select state, name, type, object_key, thumbnail_key, reserved_bytes,
        sha256 is not distinct from ${draft.sha256} and size_bytes = ${draft.size_bytes} and mime_type = ${draft.mime_type} as is_same_file
      from media where merchant_id = ${merchantId} and id = ${draft.id}
    ), twin as materialized (
      select id, name, type from media
      where merchant_id = ${merchantId} and sha256 = ${draft.sha256} and size_bytes = ${draft.size_bytes} and state = 'ready'
      order by created_at, id limit 1
    ), plan as materialized (
      select usage.taken_bytes + ${draft.reserved_bytes}::bigint - coalesce((select reserved_bytes from same_id), 0) > m.storage_quota_bytes as is_full
      from usage, merchants m where m.id = ${merchantId}
    ), started as (
      insert into media (merchant_id, id, state, type, name, search_text, width, height, duration_seconds, created_at, file_name,
        mime_type, size_bytes, sha256, object_key, thumbnail_key, thumbnail_size_bytes, reserved_bytes, ticketed_at)
      select ${merchantId}::uuid, ${draft.id}::uuid, 'awaiting', ${draft.type}, ${draft.name}, ${draft.search_text}, ${draft.width}::integer,
        ${draft.height}::integer, ${draft.duration_seconds}::double precision, ${draft.ticketed_at}::timestamptz, ${draft.file_name},
        ${draft.mime_type}, ${draft.size_bytes}::bigint, ${draft.sha256}::bytea, ${draft.object_key}, ${draft.thumbnail_key},
        ${draft.thumbnail_size_bytes}::bigint, ${draft.reserved_bytes}::bigint, ${draft.ticketed_at}::timestamptz
      from plan where not is_full and not exists (select from same_id) and not exists (select from twin)
      on conflict do nothing
      returning object_key, thumbnail_key
    ), resumed as (
      update media
      set name = ${draft.name}, search_text = ${draft.search_text}, file_name = ${draft.file_name}, width = ${draft.width}::integer,
        height = ${draft.height}::integer, duration_seconds = ${draft.duration_seconds}::double precision,
        thumbnail_key = case when ${draft.thumbnail_key}::text is null then null else coalesce(media.thumbnail_key, ${draft.thumbnail_key}) end,
        thumbnail_size_bytes = ${draft.thumbnail_size_bytes}::bigint, reserved_bytes = ${draft.reserved_bytes},
        ticketed_at = ${draft.ticketed_at}::timestamptz
      from same_id, plan
      where media.merchant_id = ${merchantId} and media.id = ${draft.id} and media.state = 'awaiting'
        and media.reserved_bytes = same_id.reserved_bytes and same_id.is_same_file and not plan.is_full
        and not exists (select from twin)
      returning media.object_key, media.thumbnail_key
    ), written as (
      select object_key, thumbnail_key from started union all select object_key, thumbnail_key from resumed
    ), reserved as (
      update storage_usage
      set reserved_bytes = reserved_bytes + ${draft.reserved_bytes}::bigint - coalesce((select reserved_bytes from same_id), 0)
      where merchant_id = ${merchantId} and exists (select from written)
    ), dropped as (
      -- The awaited file has become ready under another id.
      delete from media using usage, same_id, twin
      where media.merchant_id = ${merchantId} and media.id = ${draft.id} and media.state = 'awaiting' and same_id.is_same_file
      returning media.object_key, media.thumbnail_key, media.reserved_bytes, media.ticketed_at
    ), doomed as (
      insert into doomed_objects (merchant_id, object_key, reserved_bytes, delete_after)
      select ${merchantId}::uuid, object_key, reserved_bytes, ticketed_at + ${dropAfterMs} * interval '1 millisecond' from dropped
      union all
      select ${merchantId}::uuid, thumbnail_key, 0, ticketed_at + ${dropAfterMs} * interval '1 millisecond' from dropped where thumbnail_key is not null
      on conflict do nothing
    )
    select same_id.state as same_id_state, same_id.is_same_file as same_id_is_same_file, same_id.name as same_id_name,
      same_id.type as same_id_type, twin.id as twin_id, twin.name as twin_name, twin.type as twin_type, written.object_key,
      written.thumbnail_key, plan.is_full, m.screen_codecs as codecs, m.screen_max_width as max_width, m.screen_max_height as max_height
    from merchants m join plan on true left join same_id on true left join twin on true left join written on true
    where m.id = ${merchantId}`);
}

export type UploadRow = {
  state: 'awaiting' | 'ready';
  type: MediaType;
  mime_type: FileType;
  size_bytes: number;
  sha256: Buffer;
  width: number | null;
  height: number | null;
  duration_seconds: number | null;
  object_key: ObjectKey;
  thumbnail_key: ObjectKey | null;
  thumbnail_size_bytes: number | null;
  name: string;
};

export function selectUpload(db: Queryable, merchantId: MerchantId, mediaId: MediaId) {
  return db.row<UploadRow>(sql`
    select state, type, mime_type, size_bytes, sha256, width, height, duration_seconds, object_key, thumbnail_key,
      thumbnail_size_bytes, name
    from media where merchant_id = ${merchantId} and id = ${mediaId}`);
}

export type Ready = {
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  // What was looked at in storage; null: no thumbnail arrived.
  readonly objectKey: ObjectKey;
  readonly thumbnailKey: ObjectKey | null;
  readonly thumbnailBytes: number | null;
  readonly stagingKeys: readonly ObjectKey[];
  readonly dropAfterMs: number;
};

// Ready, counted and written into the log in one statement. No row when another finalize was first, or when it was dropped.
// Nor when the id was deleted and taken again meanwhile: nobody has looked at the objects of that one. Keys that a URL can
// still write are doomed with it.
export function markReady(db: Queryable, merchantId: MerchantId, mediaId: MediaId, ready: Ready, deed: Deed) {
  return db.row<{ id: MediaId }>(sql`
    with usage as materialized (
      -- First, as a start does: two that take these locks in another order would wait for each other.
      select from storage_usage where merchant_id = ${merchantId} for update
    ), awaited as (
      select media.reserved_bytes, media.ticketed_at from usage, media
      where media.merchant_id = ${merchantId} and media.id = ${mediaId} and media.state = 'awaiting'
        and media.object_key = ${ready.objectKey}
      for update of media
    ), ready as (
      update media
      set state = 'ready', created_at = ${deed.at}::timestamptz, ticketed_at = null, reserved_bytes = 0,
        width = coalesce(media.width, ${ready.width}::integer), height = coalesce(media.height, ${ready.height}::integer),
        duration_seconds = coalesce(media.duration_seconds, ${ready.durationSeconds}::double precision),
        thumbnail_key = case when ${isSameThumbnail(ready)} then media.thumbnail_key end,
        thumbnail_size_bytes = case when ${isSameThumbnail(ready)} then media.thumbnail_size_bytes end
      from awaited
      where media.merchant_id = ${merchantId} and media.id = ${mediaId} and media.state = 'awaiting'
      returning media.id, media.size_bytes + coalesce(media.thumbnail_size_bytes, 0) as kept_bytes, awaited.reserved_bytes as freed_bytes
    ), counted as (
      update storage_usage set used_bytes = used_bytes + ready.kept_bytes, reserved_bytes = storage_usage.reserved_bytes - ready.freed_bytes
      from ready where storage_usage.merchant_id = ${merchantId}
    ), doomed as (
      insert into doomed_objects (merchant_id, object_key, reserved_bytes, delete_after)
      select ${merchantId}::uuid, key, 0, awaited.ticketed_at + ${ready.dropAfterMs} * interval '1 millisecond'
      from ready, awaited, unnest(${ready.stagingKeys}::text[]) as key
      on conflict do nothing
    ), logged as (
      insert into activity ${activityColumns} select ${activityValues(merchantId, deed)} from ready
    )
    select id from ready`);
}

// A start may have declared another one since it was looked at.
const isSameThumbnail = ({ thumbnailKey, thumbnailBytes }: Ready): Statement =>
  sql`media.thumbnail_key = ${thumbnailKey} and media.thumbnail_size_bytes = ${thumbnailBytes}::bigint`;
