import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Media } from '@vitrine/contract/media';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { ApiError, requireFound } from '../errors.js';
import type { WrittenJson } from '../http/written-json.js';
import { parseUploadId, type MerchantId, type ById } from '../ids.js';
import { getMedia } from '../media/get-media.js';
import type { MediaDeps } from '../media/list-media.js';
import { tidyUp } from '../media/own-copy.js';
import type { ContentPrincipal } from '../principal.js';
import { stagingKey, type ObjectKey } from '../storage/object-key.js';
import type { ObjectStore, PartedUpload } from '../storage/object-store.js';
import { deleteDue } from './delete-due.js';
import { selectOthers, selectUpload, type UploadRow } from './finalize-queries.js';
import { hasPlayableHead, HEAD_BYTES } from './has-playable-head.js';
import { markBrought, markReady } from './mark-ready.js';
import type { ReadRange } from './metadata/limit-reads.js';
import { NO_METADATA, type Metadata } from './metadata/metadata.js';
import { readMetadata } from './metadata/read-metadata.js';
import { settleFile, settleThumbnail, type NotStored } from './settle-objects.js';
import {
  dropUnnamed,
  findParts,
  settleParts,
  type NotStoredParts,
  type PartsDeps,
  type StoredFile,
} from './settle-parts.js';

type Deps = MediaDeps & {
  readonly clock: Clock;
  // How long a file's own header is read for.
  readonly metadataLimitMs: number;
};

// Called again on a ready item it returns the item again; cut off anywhere, the same call repairs it: storage is settled
// first, each step of it repeatable, and one transaction makes the item ready.
export async function finalizeUpload(
  deps: Deps,
  principal: ContentPrincipal,
  { params }: ById,
): Promise<WrittenJson<Media>> {
  const upload = requireFound(await selectUpload(deps.db, principal.merchantId, parseUploadId(params.id)), 'upload');
  if (upload.ticketed_at !== null) await takeIn(deps, principal, upload);
  return getMedia(deps, principal, { params });
}

async function takeIn(deps: Deps, principal: ContentPrincipal, upload: UploadRow): Promise<void> {
  const { db, store, clock, metadataLimitMs } = deps;
  const { merchantId } = principal;
  const file = await settle(deps, merchantId, upload);
  if (file.kind !== 'stored') return requireTakenIn(db, merchantId, upload, file.message);
  const { key } = file;
  const stored = { ...upload, object_key: key };
  const [measures, isPlayable] = await Promise.all([
    measureFile(store, stored, metadataLimitMs),
    findPlayable(store, stored, metadataLimitMs),
  ]);
  const thumbnail = await settleThumbnail(deps, merchantId, upload);
  await shareBytes({ db, store }, merchantId, stored);
  const mark = upload.state === 'ready' ? markBrought : markReady;
  const at = new Date(clock.now()).toISOString();
  const details = { mediaId: upload.id, name: upload.name, sizeBytes: upload.size_bytes };
  const settled = { upload, file, thumbnail, measures: { ...measures, isPlayable } };
  const taken = await db.transaction((db) => mark(db, principal, settled, { kind: 'media.uploaded', at, details }));
  for (const { key, copyOf } of thumbnail === undefined ? [file] : [file, thumbnail]) {
    if (copyOf !== undefined) await tidyUp(deps, merchantId, { key, copyOf }, taken.includes(key));
  }
  const parts = findParts(upload);
  if (taken.length > 0) return parts && dropOther(deps, merchantId, upload, { parts, taken: key, at });
  if (parts !== undefined && file.copyOf === undefined) await dropUnnamed(deps, merchantId, upload.id, key);
  await requireTakenIn(db, merchantId, upload, `The file was divided into other parts meanwhile. ${PARTS_AGAIN}`);
}

type Taken = { readonly parts: PartedUpload; readonly taken: ObjectKey; readonly at: string };

// Deletes what was sent beside the file that the item took: the whole file, or parts. Both are scheduled too, so a store
// that fails now has failed nobody.
async function dropOther(
  deps: PartsDeps,
  merchantId: MerchantId,
  { object_key: wholeKey }: UploadRow,
  { parts: { key: partsKey, uploadId }, taken, at }: Taken,
): Promise<void> {
  const { store } = deps;
  const dropping =
    taken === partsKey
      ? Promise.all([store.delete(wholeKey), store.delete(stagingKey(wholeKey))])
      : deleteDue(deps, merchantId, { object_key: partsKey, store_upload_id: uploadId }, at);
  await dropping.catch(() => undefined);
}

