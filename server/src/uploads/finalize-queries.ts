// What a finalize reads and writes.
import type { MediaAdder } from '@vitrine/contract/library';
import type { MediaType } from '@vitrine/contract/media';
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MediaId, MerchantId } from '../ids.js';
import type { FileType } from '../storage/file-type.js';
import type { ObjectKey } from '../storage/object-key.js';
import type { Metadata } from './metadata/metadata.js';

export type UploadRow = {
  readonly id: MediaId;
  readonly state: 'awaiting' | 'ready';
  readonly type: MediaType;
  readonly mime_type: FileType;
  readonly size_bytes: number;
  readonly sha256: Buffer;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration_seconds: number | null;
  readonly object_key: ObjectKey;
  readonly thumbnail_key: ObjectKey | null;
  // Null with a key: an earlier ticket declared a thumbnail, and the last one none.
  readonly thumbnail_size_bytes: number | null;
  readonly is_playable: boolean;
  readonly name: string;
  readonly reserved_bytes: number;
  // Of a ready item: it was imported without its bytes, and an upload of them is under way.
  readonly ticketed_at: string | null;
  // Null unless the file comes in parts.
  readonly parts_key: ObjectKey | null;
  readonly parts_upload_id: string | null;
  readonly part_bytes: number | null;
  readonly part_sha256: Buffer | null;
  readonly parts_checked: boolean | null;
  // Room for the joined parts beside the whole file; 0 where the store joins in place.
  readonly parts_reserved_bytes: number;
};

// A web page is no upload, and what is in the trash is gone for whoever finalizes.
export function selectUpload(db: Queryable, merchantId: MerchantId, mediaId: MediaId) {
  return db.row<UploadRow>(sql`
    select media.id, state, type, mime_type, size_bytes, sha256, width, height, duration_seconds, media.object_key,
      thumbnail_key, thumbnail_size_bytes, is_playable, name, media.reserved_bytes, ticketed_at,
      parts.object_key as parts_key, parts.store_upload_id as parts_upload_id, part_bytes, part_sha256,
      parts.checked as parts_checked, coalesce(parts.reserved_bytes, 0) as parts_reserved_bytes
    from media left join upload_parts as parts on parts.merchant_id = media.merchant_id and parts.media_id = media.id
    where media.merchant_id = ${merchantId} and media.id = ${mediaId} and media.object_key is not null
      and state <> 'trashed'`);
}

// Ready items of the same file under other ids.
export function selectOthers(db: Queryable, merchantId: MerchantId, { id, sha256, size_bytes, mime_type }: UploadRow) {
  return db.rows<{ object_key: ObjectKey }>(sql`
    select object_key from media
    where merchant_id = ${merchantId} and sha256 = ${sha256} and size_bytes = ${size_bytes} and mime_type = ${mime_type}
      and state = 'ready' and id <> ${id}`);
}

type Ready = Metadata & {
  readonly isPlayable: boolean;
  readonly addedBy: MediaAdder;
  readonly createdAt: string;
  // Another than it had when its parts were put together, theirs, or that of a copy.
  readonly objectKey: ObjectKey;
  readonly thumbnailKey: ObjectKey | null;
  readonly thumbnailBytes: number | null;
};

export function updateReady(db: Queryable, merchantId: MerchantId, mediaId: MediaId, ready: Ready) {
  return db.run(sql`
    update media
    set state = 'ready', created_at = ${ready.createdAt}, ticketed_at = null, reserved_bytes = 0,
      object_key = ${ready.objectKey}, is_playable = ${ready.isPlayable},
      width = coalesce(width, ${ready.width}), height = coalesce(height, ${ready.height}),
      duration_seconds = coalesce(duration_seconds, ${ready.durationSeconds}),
      thumbnail_key = ${ready.thumbnailKey}, thumbnail_size_bytes = ${ready.thumbnailBytes},
      added_by_kind = ${ready.addedBy.kind}, added_by_id = ${ready.addedBy.id}::uuid, added_by_name = ${ready.addedBy.name}
    where merchant_id = ${merchantId} and id = ${mediaId}`);
}

type Stored = { readonly key: ObjectKey };
type Brought = {
  readonly measures: Metadata & { readonly isPlayable: boolean };
  readonly file: Stored;
  readonly thumbnail: Stored | undefined;
};

// No row when another finalize was first, or when the item is gone.
export function updateBrought(
  db: Queryable,
  merchantId: MerchantId,
  upload: UploadRow,
  { measures, file, thumbnail }: Brought,
) {
  return db.row<{ id: MediaId }>(sql`
    update media
    set ticketed_at = null, object_key = ${file.key}, is_playable = ${measures.isPlayable}, thumbnail_key = coalesce(${thumbnail?.key ?? null}, thumbnail_key),
      width = coalesce(width, ${measures.width}), height = coalesce(height, ${measures.height}),
      duration_seconds = coalesce(duration_seconds, ${measures.durationSeconds})
    where merchant_id = ${merchantId} and id = ${upload.id} and object_key = ${upload.object_key} and state = 'ready'
      and ticketed_at is not null
    returning id`);
}

// Its length may be known only now, and with it how long these play.
export function selectPlaylistsOf(db: Queryable, merchantId: MerchantId, mediaId: MediaId) {
  return db.rows<{ id: string; shared: boolean }>(sql`
    select id, shared from playlists
    where merchant_id = ${merchantId} and id in (
      select playlist_id from playlist_items where merchant_id = ${merchantId} and media_id = ${mediaId})
    order by id`);
}
