import type { MediaType } from '@vitrine/contract/media';
import type { UploadRequest, UploadTicket } from '@vitrine/contract/uploads';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { ApiError, assertNever } from '../errors.js';
import { searchText } from '../fold.js';
import { parseMediaId, type MerchantId } from '../ids.js';
import { DROP_AFTER_MS } from '../storage/drop-after.js';
import { newObjectKey, stagingKey, type ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { startOrResume, type StartRow, type UploadDraft } from './queries.js';
import { warningsFor, type Screens } from './warnings.js';

type Deps = { readonly db: Db; readonly store: ObjectStore; readonly clock: Clock };

type Item = { readonly id: string; readonly name: string; readonly type: MediaType };

type Started =
  | {
      readonly kind: 'awaiting';
      readonly objectKey: ObjectKey;
      readonly thumbnailKey: ObjectKey | null;
      readonly screens: Screens;
    }
  | { readonly kind: 'duplicate'; readonly of: Item; readonly screens: Screens }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'full' }
  // What the statement read had changed by the time it could write.
  | { readonly kind: 'stale' };

export async function startUpload(deps: Deps, merchantId: MerchantId, request: UploadRequest): Promise<UploadTicket> {
  const draft = toDraft(request, deps.clock.now());
  const started = await decide(deps.db, merchantId, draft);
  switch (started.kind) {
    case 'awaiting':
      return { ...toTicket(deps.store, draft, started), warnings: warningsFor(request, started.screens) };
    case 'duplicate':
      return {
        mediaId: started.of.id,
        duplicateOf: started.of,
        upload: null,
        thumbnailUpload: null,
        warnings: warningsFor(request, started.screens),
      };
    case 'conflict':
      throw new ApiError('conflict', 'The id belongs to another item: choose a new one.', 'id_conflict');
    case 'full':
      throw new ApiError(
        'conflict',
        "The merchant's storage is full: delete media or enlarge the plan, then try again.",
        'storage_quota_exceeded',
      );
    case 'stale':
      throw new Error('the upload could not be decided');
    default:
      return assertNever(started);
  }
}

function toDraft(request: UploadRequest, now: number): UploadDraft {
  const isVideo = request.mimeType.startsWith('video/');
  const thumbnailBytes = request.thumbnailSize ?? null;
  const name = request.name.toWellFormed();
  return {
    id: parseMediaId(request.id),
    type: isVideo ? 'video' : 'image',
    name,
    search_text: searchText(name),
    file_name: request.fileName.toWellFormed(),
    mime_type: request.mimeType,
    size_bytes: request.fileSize,
    sha256: Buffer.from(request.checksum, 'hex'),
    width: request.width ?? null,
    height: request.height ?? null,
    duration_seconds: isVideo ? (request.duration ?? null) : null,
    object_key: newObjectKey(request.mimeType),
    thumbnail_key: thumbnailBytes === null ? null : newObjectKey('image/jpeg'),
    thumbnail_size_bytes: thumbnailBytes,
    reserved_bytes: request.fileSize + (thumbnailBytes ?? 0),
    ticketed_at: new Date(now).toISOString(),
  };
}

const ASKS_MAX = 5;

// Asked again while another request of the same merchant changed what the statement had read.
async function decide(db: Db, merchantId: MerchantId, draft: UploadDraft): Promise<Started> {
  for (let ask = 1; ; ask += 1) {
    const row = await startOrResume(db, merchantId, draft, DROP_AFTER_MS);
    const started = row === undefined ? ({ kind: 'stale' } as const) : toStarted(row, draft);
    // «Full» may itself be a place that the same id took a moment ago; the second time it is not.
    const isSure = started.kind !== 'stale' && (started.kind !== 'full' || ask > 1);
    if (isSure || ask === ASKS_MAX) return started;
  }
}

function toStarted(row: StartRow, draft: UploadDraft): Started {
  const screens = { codecs: row.codecs, maxWidth: row.max_width, maxHeight: row.max_height };
  if (row.object_key !== null) {
    return { kind: 'awaiting', objectKey: row.object_key, thumbnailKey: row.thumbnail_key, screens };
  }
  if (row.same_id_state !== null && !row.same_id_is_same_file) return { kind: 'conflict' };
  if (row.same_id_state === 'ready' && row.same_id_name !== null && row.same_id_type !== null) {
    return { kind: 'duplicate', of: { id: draft.id, name: row.same_id_name, type: row.same_id_type }, screens };
  }
  if (row.twin_id !== null && row.twin_name !== null && row.twin_type !== null) {
    return { kind: 'duplicate', of: { id: row.twin_id, name: row.twin_name, type: row.twin_type }, screens };
  }
  return { kind: row.is_full ? 'full' : 'stale' };
}

// A thumbnail goes by a staging key always: nothing pins its bytes, and its URL outlives finalize.
function toTicket(
  store: ObjectStore,
  draft: UploadDraft,
  started: Started & { kind: 'awaiting' },
): Omit<UploadTicket, 'warnings'> {
  const { objectKey, thumbnailKey } = started;
  const declared = {
    contentType: draft.mime_type,
    sizeBytes: draft.size_bytes,
    sha256: draft.sha256.toString('hex'),
  };
  return {
    mediaId: draft.id,
    duplicateOf: null,
    upload: store.signedPut(store.pinsBytes ? objectKey : stagingKey(objectKey), declared),
    thumbnailUpload:
      thumbnailKey === null || draft.thumbnail_size_bytes === null
        ? null
        : store.signedPut(stagingKey(thumbnailKey), {
            contentType: 'image/jpeg',
            sizeBytes: draft.thumbnail_size_bytes,
          }),
  };
}
