import { formatBytes } from '@vitrine/contract/format-bytes';
import type { UploadRequest, UploadTicket } from '@vitrine/contract/uploads';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { ApiError, assertNever } from '../errors.js';
import { searchText } from '../fold.js';
import { parseMediaId } from '../ids.js';
import { warningsFor } from '../media/warnings.js';
import type { ContentPrincipal } from '../principal.js';
import { newObjectKey, stagingKey, type ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { duplicateOf, startOrResume, type Started } from './start-or-resume.js';
import { selectSameBytes, type UploadDraft } from './start-queries.js';

type Deps = { readonly db: Db; readonly store: ObjectStore; readonly clock: Clock };

export async function startUpload(
  deps: Deps,
  principal: ContentPrincipal,
  { body: request }: { readonly body: UploadRequest },
): Promise<UploadTicket> {
  const draft = toDraft(request, deps.clock.now());
  const { plan, started } = await startOnce(deps, principal, draft);
  const { codecs, max_width: maxWidth, max_height: maxHeight } = plan;
  const warnings = warningsFor(request, { codecs, maxWidth, maxHeight });
  return { ...toTicket(deps.store, draft, started), warnings };
}

// Storage may be slow, so it is not looked at under the merchant's lock. Most files are new, and it has not to be; of the others
// most are there, and named. Whatever else there is starts again with what was found.
async function startOnce({ db, store }: Deps, principal: ContentPrincipal, draft: UploadDraft) {
  const { merchantId } = principal;
  const startWith = (lost: readonly ObjectKey[] | undefined) =>
    db.transaction((db) =>
      startOrResume(db, merchantId, { draft, lost, pinsBytes: store.pinsBytes, actor: principal }),
    );
  const { plan, started } = await startWith(undefined);
  if (started.kind !== 'unknown') return { plan, started };
  const { named } = started;
  if (named !== undefined && (await isStored(store, named.object_key, draft.size_bytes)))
    return { plan, started: duplicateOf(named) };
  return startWith(await findLost(store, await selectSameBytes(db, merchantId, draft), draft.size_bytes));
}

// Which ready items with these bytes have no object: their import brought none, and it has not come since. Storage is
// asked, because an operator may put it there at any time; up to the first that is there, which is the one to be named.
async function findLost(store: ObjectStore, keys: readonly ObjectKey[], sizeBytes: number): Promise<ObjectKey[]> {
  const lost: ObjectKey[] = [];
  for (const key of keys) {
    if (await isStored(store, key, sizeBytes)) break;
    lost.push(key);
  }
  return lost;
}

const isStored = async (store: ObjectStore, key: ObjectKey, sizeBytes: number): Promise<boolean> =>
  (await store.head(key))?.sizeBytes === sizeBytes;

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
      throw idConflict(started.startedAs);
    case 'full':
      throw storageFull(started);
    case 'unknown':
      throw new Error('storage was looked at, and the start does not know of it');
    default:
      return assertNever(started);
  }
}

const idConflict = (startedAs: string | null): ApiError =>
  new ApiError(
    'conflict',
    startedAs === null
      ? 'The id belongs to another file: choose a new one.'
      : `The id belongs to this file as ${startedAs}: send the same mimeType, or choose a new id.`,
    'id_conflict',
  );

function storageFull({ neededBytes, freeBytes, quotaBytes }: Started & { kind: 'full' }): ApiError {
  const room = `${formatBytes(neededBytes)} needed, ${formatBytes(freeBytes)} of ${formatBytes(quotaBytes)} free`;
  return new ApiError(
    'conflict',
    `The merchant's storage is full: ${room}. Delete media or enlarge the plan, then try again.`,
    'storage_quota_exceeded',
  );
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
