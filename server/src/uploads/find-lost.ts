import type { Db } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { selectTwins, type UploadDraft } from './start-queries.js';

type Deps = { readonly db: Db; readonly store: ObjectStore };

// Which ready items with these bytes have no object: their import brought none, and it has not come since. Storage is
// asked, because an operator may put it there at any time; up to the first that is there, which is the one to be named.
export async function findLost({ db, store }: Deps, merchantId: MerchantId, draft: UploadDraft): Promise<ObjectKey[]> {
  const lost: ObjectKey[] = [];
  for (const { object_key: key } of await selectTwins(db, merchantId, draft)) {
    if ((await store.head(key))?.sizeBytes === draft.size_bytes) break;
    lost.push(key);
  }
  return lost;
}
