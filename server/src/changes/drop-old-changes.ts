import { CHANGE_DAYS_KEPT } from '@vitrine/contract/limits';
import type { Db, Deps } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { dropChangesBefore, findOldestChange, lockFeed } from './queries.js';

const KEPT_MS = CHANGE_DAYS_KEPT * 86_400_000;
// Whoever writes for the merchant waits while they are dropped: some hundredths of a second.
const CHANGES_AT_ONCE = 10_000;

// A merchant at whom something could not be done, which keeps nobody else from it.
export type MerchantFault = { readonly merchantId: MerchantId; readonly error: unknown };

export type OnFault = (fault: MerchantFault) => void;

// For whoever wants to hear of the first and go no further.
export const raiseFault: OnFault = ({ error }) => {
  throw error;
};

type DroppedChanges = { readonly changes: number; readonly faults: readonly MerchantFault[] };

// Changes of these merchants that were recorded longer ago than they are kept. Done twice at once it happens once.
export async function dropOldChanges(
  { db, clock }: Deps,
  merchantIds: readonly MerchantId[],
  atOnce = CHANGES_AT_ONCE,
): Promise<DroppedChanges> {
  const before = new Date(clock.now() - KEPT_MS).toISOString();
  const faults: MerchantFault[] = [];
  let changes = 0;
  for (const merchantId of merchantIds) {
    try {
      while (await hasOlder(db, merchantId, before)) changes += await dropSome(db, merchantId, before, atOnce);
    } catch (error) {
      faults.push({ merchantId, error });
    }
  }
  return { changes, faults };
}

async function hasOlder(db: Db, merchantId: MerchantId, before: string): Promise<boolean> {
  const oldest = await findOldestChange(db, merchantId);
  return oldest !== undefined && oldest.recordedAt < before;
}

function dropSome(db: Db, merchantId: MerchantId, before: string, atOnce: number): Promise<number> {
  return db.transaction(async (db) => {
    await lockFeed(db, merchantId);
    return (await dropChangesBefore(db, merchantId, before, atOnce)).length;
  });
}
