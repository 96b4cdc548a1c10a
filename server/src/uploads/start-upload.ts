import type { UploadRequest, UploadTicket } from '@vitrine/contract/uploads';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { ApiError, assertNever } from '../errors.js';
import { searchText } from '../fold.js';
import { parseMediaId } from '../ids.js';
import { warningsFor } from '../media/warnings.js';
import type { Principal } from '../principal.js';
import { newObjectKey, stagingKey, type ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { startOrResume, type Started } from './start-or-resume.js';
import { findBeforeStart, type UploadDraft } from './start-queries.js';

type Deps = { readonly db: Db; readonly store: ObjectStore; readonly clock: Clock };

// Storage is looked at before the merchant's lock is taken: it may be slow.
export async function startUpload(
  deps: Deps,
  principal: Principal,
  { body: request }: { readonly body: UploadRequest },
): Promise<UploadTicket> {
  const { db, store, clock } = deps;
  const { merchantId } = principal;
  const draft = toDraft(request, clock.now());
  const before = await findBeforeStart(db, merchantId, draft);
  if (before === undefined) throw new Error('the merchant is no longer there');
  const { quota_bytes: quotaBytes, codecs, max_width: maxWidth, max_height: maxHeight } = before;
  const lost = await findLost(store, before.duplicate_keys, draft.size_bytes);
  const started = await db.transaction((db) =>
    startOrResume(db, merchantId, { draft, quotaBytes, lost, pinsBytes: store.pinsBytes, actor: principal }),
  );
  const warnings = warningsFor(request, { codecs, maxWidth, maxHeight });
  return { ...toTicket(store, draft, started), warnings };
}

// Which ready items with these bytes have no object: their import brought none, and it has not come since. Storage is
// asked, because an operator may put it there at any time; up to the first that is there, which is the one to be named.
async function findLost(store: ObjectStore, keys: readonly ObjectKey[], sizeBytes: number): Promise<ObjectKey[]> {
  const lost: ObjectKey[] = [];
  for (const key of keys) {
    if ((await store.head(key))?.sizeBytes === sizeBytes) break;
    lost.push(key);
  }
  return lost;
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
    codec: isVideo ? (request.codec?.toWellFormed().trim() ?? '') : null,
    object_key: newObjectKey(request.mimeType),
    thumbnail_key: thumbnailBytes === null ? null : newObjectKey('image/jpeg'),
    thumbnail_size_bytes: thumbnailBytes,
    reserved_bytes: request.fileSize + (thumbnailBytes ?? 0),
    ticketed_at: new Date(now).toISOString(),
  };
}

type Ticket = Omit<UploadTicket, 'warnings'>;

function toTicket(store: ObjectStore, draft: UploadDraft, started: Started): Ticket {
  switch (started.kind) {
    case 'awaiting':
      return toUrls(store, draft, started);
    case 'duplicate':
      return { mediaId: started.of.id, duplicateOf: started.of, upload: null, thumbnailUpload: null };
    case 'conflict':
      throw new ApiError('conflict', 'The id belongs to another item: choose a new one.', 'id_conflict');
    case 'full':
      throw new ApiError(
        'conflict',
        "The merchant's storage is full: delete media or enlarge the plan, then try again.",
        'storage_quota_exceeded',
      );
    default:
      return assertNever(started);
  }
}

// A thumbnail goes by a staging key always: nothing pins its bytes, and its URL outlives finalize.
function toUrls(store: ObjectStore, draft: UploadDraft, started: Started & { kind: 'awaiting' }): Ticket {
  const { objectKey, thumbnailKey } = started;
  const { mime_type: contentType, size_bytes: sizeBytes, thumbnail_size_bytes: thumbnailBytes } = draft;
  const declared = { contentType, sizeBytes, sha256: draft.sha256.toString('hex') };
  const thumbnail = thumbnailBytes !== null && { contentType: 'image/jpeg' as const, sizeBytes: thumbnailBytes };
  return {
    mediaId: draft.id,
    duplicateOf: null,
    upload: store.signedPut(store.pinsBytes ? objectKey : stagingKey(objectKey), declared),
    thumbnailUpload: thumbnailKey && thumbnail ? store.signedPut(stagingKey(thumbnailKey), thumbnail) : null,
  };
}
