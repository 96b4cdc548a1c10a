import { raiseFault, type OnFault } from '../changes/drop-old-changes.js';
import { withAdvisoryLock } from '../db/advisory-lock.js';
import type { Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { scheduleDeletion, scheduleParts, lockUsage } from '../media/ledger-queries.js';
import { selectMerchantIds } from '../merchants/queries.js';
import { DROP_AFTER_MS } from '../storage/drop-after.js';
import { isSilentStorage } from '../storage/storage-errors.js';
import { deleteAbandoned, findAbandoned, selectDueDeletions } from './abandoned-queries.js';
import { deleteDue } from './delete-due.js';
import { deleteOrphanedParts, findOrphanedParts } from './parts-queries.js';
import { afterLastUrl, toPendingDeletions } from './pending-deletions.js';
import type { PartsDeps } from './settle-parts.js';

// Whoever else holds it keeps every object where it is: a backup does, while it copies them.
export const DROP_LOCK = 7_160_003;

// Drops uploads that were never finalized: row, object and reservation. One instance at a time; what a stopped one leaves
// half done, the next round goes on with. A merchant at whom it fails keeps nobody else from it; a storage that does not answer
// ends the round.
export async function dropAbandoned(deps: PartsDeps, onFault = raiseFault): Promise<number> {
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
async function dropForMerchant(deps: PartsDeps, merchantId: MerchantId, onFault: OnFault): Promise<number> {
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
    const refusal = await deleteDue(deps, merchantId, pending, now);
    if (refusal === undefined) dropped += 1;
    else if (refusals.push(refusal) === REFUSALS_MAX) break;
  }
  if (refusals.length > 0) onFault({ merchantId, error: refusals[0] });
  return dropped;
}

// One that storage refuses keeps no other from going; one that refuses so many is not asked for thousands in every round.
const REFUSALS_MAX = 100;

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
  const deletions = orphans.map(({ object_key: key, store_upload_id: uploadId, reserved_bytes: reservedBytes }) => ({
    key,
    uploadId,
    reservedBytes,
  }));
  await scheduleDeletion(db, merchantId, deletions, deleteAfter);
}
