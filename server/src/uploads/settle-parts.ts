import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import type { MediaId, MerchantId } from '../ids.js';
import { changeUsage, lockUsage, scheduleDeletion } from '../media/ledger-queries.js';
import { hasDeclaredBytes } from '../storage/has-declared-bytes.js';
import type { ObjectKey } from '../storage/object-key.js';
import type { ObjectStore, PartedUpload } from '../storage/object-store.js';
import { divideFile, findDivision, pairParts } from './divide-file.js';
import type { UploadRow } from './finalize-queries.js';
import { deleteParts, findNaming, markChecked } from './parts-queries.js';

export type PartsDeps = { readonly db: Db; readonly store: ObjectStore; readonly clock: Clock };

export type StoredFile = {
  readonly kind: 'stored';
  readonly key: ObjectKey;
  // Of a copy: the place whose staging key it was made of.
  readonly copyOf?: ObjectKey;
};

export type NotStoredParts =
  | { readonly kind: 'incomplete'; readonly stored: number; readonly total: number }
  | { readonly kind: 'wrong-bytes' };

export type SettledParts =
  | StoredFile
  // It does not come in parts, or the store has forgotten them.
  | { readonly kind: 'none' }
  | NotStoredParts;

// Joins the parts. Only a file with the declared checksum may become an item: a store that joins in place compares it, and
// elsewhere the joined file is read once. No URL writes the parts' own key, so what was found right stays right. Cut off
// anywhere, the next call goes on.
export async function settleParts(deps: PartsDeps, merchantId: MerchantId, upload: UploadRow): Promise<SettledParts> {
  const parts = findParts(upload);
  if (parts === undefined) return { kind: 'none' };
  const joined = await joinParts(deps.store, merchantId, upload, parts);
  if (joined.kind === 'wrong-bytes') return giveUpParts(deps, merchantId, upload, parts);
  if (joined.kind !== 'stored' || deps.store.joinsInPlace || upload.parts_checked === true) return joined;
  const { mime_type: contentType, size_bytes: sizeBytes, sha256 } = upload;
  const declared = { contentType, sizeBytes, sha256: sha256.toString('hex') };
  if (!(await hasDeclaredBytes(deps.store, parts.key, declared))) return giveUpParts(deps, merchantId, upload, parts);
  await markChecked(deps.db, merchantId, upload.id, parts.key);
  return joined;
}

export function findParts({ parts_key: key, parts_upload_id: uploadId }: UploadRow): PartedUpload | undefined {
  return key === null || uploadId === null ? undefined : { key, uploadId };
}

// Where the parts are one file once they are joined.
export const findJoinedKey = (store: ObjectStore, upload: UploadRow, parts: PartedUpload): ObjectKey =>
  store.joinsInPlace ? upload.object_key : parts.key;

async function joinParts(
  store: ObjectStore,
  merchantId: MerchantId,
  upload: UploadRow,
  parts: PartedUpload,
): Promise<SettledParts> {
  const stored: SettledParts = { kind: 'stored', key: findJoinedKey(store, upload, parts) };
  if (await isJoined(store, upload, parts)) {
    // A join that was cut off may have left the parts beside the file.
    await store.abortParts(parts);
    return stored;
  }
  const found = await store.listParts(parts);
  // Another finalize has joined them since.
  if (found === undefined) return (await isJoined(store, upload, parts)) ? stored : { kind: 'none' };
  const division = findDivision(upload);
  const all = division === undefined ? [] : divideFile(upload.size_bytes, division);
  const ready = pairParts(all, found);
  const incomplete: SettledParts = { kind: 'incomplete', stored: ready.length, total: all.length };
  if (ready.length < all.length) return incomplete;
  const outcome = await store.completeParts(parts, ready, { sha256: upload.sha256.toString('hex'), merchantId });
  if (outcome === 'completed') return stored;
  if (await isJoined(store, upload, parts)) return stored;
  return outcome === 'wrong-bytes' ? { kind: 'wrong-bytes' } : incomplete;
}

export const isJoined = async (store: ObjectStore, upload: UploadRow, parts: PartedUpload): Promise<boolean> =>
  (await store.head(findJoinedKey(store, upload, parts)))?.sizeBytes === upload.size_bytes;

// They make another file. The client may send them anew, so what is stored goes first: both at once would take twice the
// room.
async function giveUpParts(
  { db, store }: PartsDeps,
  merchantId: MerchantId,
  upload: UploadRow,
  parts: PartedUpload,
): Promise<SettledParts> {
  await store.abortParts(parts);
  await store.delete(parts.key);
  await db.transaction(async (db) => {
    await lockUsage(db, merchantId);
    const gone = await deleteParts(db, merchantId, upload.id, parts.key);
    if (gone !== undefined) await changeUsage(db, merchantId, { usedBytes: 0, reservedBytes: -gone.reserved_bytes });
  });
  return { kind: 'wrong-bytes' };
}

// Schedules the deletion of a joined file that nothing names: the store may have joined it after its upload was dropped.
export async function dropUnnamed(
  { db, clock }: PartsDeps,
  merchantId: MerchantId,
  uploadId: MediaId,
  key: ObjectKey,
): Promise<void> {
  const now = new Date(clock.now()).toISOString();
  await db.transaction(async (db) => {
    await lockUsage(db, merchantId);
    if ((await findNaming(db, merchantId, uploadId, key)) !== undefined) return;
    await scheduleDeletion(db, merchantId, [{ key, reservedBytes: 0 }], now);
  });
}
