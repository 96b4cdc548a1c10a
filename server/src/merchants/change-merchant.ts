import { changesBetween } from '../activity/changes-between.js';
import { recordActivity } from '../activity/queries.js';
import type { Deps, Queryable } from '../db/db.js';
import { requireFound } from '../errors.js';
import type { MerchantId } from '../ids.js';
import {
  notifyAccessChanged,
  lockMerchant,
  selectMerchant,
  updatePlan,
  updateSuspended,
  type MerchantRow,
  type Plan,
} from './queries.js';

// What the operator changes by a command. Each change is told to every process in the same transaction, so that it counts
// from the next request, and is in the activity. What changes nothing is not.

export const suspendMerchant = (deps: Deps, merchantId: MerchantId): Promise<void> =>
  setSuspended(deps, merchantId, true);
export const resumeMerchant = (deps: Deps, merchantId: MerchantId): Promise<void> =>
  setSuspended(deps, merchantId, false);

function setSuspended(deps: Deps, merchantId: MerchantId, suspended: boolean): Promise<void> {
  return change(deps, merchantId, async (db, before) => {
    if (before.suspended === suspended) return undefined;
    await updateSuspended(db, merchantId, suspended);
    return { kind: suspended ? 'merchant.suspended' : 'merchant.resumed', details: {} };
  });
}

// What the input leaves out stays as it is.
export function setPlan(deps: Deps, merchantId: MerchantId, input: Partial<Plan>): Promise<void> {
  return change(deps, merchantId, async (db, before) => {
    const after = { ...before, ...input };
    const details = changesBetween(toPlan(before), toPlan(after));
    if (Object.keys(details).length === 0) return undefined;
    await updatePlan(db, merchantId, after);
    return { kind: 'merchant.plan_changed', details };
  });
}

type Changed = { readonly kind: `merchant.${'suspended' | 'resumed' | 'plan_changed'}`; readonly details: object };
type Change = (db: Queryable, before: MerchantRow) => Promise<Changed | undefined>;

function change({ db, clock }: Deps, merchantId: MerchantId, work: Change): Promise<void> {
  const at = new Date(clock.now()).toISOString();
  return db.transaction(async (db) => {
    await lockMerchant(db, merchantId);
    const before = requireFound(await selectMerchant(db, merchantId), 'merchant');
    const changed = await work(db, before);
    if (changed === undefined) return;
    await recordActivity(db, { merchantId }, { ...changed, at });
    await notifyAccessChanged(db, merchantId);
  });
}

const toPlan = (row: Plan) => ({
  plan: row.plan_name,
  planEndsAt: row.plan_ends_at,
  planAllowsWrites: row.plan_allows_writes,
  storageQuotaBytes: row.storage_quota_bytes,
  screensMax: row.screens_max,
});
