import { ACTIVE_TOKENS_MAX } from '@vitrine/contract/limits';
import type { Queryable } from '../db/db.js';
import { ApiError, requireFound } from '../errors.js';
import type { MerchantId } from '../ids.js';
import { lockMerchant, selectMerchant } from '../merchants/queries.js';
import { countActiveTokens } from './token-queries.js';

type Wanted = {
  readonly now: number;
  // What a rotation replaces: its old token, and how long that works on beside the new one.
  readonly rotation?: { readonly overlapHours: number };
};

// Whether the merchant may have one more token. Those who ask at once wait here for each other, so that the eleventh is
// refused also under a race.
export async function requireRoom(db: Queryable, merchantId: MerchantId, { now, rotation }: Wanted): Promise<void> {
  await lockMerchant(db, merchantId);
  await requireInGoodStanding(db, merchantId, now);
  const active = await countActiveTokens(db, merchantId, new Date(now).toISOString());
  const stopping = rotation?.overlapHours === 0 ? 1 : 0;
  if (active - stopping < ACTIVE_TOKENS_MAX) return;
  throw new ApiError(
    'conflict',
    `The merchant has ${active} active tokens, which is the most${adviceFor(active, rotation)}`,
  );
}

// A token that does not work cannot be tried either, so whoever got it would take it for a broken one.
async function requireInGoodStanding(db: Queryable, merchantId: MerchantId, now: number): Promise<void> {
  const merchant = requireFound(await selectMerchant(db, merchantId), 'merchant');
  if (merchant.suspended) {
    throw new ApiError(
      'forbidden',
      'The merchant is suspended: its tokens do not work, and it gets no new ones. Ask the operator.',
    );
  }
  if (merchant.plan_ends_at !== null && Date.parse(merchant.plan_ends_at) <= now) {
    throw new ApiError(
      'forbidden',
      'The plan of the merchant has ended: its tokens do not work, and it gets no new ones. Ask the operator.',
      'plan',
    );
  }
}

function adviceFor(active: number, rotation: Wanted['rotation']): string {
  if (rotation === undefined || active > ACTIVE_TOKENS_MAX) return '. Revoke one first.';
  return (
    ', and the old one would work on beside the new one. Rotate it without an overlap (overlapHours: 0), or revoke a ' +
    'token first.'
  );
}
