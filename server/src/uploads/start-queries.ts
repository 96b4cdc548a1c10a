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
  // Looked at only when it is the same file; a web page, which has none of these, never is.
  readonly object_key: ObjectKey;
  readonly size_bytes: number;
  readonly thumbnail_key: ObjectKey | null;
  readonly thumbnail_size_bytes: number | null;
  readonly reserved_bytes: number;
  readonly ticketed_at: string;
};

// At most two rows: the item with that id, and the oldest ready one with the same bytes.
export async function selectSameAndDuplicate(
  db: Queryable,
  merchantId: MerchantId,
  { id, sha256, size_bytes, mime_type }: UploadDraft,
  lost: readonly ObjectKey[],
): Promise<FoundRow[]> {
  if (db.atHome) {
    const same = await db.rows<FoundRow>({ ...SAME_ID, values: [merchantId, id, sha256, size_bytes, mime_type] });
    return same.concat(await db.rows<FoundRow>({ ...DUPLICATE, values: [merchantId, sha256, size_bytes, lost] }));
  }
  const values = [merchantId, id, sha256, size_bytes, mime_type, lost];
  return db.rows<FoundRow>({ ...SAME_AND_DUPLICATE, values });
}

export type FoundRow = SameIdRow & { readonly has_same_id: boolean };

const columns = sql`id, state, name, type, object_key, size_bytes, thumbnail_key, thumbnail_size_bytes, reserved_bytes,
      ticketed_at`;

function sameId(): Statement {
  const [merchantId, id, sha256, sizeBytes, mimeType] = PARAMETERS;
  return sql`
    select true as has_same_id, ${columns},
      sha256 is not distinct from ${sha256} and size_bytes = ${sizeBytes} and mime_type = ${mimeType} as is_same_file
    from media where merchant_id = ${merchantId} and id = ${id}`;
}

const duplicate = (merchantId: Statement, sha256: Statement, sizeBytes: Statement, lost: Statement): Statement => sql`
    select false as has_same_id, ${columns}, true as is_same_file
    from media
    where merchant_id = ${merchantId} and sha256 = ${sha256} and size_bytes = ${sizeBytes}
      and state = 'ready' and object_key <> all(${lost}::text[])
    order by created_at, id
    limit 1`;

// Put together once; each value is sent once, however often it is meant.
const PARAMETERS = [sql`$1`, sql`$2`, sql`$3`, sql`$4`, sql`$5`, sql`$6`] as const;
const [FIRST, SECOND, THIRD, FOURTH, , SIXTH] = PARAMETERS;
const SAME_ID = sameId();
const DUPLICATE = duplicate(FIRST, SECOND, THIRD, FOURTH);
const SAME_AND_DUPLICATE = sql`${sameId()}
    union all (${duplicate(FIRST, THIRD, FOURTH, SIXTH)})`;

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

export type BeforeStart = {
  readonly quota_bytes: number;
  readonly codecs: string[];
  readonly max_width: number;
  readonly max_height: number;
  // Of ready items with the same bytes: the one with the same id, in the trash or not, then the oldest.
  readonly duplicate_keys: readonly ObjectKey[];
};

// What is looked at before the merchant's lock is taken.
export async function findBeforeStart(
  db: Queryable,
  merchantId: MerchantId,
  draft: UploadDraft,
): Promise<BeforeStart | undefined> {
  if (db.atHome) return findBeforeStartAtHome(db, merchantId, draft);
  return db.row<BeforeStart>(sql`
    select ${planColumns}, array(${sameBytes(merchantId, draft)}) as duplicate_keys
    from merchants where merchants.id = ${merchantId}`);
}

async function findBeforeStartAtHome(db: Queryable, merchantId: MerchantId, draft: UploadDraft) {
  const [plan, keys] = await Promise.all([
    db.row<Omit<BeforeStart, 'duplicate_keys'>>(sql`select ${planColumns} from merchants where id = ${merchantId}`),
    db.rows<{ object_key: ObjectKey }>(sameBytes(merchantId, draft)),
  ]);
  return plan && { ...plan, duplicate_keys: keys.map((row) => row.object_key) };
}

const planColumns = sql`storage_quota_bytes as quota_bytes, screen_codecs as codecs, screen_max_width as max_width,
      screen_max_height as max_height`;

const sameBytes = (merchantId: MerchantId, { id, sha256, size_bytes }: UploadDraft): Statement => sql`
        select object_key from media
        where merchant_id = ${merchantId} and sha256 = ${sha256} and size_bytes = ${size_bytes}
          and (state = 'ready' or (state = 'trashed' and id = ${id}))
        order by id = ${id} desc, created_at, id`;
