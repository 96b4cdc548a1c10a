import type { Flight } from '@vitrine/contract/campaign-content';
import { isOverAt } from '@vitrine/contract/campaign-status';
import type { Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { selectPlayedZones } from './zone-queries.js';

type IsOver = (flight: Flight) => boolean;

// What is asked before something is taken away that screens play: a campaign that ended here goes on where it is earlier.
export async function findOverEverywhere(db: Queryable, merchantId: MerchantId, now: number): Promise<IsOver> {
  const zones = await selectPlayedZones(db, merchantId);
  return (flight) => zones.every(({ timeZone }) => isOverAt(flight, timeZone, now));
}
