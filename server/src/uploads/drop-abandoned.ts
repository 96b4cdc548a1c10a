import { raiseFault, type OnFault } from '../changes/drop-old-changes.js';
import type { Clock } from '../clock.js';
import { withAdvisoryLock } from '../db/advisory-lock.js';
import type { Db, Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { changeUsage, scheduleDeletion, scheduleParts, lockUsage } from '../media/ledger-queries.js';
import { selectMerchantIds } from '../merchants/queries.js';
import { DROP_AFTER_MS } from '../storage/drop-after.js';
import { stagingKey, type ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { isSilentStorage } from '../storage/storage-errors.js';
import { deleteAbandoned, deletePending, findAbandoned, selectDueDeletions } from './abandoned-queries.js';
import { deleteOrphanedParts, findOrphanedParts } from './parts-queries.js';
import { afterLastUrl, toPendingDeletions } from './pending-deletions.js';

type Deps = { readonly db: Db; readonly store: ObjectStore; readonly clock: Clock };

// Whoever else holds it keeps every object where it is: a backup does, while it copies them.
export const DROP_LOCK = 7_160_003;

// Drops uploads that were never finalized: row, object and reservation. One instance at a time; what a stopped one leaves
// half done, the next round goes on with. A merchant at whom it fails keeps nobody else from it; a storage that does not answer
// ends the round.
export async function dropAbandoned(deps: Deps, onFault = raiseFault): Promise<number> {
  const dropped = await withAdvisoryLock(deps.db, DROP_LOCK, async () => {
    let count = 0;
    for (const { id: merchantId } of await selectMerchantIds(deps.db)) {
      try {
        count += await dropForMerchant(deps, merchantId, onFault);
      } catch (error) {
        if (isSilentStorage(error)) throw error;
        onFault({ merchantId, error });
      }
    }
    return count;
  });
  return dropped ?? 0;
}

// First the row goes and the deletion of its object is scheduled, in one transaction; then the object goes; then what was reserved for it.
async function dropForMerchant(deps: Deps, merchantId: MerchantId, onFault: OnFault): Promise<number> {
  const { db, clock } = deps;
  const now = new Date(clock.now()).toISOString();
  const cutoff = new Date(clock.now() - DROP_AFTER_MS).toISOString();
  const underLock = (schedule: typeof scheduleAbandoned) =>
    db.transaction(async (db) => {
      await lockUsage(db, merchantId);
      await schedule(db, merchantId, cutoff, now);
    });
  if ((await findAbandoned(db, merchantId, cutoff)) !== undefined) await underLock(scheduleAbandoned);
  if ((await findOrphanedParts(db, merchantId, cutoff)) !== undefined) await underLock(scheduleOrphaned);
  const refusals: unknown[] = [];
  let dropped = 0;
  for (const pending of await selectDueDeletions(db, merchantId, now)) {
    const refusal = await findRefusal(deps.store, pending);
    if (refusal === undefined) {
      await db.transaction((db) => forgetDeleted(db, merchantId, pending.object_key, now));
      dropped += 1;
    } else if (refusals.push(refusal) === REFUSALS_MAX) break;
  }
  if (refusals.length > 0) onFault({ merchantId, error: refusals[0] });
  return dropped;
}

// One that storage refuses keeps no other from going; one that refuses so many is not asked for thousands in every round.
const REFUSALS_MAX = 100;

type Pending = { readonly object_key: ObjectKey; readonly store_upload_id: string | null };

async function findRefusal(
  store: ObjectStore,
  { object_key: key, store_upload_id: uploadId }: Pending,
): Promise<unknown> {
  try {
    // Aborted first: completed in between, it would be an object again.
    if (uploadId !== null) await store.abortParts({ key, uploadId });
    await store.delete(key);
    await store.delete(stagingKey(key));
    return undefined;
  } catch (error) {
    if (isSilentStorage(error)) throw error;
    return error;
  }
}

// Inside a transaction, under the lock: every upload that is under way is given up now, and what its URLs can still write is
// held for as long as the newest could last.
export async function giveUpUploads(db: Queryable, merchantId: MerchantId, now: string): Promise<void> {
  await scheduleAbandoned(db, merchantId, 'infinity', afterLastUrl(now));
  await scheduleOrphaned(db, merchantId, 'infinity', afterLastUrl(now));
}

// Under the lock: a retry that has just found the upload would go on with what is gone.
async function scheduleAbandoned(
  db: Queryable,
  merchantId: MerchantId,
  cutoff: string,
  deleteAfter: string,
): Promise<void> {
  const abandoned = await deleteAbandoned(db, merchantId, cutoff);
  await scheduleDeletion(db, merchantId, abandoned.flatMap(toPendingDeletions), deleteAfter);
  const ids = abandoned.map(({ id }) => id);
  await scheduleParts(db, merchantId, ids, deleteAfter);
}

// Under the lock, as finalize is: what it has just taken for the item is no longer a part of anything.
async function scheduleOrphaned(
  db: Queryable,
  merchantId: MerchantId,
  cutoff: string,
  deleteAfter: string,
): Promise<void> {
  const orphans = await deleteOrphanedParts(db, merchantId, cutoff);
  const deletions = orphans.map(({ object_key: key, store_upload_id: uploadId }) => ({
    key,
    uploadId,
    reservedBytes: 0,
  }));
  await scheduleDeletion(db, merchantId, deletions, deleteAfter);
}

// Under the lock, and only if it is still due: a start may have handed out a URL that writes it again.
async function forgetDeleted(db: Queryable, merchantId: MerchantId, key: ObjectKey, now: string): Promise<void> {
  await lockUsage(db, merchantId);
  const gone = await deletePending(db, merchantId, key, now);
  if (gone !== undefined) await changeUsage(db, merchantId, { usedBytes: 0, reservedBytes: -gone.reserved_bytes });
}
