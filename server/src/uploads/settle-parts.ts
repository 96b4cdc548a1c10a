import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import type { MediaId, MerchantId } from '../ids.js';
import { lockUsage, scheduleDeletion } from '../media/ledger-queries.js';
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

// Puts the parts together under a key that is theirs alone, and reads the whole once: only a file with the declared checksum
// may become an item. Nothing can write there any more, so what was found right stays right; cut off anywhere, the next
// call goes on.
export async function settleParts(deps: PartsDeps, merchantId: MerchantId, upload: UploadRow): Promise<SettledParts> {
  const parts = findParts(upload);
  if (parts === undefined) return { kind: 'none' };
  const joined = await joinParts(deps.store, upload, parts);
  if (joined.kind !== 'stored' || upload.parts_checked === true) return joined;
  const { mime_type: contentType, size_bytes: sizeBytes, sha256 } = upload;
  const declared = { contentType, sizeBytes, sha256: sha256.toString('hex') };
  if (!(await hasDeclaredBytes(deps.store, parts.key, declared))) return giveUpParts(deps, merchantId, upload, parts);
  await markChecked(deps.db, merchantId, upload.id, parts.key);
  return joined;
}

export function findParts({ parts_key: key, parts_upload_id: uploadId }: UploadRow): PartedUpload | undefined {
  return key === null || uploadId === null ? undefined : { key, uploadId };
}

async function joinParts(store: ObjectStore, upload: UploadRow, parts: PartedUpload): Promise<SettledParts> {
  const stored: SettledParts = { kind: 'stored', key: parts.key };
  if (await isJoined(store, upload, parts)) {
    // Cut off between the two, a store may still have the parts as well.
    await store.abortParts(parts);
    return stored;
  }
  const found = await store.listParts(parts);
  // Another finalize has put them together since we looked.
  if (found === undefined) return (await isJoined(store, upload, parts)) ? stored : { kind: 'none' };
  const division = findDivision(upload);
  const all = division === undefined ? [] : divideFile(upload.size_bytes, division);
  const ready = pairParts(all, found);
  const incomplete: SettledParts = { kind: 'incomplete', stored: ready.length, total: all.length };
  if (ready.length < all.length) return incomplete;
  if ((await store.completeParts(parts, ready)) === 'completed') return stored;
  return (await isJoined(store, upload, parts)) ? stored : incomplete;
}

const isJoined = async (store: ObjectStore, upload: UploadRow, { key }: PartedUpload): Promise<boolean> =>
  (await store.head(key))?.sizeBytes === upload.size_bytes;

// They make another file. The client may send them anew.
async function giveUpParts(
  { db, clock }: PartsDeps,
  merchantId: MerchantId,
  upload: UploadRow,
  { key, uploadId }: PartedUpload,
): Promise<SettledParts> {
  const now = new Date(clock.now()).toISOString();
  await db.transaction(async (db) => {
    await lockUsage(db, merchantId);
    const gone = await deleteParts(db, merchantId, upload.id, key);
    if (gone !== undefined) await scheduleDeletion(db, merchantId, [{ key, reservedBytes: 0, uploadId }], now);
  });
  return { kind: 'wrong-bytes' };
}

// The store may have ended putting them together only after their upload was over and their place emptied.
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
