import { recordActivity, type ActivityEntry } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import type { PersonId } from '../ids.js';
import { holdMerchant } from '../merchants/queries.js';
import type { Actor } from '../principal.js';
import { selectMerchantsOf } from './people-queries.js';

// What touches an account touches every merchant of its person, so each of them has it in its activity. Without an actor it
// was the operator.
export async function recordEverywhere(
  db: Queryable,
  personId: PersonId,
  actor: Omit<Actor, 'merchantId'>,
  entry: ActivityEntry,
): Promise<void> {
  for (const { merchant_id } of await selectMerchantsOf(db, personId)) {
    await recordActivity(db, { ...actor, merchantId: merchant_id }, entry);
  }
}

// For who changes rows of the person before it is known what to record: merchants before the account, as whoever removes
// somebody has them.
export async function holdEverywhere(db: Queryable, personId: PersonId): Promise<void> {
  for (const { merchant_id } of await selectMerchantsOf(db, personId)) await holdMerchant(db, merchant_id);
}
