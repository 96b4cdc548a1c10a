import { CHANGE_DAYS_KEPT } from '@vitrine/contract/limits';
import type { Deps } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { dropChangesBefore, findOldestChange, lockFeed } from './queries.js';

const KEPT_MS = CHANGE_DAYS_KEPT * 86_400_000;

// How many changes of these merchants were dropped. Done twice at once it happens once.
export async function dropOldChanges({ db, clock }: Deps, merchantIds: readonly MerchantId[]): Promise<number> {
  const before = new Date(clock.now() - KEPT_MS).toISOString();
  let dropped = 0;
  for (const merchantId of merchantIds) {
    const oldest = await findOldestChange(db, merchantId);
    if (oldest === undefined || oldest.at >= before) continue;
    dropped += await db.transaction(async (db) => {
      await lockFeed(db, merchantId);
      return (await dropChangesBefore(db, merchantId, before)).length;
    });
  }
  return dropped;
}
