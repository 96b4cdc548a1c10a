import type { Clock } from '../clock.js';
import { withAdvisoryLock } from '../db/advisory-lock.js';
import type { Db } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { selectMerchantIds } from '../merchants/queries.js';
import { DROP_AFTER_MS } from '../storage/drop-after.js';
import { stagingKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { doomAbandoned, forgetDoomed, selectDoomed } from './abandoned-queries.js';

type Deps = { readonly db: Db; readonly store: ObjectStore; readonly clock: Clock };

// Whoever else holds it keeps every object where it is: a backup does, while it copies them.
export const DROP_LOCK = 7_160_003;

// Drops uploads that were never finalized: row, object and reservation. One instance at a time; what a stopped one leaves
// half done, the next round goes on with.
export async function dropAbandoned(deps: Deps): Promise<number> {
  const dropped = await withAdvisoryLock(deps.db, DROP_LOCK, async () => {
    let count = 0;
    for (const { id } of await selectMerchantIds(deps.db)) count += await dropForMerchant(deps, id);
    return count;
  });
  return dropped ?? 0;
}

// First the row is gone and the object doomed in one statement; then the object goes; then what was reserved for it.
async function dropForMerchant({ db, store, clock }: Deps, merchantId: MerchantId): Promise<number> {
  const now = new Date(clock.now()).toISOString();
  const cutoff = new Date(clock.now() - DROP_AFTER_MS).toISOString();
  await doomAbandoned(db, merchantId, cutoff, now);
  const doomed = await selectDoomed(db, merchantId, now);
  for (const { object_key: key } of doomed) {
    await store.delete(key);
    await store.delete(stagingKey(key));
    await forgetDoomed(db, merchantId, key);
  }
  return doomed.length;
}
