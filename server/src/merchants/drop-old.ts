import { DAY_MS } from '@vitrine/contract/time-units';
import { dropOldEntries } from '../activity/drop-old-queries.js';
import type { Deps } from '../db/db.js';
import { dropOldUsage } from '../usage/queries.js';
import { selectMerchantIds } from './queries.js';

const ROWS_AT_ONCE = 5_000;

type KeptDays = { readonly activityDays: number | undefined; readonly usageDays: number | undefined };

// Deletes what is older than it is kept, a merchant and some rows at a time. Returns how much it was.
export async function dropOld({ db, clock }: Deps, { activityDays, usageDays }: KeptDays): Promise<number> {
  const before = (days: number): string => new Date(clock.now() - days * DAY_MS).toISOString();
  let dropped = 0;
  const dropAll = async (dropSome: () => Promise<number>): Promise<void> => {
    for (let some = ROWS_AT_ONCE; some === ROWS_AT_ONCE; dropped += some) some = await dropSome();
  };
  for (const { id: merchantId } of await selectMerchantIds(db)) {
    if (activityDays !== undefined)
      await dropAll(() => db.transaction((db) => dropOldEntries(db, merchantId, before(activityDays), ROWS_AT_ONCE)));
    if (usageDays !== undefined) await dropAll(() => dropOldUsage(db, merchantId, before(usageDays), ROWS_AT_ONCE));
  }
  return dropped;
}
