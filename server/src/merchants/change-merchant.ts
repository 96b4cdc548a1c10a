import { notifyAccessChanged } from '../access/access-changes.js';
import type { Db, Queryable } from '../db/db.js';
import { notFound } from '../errors.js';
import type { MerchantId } from '../ids.js';
import { lockMerchant, selectMerchant, updatePlan, updateSuspended, type Plan } from './queries.js';

// Each change is told to every process in the same transaction, so that it counts from the next request.

export const suspendMerchant = (db: Db, merchantId: MerchantId): Promise<void> => setSuspended(db, merchantId, true);
export const resumeMerchant = (db: Db, merchantId: MerchantId): Promise<void> => setSuspended(db, merchantId, false);

function setSuspended(db: Db, merchantId: MerchantId, suspended: boolean): Promise<void> {
  return change(db, merchantId, (db) => updateSuspended(db, merchantId, suspended));
}

// What the order leaves out stays as it is.
export function setPlan(db: Db, merchantId: MerchantId, order: Partial<Plan>): Promise<void> {
  return change(db, merchantId, async (db) => {
    await lockMerchant(db, merchantId);
    const now = await selectMerchant(db, merchantId);
    return now && updatePlan(db, merchantId, { ...now, ...order });
  });
}

function change(db: Db, merchantId: MerchantId, work: (db: Queryable) => Promise<object | undefined>): Promise<void> {
  return db.transaction(async (db) => {
    if ((await work(db)) === undefined) throw notFound('merchant');
    await notifyAccessChanged(db, merchantId);
  });
}
