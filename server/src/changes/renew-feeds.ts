import { randomUUID } from 'node:crypto';
import type { Deps } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { touchClock } from './clock-queries.js';
import { renewFeed } from './queries.js';

// Every cursor of before is refused from now on, and says to read the lists anew: for when what was told is no longer what
// is there, or something was done that was not told. Flights are looked at too.
export async function renewFeeds({ db, clock }: Deps, merchantIds: readonly MerchantId[]): Promise<void> {
  const at = new Date(clock.now()).toISOString();
  for (const merchantId of merchantIds) {
    await renewFeed(db, merchantId, randomUUID());
    await touchClock(db, merchantId, at);
  }
}
