import type { Db } from '../db/db.js';
import { requireFound } from '../errors.js';
import { parseUploadId, type MerchantId } from '../ids.js';
import { stagingKey } from '../storage/object-key.js';
import type { ByteSource, ObjectStore } from '../storage/object-store.js';
import { selectUpload } from './finalize-queries.js';

type Deps = { readonly db: Db; readonly store: ObjectStore };

// Bytes that the service itself has, into where an upload that was started waits for them.
export async function storeUpload(
  { db, store }: Deps,
  merchantId: MerchantId,
  mediaId: string,
  source: ByteSource,
): Promise<void> {
  const upload = requireFound(await selectUpload(db, merchantId, parseUploadId(mediaId)), 'upload');
  const { object_key: key, mime_type: contentType, size_bytes: sizeBytes, sha256 } = upload;
  const declared = { contentType, sizeBytes, sha256: sha256.toString('hex') };
  await store.write(store.pinsBytes ? key : stagingKey(key), source, declared);
}
