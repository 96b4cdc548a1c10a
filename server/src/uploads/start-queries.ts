// What a start reads and writes, under the merchant's lock.
import type { MediaType } from '@vitrine/contract/media';
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
  // Empty for a video whose upload names none; null for a picture.
  readonly codec: string | null;
  readonly object_key: ObjectKey;
  readonly thumbnail_key: ObjectKey | null;
  readonly thumbnail_size_bytes: number | null;
  readonly reserved_bytes: number;
  readonly ticketed_at: string;
};

export type SameIdRow = {
  readonly id: MediaId;
  readonly state: 'awaiting' | 'ready' | 'trashed';
  readonly name: string;
  readonly type: MediaType;
  readonly is_same_file: boolean;
  // Its type, where the bytes are the same; null where they are not.
  readonly other_mime_type: string | null;
  // Looked at only when it is the same file; a web page, which has none of these, never is.
  readonly object_key: ObjectKey;
  readonly size_bytes: number;
  readonly thumbnail_key: ObjectKey | null;
  readonly thumbnail_size_bytes: number | null;
  readonly reserved_bytes: number;
  readonly ticketed_at: string;
};

export type Plan = {
  readonly quota_bytes: number;
  readonly codecs: string[];
  readonly max_width: number;
  readonly max_height: number;
};

type Found = {
  readonly plan: Plan;
  // The item with that id.
  readonly same: SameIdRow | undefined;
  // The oldest ready one with the same bytes.
  readonly duplicate: SameIdRow | undefined;
};

// What a start goes by. Those whose objects are lost are no duplicates.
export async function findForStart(
  db: Queryable,
  merchantId: MerchantId,
  draft: UploadDraft,
  lost: readonly ObjectKey[],
): Promise<Found> {
  const { id, sha256, size_bytes, mime_type } = draft;
  const values = [merchantId, id, sha256, size_bytes, mime_type, lost];
  const rows = await db.rows<FoundRow>({ ...FOR_START, values });
  const [plan] = rows;
  if (plan === undefined) throw new Error('the merchant is no longer there');
  const findRow = (isSame: boolean) => rows.find(({ has_same_id }) => has_same_id === isSame);
  return { plan, same: findRow(true), duplicate: findRow(false) };
}

// `has_same_id` is null in the row of a merchant that has neither.
type FoundRow = Plan & SameIdRow & { readonly has_same_id: boolean | null };

const planColumns = sql`storage_quota_bytes as quota_bytes, screen_codecs as codecs, screen_max_width as max_width,
      screen_max_height as max_height`;

// Put together once; each value is sent once, however often it is meant.
function forStart(): Statement {
  const [merchantId, id, sha256, sizeBytes, mimeType, lost] = PARAMETERS;
  const columns = sql`id, state, name, type, object_key, size_bytes, thumbnail_key, thumbnail_size_bytes, reserved_bytes,
      ticketed_at`;
  return sql`
    select ${planColumns}, found.*
    from merchants left join (
      select true as has_same_id, ${columns},
        sha256 is not distinct from ${sha256} and size_bytes = ${sizeBytes} and mime_type = ${mimeType} as is_same_file,
        case when sha256 = ${sha256} and size_bytes = ${sizeBytes} then mime_type end as other_mime_type
      from media where merchant_id = ${merchantId} and id = ${id}
      union all (
      select false, ${columns}, true, null
      from media
      where merchant_id = ${merchantId} and sha256 = ${sha256} and size_bytes = ${sizeBytes}
        and state = 'ready' and object_key <> all(${lost}::text[])
      order by created_at, id
      limit 1)
    ) as found on true
    where merchants.id = ${merchantId}`;
}

const PARAMETERS = [sql`$1`, sql`$2`, sql`$3`, sql`$4`, sql`$5`, sql`$6`] as const;
const FOR_START = forStart();

export function insertUpload(db: Queryable, merchantId: MerchantId, draft: UploadDraft) {
  return db.run(sql`
    insert into media (merchant_id, id, state, type, name, search_text, width, height, duration_seconds, created_at,
      file_name, mime_type, size_bytes, sha256, object_key, thumbnail_key, thumbnail_size_bytes, reserved_bytes,
      ticketed_at, codec)
    values (${merchantId}, ${draft.id}, 'awaiting', ${draft.type}, ${draft.name}, ${draft.search_text}, ${draft.width},
      ${draft.height}, ${draft.duration_seconds}, ${draft.ticketed_at}, ${draft.file_name}, ${draft.mime_type},
      ${draft.size_bytes}, ${draft.sha256}, ${draft.object_key}, ${draft.thumbnail_key}, ${draft.thumbnail_size_bytes},
      ${draft.reserved_bytes}, ${draft.ticketed_at}, ${draft.codec})`);
}

export function updateUpload(db: Queryable, merchantId: MerchantId, draft: UploadDraft) {
  return db.run(sql`
    update media
    set name = ${draft.name}, search_text = ${draft.search_text}, file_name = ${draft.file_name}, width = ${draft.width},
      height = ${draft.height}, duration_seconds = ${draft.duration_seconds}, thumbnail_key = ${draft.thumbnail_key},
      thumbnail_size_bytes = ${draft.thumbnail_size_bytes}, reserved_bytes = ${draft.reserved_bytes},
      ticketed_at = ${draft.ticketed_at}, codec = ${draft.codec}
    where merchant_id = ${merchantId} and id = ${draft.id}`);
}

export function deleteUpload(db: Queryable, merchantId: MerchantId, mediaId: MediaId) {
  return db.run(sql`delete from media where merchant_id = ${merchantId} and id = ${mediaId}`);
}

export function deletePlaces(db: Queryable, merchantId: MerchantId, mediaId: MediaId) {
  return db.run(sql`delete from playlist_items where merchant_id = ${merchantId} and media_id = ${mediaId}`);
}

export function updateRevived(db: Queryable, merchantId: MerchantId, mediaId: MediaId, createdAt: string) {
  return db.run(sql`
    update media set state = 'ready', trashed_at = null, created_at = ${createdAt}
    where merchant_id = ${merchantId} and id = ${mediaId} and state = 'trashed'`);
}

export function noteTicket(db: Queryable, merchantId: MerchantId, { id, ticketed_at }: UploadDraft) {
  return db.run(sql`update media set ticketed_at = ${ticketed_at} where merchant_id = ${merchantId} and id = ${id}`);
}

// Of ready items with the same bytes: the one with the same id, in the trash or not, then the oldest.
export async function selectSameBytes(
  db: Queryable,
  merchantId: MerchantId,
  { id, sha256, size_bytes }: UploadDraft,
): Promise<ObjectKey[]> {
  const rows = await db.rows<{ object_key: ObjectKey }>(sql`
    select object_key from media
    where merchant_id = ${merchantId} and sha256 = ${sha256} and size_bytes = ${size_bytes}
      and (state = 'ready' or (state = 'trashed' and id = ${id}))
    order by id = ${id} desc, created_at, id`);
  return rows.map((row) => row.object_key);
}
