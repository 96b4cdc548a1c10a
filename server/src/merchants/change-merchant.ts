import { notifyAccessChanged } from './access-changes.js';
import { recordActivity } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db, Queryable } from '../db/db.js';
import { notFound } from '../errors.js';
import type { MerchantId } from '../ids.js';
import { lockMerchant, selectMerchant, updatePlan, updateSuspended, type MerchantRow, type Plan } from './queries.js';

// What the operator changes by a command. Each change is told to every process in the same transaction, so that it counts
// from the next request, and is in the activity. What changes nothing is not.

type Deps = { readonly db: Db; readonly clock: Clock };

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
    const details = changesBetween(before, after);
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
    const before = await selectMerchant(db, merchantId);
    if (before === undefined) throw notFound('merchant');
    const changed = await work(db, before);
    if (changed === undefined) return;
    await recordActivity(db, { merchantId }, { ...changed, at });
    await notifyAccessChanged(db, merchantId);
  });
}

const PLAN_SETTINGS = {
  plan: 'plan_name',
  planEndsAt: 'plan_ends_at',
  planAllowsWrites: 'plan_allows_writes',
  storageQuotaBytes: 'storage_quota_bytes',
} as const;

function changesBetween(before: Plan, after: Plan): Record<string, { from: unknown; to: unknown }> {
  const changed = Object.entries(PLAN_SETTINGS).filter(([, column]) => before[column] !== after[column]);
  return Object.fromEntries(changed.map(([name, column]) => [name, { from: before[column], to: after[column] }]));
}
