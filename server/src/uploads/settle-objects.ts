import type { MerchantId } from '../ids.js';
import { makeOwnCopy } from '../media/own-copy.js';
import { hasDeclaredBytes } from '../storage/has-declared-bytes.js';
import { stagingKey, type ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { UploadRow } from './finalize-queries.js';
import type { PartsDeps, StoredFile } from './settle-parts.js';

export type NotStored =
  | { readonly kind: 'missing' }
  | { readonly kind: 'wrong-bytes' }
  | { readonly kind: 'wrong-size'; readonly sizeBytes: number };

// Where the declared bytes lie and nothing can change them. A store that pins bytes has refused all others. Elsewhere each
// call hashes a copy of its own.
export async function settleFile(
  deps: PartsDeps,
  merchantId: MerchantId,
  upload: UploadRow,
): Promise<StoredFile | NotStored> {
  const { store } = deps;
  const { object_key: key, mime_type: contentType, size_bytes: sizeBytes, sha256 } = upload;
  if (store.pinsBytes) return judgeSize(store, key, sizeBytes);
  const declared = { contentType, sizeBytes, sha256: sha256.toString('hex') };
  const staged = await judgeSize(store, stagingKey(key), sizeBytes);
  // An imported item's bytes may have come with another upload of the same file.
  if (staged.kind === 'missing' && upload.state === 'ready' && (await hasDeclaredBytes(store, key, declared)))
    return { kind: 'stored', key };
  if (staged.kind !== 'stored') return staged;
  const isRight = (copy: ObjectKey) => hasDeclaredBytes(store, copy, declared);
  const copy = await makeOwnCopy(deps, merchantId, { key, type: contentType }, isRight);
  return copy === undefined ? { kind: 'wrong-bytes' } : { kind: 'stored', ...copy };
}

async function judgeSize(store: ObjectStore, key: ObjectKey, declaredBytes: number): Promise<StoredFile | NotStored> {
  const found = await store.head(key);
  if (found === undefined) return { kind: 'missing' };
  const { sizeBytes } = found;
  return sizeBytes === declaredBytes ? { kind: 'stored', key } : { kind: 'wrong-size', sizeBytes };
}

// Nothing pins a thumbnail's bytes: a copy of its own, for each call. One that was declared and did not arrive, or not with
// its size, does not hold the item back.
export async function settleThumbnail(
  deps: PartsDeps,
  merchantId: MerchantId,
  upload: UploadRow,
): Promise<StoredFile | undefined> {
  const { store } = deps;
  const { thumbnail_key: key, thumbnail_size_bytes: declaredBytes } = upload;
  if (key === null || declaredBytes === null) return undefined;
  // An imported item may have its thumbnail, and only its file be missing.
  if (upload.state === 'ready' && (await store.head(key)) !== undefined) return undefined;
  const isRight = async (key: ObjectKey) => (await judgeSize(store, key, declaredBytes)).kind === 'stored';
  if (!(await isRight(stagingKey(key)))) return undefined;
  const copy = await makeOwnCopy(deps, merchantId, { key, type: 'image/jpeg' }, isRight);
  return copy && { kind: 'stored', ...copy };
}