type Settled = StoredFile | { readonly kind: 'not-stored'; readonly message: string };

// Where the declared bytes lie. Parts come first; a file that was begun in parts may all the same be sent whole.
async function settle(deps: PartsDeps, merchantId: MerchantId, upload: UploadRow): Promise<Settled> {
  const parts = await settleParts(deps, merchantId, upload);
  if (parts.kind === 'stored') return parts;
  const file = await settleFile(deps, merchantId, upload);
  if (file.kind === 'stored') return file;
  const message = parts.kind === 'none' || file.kind !== 'missing' ? wording(file, upload) : partsWording(parts);
  return { kind: 'not-stored', message };
}

// Another finalize may have been first: then it does not matter what its URL has written since.
async function requireTakenIn(db: Db, merchantId: MerchantId, seen: UploadRow, message: string): Promise<void> {
  const upload = requireFound(await selectUpload(db, merchantId, seen.id), 'upload');
  const isAwaited = upload.object_key === seen.object_key && upload.ticketed_at !== null;
  if (isAwaited) throw new ApiError('unprocessable', message, 'invalid');
}

// What the client left out, read from the stored file's own header where it can be. Nothing that it gave is changed, and a
// file that cannot be read is accepted all the same.
async function measureFile(store: ObjectStore, upload: UploadRow, limitMs: number): Promise<Metadata> {
  const isComplete =
    upload.width !== null && upload.height !== null && (upload.type !== 'video' || upload.duration_seconds !== null);
  if (isComplete) return NO_METADATA;
  const { size_bytes: sizeBytes, mime_type: mimeType } = upload;
  return readMetadata({ sizeBytes, mimeType, read: rangeReader(store, upload) }, limitMs);
}

const rangeReader =
  (store: ObjectStore, { object_key: key }: UploadRow): ReadRange =>
  async (range) => {
    const bytes = await store.read(key, range);
    return bytes === undefined ? new Uint8Array() : buffer(bytes);
  };

/**
 * Returns false when the file starts like no image or video that screens can play. A file whose first bytes cannot be read in
 * time counts as playable: the contract makes every file ready that has the declared size.
 */
async function findPlayable(store: ObjectStore, upload: UploadRow, limitMs: number): Promise<boolean> {
  const { type, size_bytes: sizeBytes } = upload;
  if (sizeBytes === 0) return false;
  const timer = new AbortController();
  const endInclusive = Math.min(sizeBytes, HEAD_BYTES) - 1;
  const head = await Promise.race([
    rangeReader(store, upload)({ start: 0, endInclusive }).catch(() => undefined),
    sleep(limitMs, undefined, { signal: timer.signal }).catch(() => undefined),
  ]);
  timer.abort();
  return head === undefined || head.length === 0 || hasPlayableHead(type, head);
}

// Items of the same file whose import brought no bytes get theirs now. Before this one is ready: a call that was cut off
// comes by here again.
async function shareBytes(
  { db, store }: Pick<Deps, 'db' | 'store'>,
  merchantId: MerchantId,
  upload: UploadRow,
): Promise<void> {
  for (const { object_key: key } of await selectOthers(db, merchantId, upload)) {
    if ((await store.head(key)) === undefined) await store.copy(upload.object_key, key);
  }
}

const IN_PARTS = 'ask POST /media/uploads/{id}/parts again, PUT what it lists, then finalize again.';
const PARTS_AGAIN = `A${IN_PARTS.slice(1)}`;

function partsWording(found: NotStoredParts): string {
  if (found.kind === 'wrong-bytes') return `The parts together do not have the declared checksum. ${PARTS_AGAIN}`;
  const have = found.stored === 1 ? 'has' : 'have';
  return `${found.stored} of ${found.total} parts ${have} arrived. ${PARTS_AGAIN}`;
}

function wording(found: NotStored, upload: UploadRow): string {
  const again = 'PUT it to upload.url with every header of upload.headers, then finalize again.';
  if (found.kind === 'missing') return `The file has not arrived. ${again} A file in parts: ${IN_PARTS}`;
  if (found.kind === 'wrong-bytes') return `The stored file does not have the declared checksum. ${again}`;
  const [stored, declared] = [found.sizeBytes, upload.size_bytes].map((bytes) => bytes.toLocaleString('en-US'));
  return `The stored file has ${stored} bytes instead of the declared ${declared}. ${again}`;
}
