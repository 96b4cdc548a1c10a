import { hasDeclaredBytes } from '../storage/has-declared-bytes.js';
import { stagingKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { UploadRow } from './finalize-queries.js';

export type NotStored =
  | { readonly kind: 'missing' }
  | { readonly kind: 'wrong-bytes' }
  | { readonly kind: 'wrong-size'; readonly sizeBytes: number };
type Settled = { readonly kind: 'stored' } | NotStored;

// Whether the declared bytes lie under the item's own key, where nothing can change them. A store that pins bytes has
// refused all others. Elsewhere they are moved out of reach of the PUT URL and then hashed: hashed first, they could
// change before the move, and a call that was cut off in between hashes them again.
export async function settleFile(store: ObjectStore, upload: UploadRow): Promise<Settled> {
  if (store.pinsBytes) return judgeSize(await store.head(upload.object_key), upload);
  await store.move(stagingKey(upload.object_key), upload.object_key);
  const sized = judgeSize(await store.head(upload.object_key), upload);
  const judged = sized.kind === 'stored' ? await judgeBytes(store, upload) : sized;
  if (judged.kind !== 'stored') await store.delete(upload.object_key);
  return judged;
}

function judgeSize(found: { readonly sizeBytes: number } | undefined, { size_bytes }: UploadRow): Settled {
  if (found === undefined) return { kind: 'missing' };
  return found.sizeBytes === size_bytes ? { kind: 'stored' } : { kind: 'wrong-size', sizeBytes: found.sizeBytes };
}

async function judgeBytes(store: ObjectStore, upload: UploadRow): Promise<Settled> {
  const { mime_type: contentType, size_bytes: sizeBytes, sha256 } = upload;
  const declared = { contentType, sizeBytes, sha256: sha256.toString('hex') };
  return { kind: (await hasDeclaredBytes(store, upload.object_key, declared)) ? 'stored' : 'wrong-bytes' };
}

// A thumbnail that was declared and did not arrive, or not with its size, does not hold the item back.
export async function settleThumbnail(store: ObjectStore, upload: UploadRow): Promise<boolean> {
  const { thumbnail_key: key, thumbnail_size_bytes: declaredBytes } = upload;
  if (key === null || declaredBytes === null) return false;
  if ((await store.move(stagingKey(key), key)) === 'missing') return false;
  const stored = await store.head(key);
  if (stored?.sizeBytes === declaredBytes) return true;
  await store.delete(key);
  return false;
}
