import type { Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { selectNewest } from './ledger-queries.js';

// An item's `createdAt`: now, and later than that of every other item, also in the trash, so that whoever reads newest first and stops at
// what it knows misses nothing. Asked for under the lock, it follows the order in which items become visible.
export async function nextMoment(db: Queryable, merchantId: MerchantId, nowMs: number): Promise<string> {
  const newest = await selectNewest(db, merchantId, {
    before: new Date(nowMs + AHEAD_MS_MAX).toISOString(),
    // What was trashed longer ago is dated before now.
    trashedAfter: new Date(nowMs - AHEAD_MS_MAX).toISOString(),
  });
  const lastMs = newest === undefined ? 0 : Date.parse(newest.created_at);
  return new Date(Math.max(nowMs, lastMs + 1)).toISOString();
}

// More than clocks of instances and a burst of items are apart. What an import dated beyond it takes nobody there.
const AHEAD_MS_MAX = 60_000;
