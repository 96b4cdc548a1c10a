import type { Deps } from '../db/db.js';
import { selectMerchantIds } from '../merchants/queries.js';
import { firstDayKept } from './plays.js';
import { dropOldPlays } from './state-queries.js';

const ROWS_AT_ONCE = 5_000;

// Deletes what is older than thirteen months, a merchant at a time. Returns how much it was.
export async function dropPlays({ db, clock }: Deps): Promise<number> {
  const before = firstDayKept(clock.now());
  let dropped = 0;
  for (const { id } of await selectMerchantIds(db)) {
    for (let some = ROWS_AT_ONCE; some === ROWS_AT_ONCE; dropped += some) {
      some = await dropOldPlays(db, id, before, ROWS_AT_ONCE);
    }
  }
  return dropped;
}
