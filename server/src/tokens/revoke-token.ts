import { notifyAccessChanged } from '../access/access-changes.js';
import type { CallerDirectory } from '../access/find-caller.js';
import { insertActivity, type Doer } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { notFound } from '../errors.js';
import type { MerchantId, TokenId } from '../ids.js';
import { lockMerchant } from '../merchants/queries.js';
import { toDetails } from './new-token.js';
import { findToken, lockToken, markTokenRevoked, type SeenTokenRow } from './queries.js';

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  // In the process that serves: what it knows of the token is dropped without waiting for NOTIFY.
  readonly callers?: Pick<CallerDirectory, 'drop'>;
};

// Revoking again changes nothing: the first moment stays.
export async function revokeToken(
  { db, clock, callers }: Deps,
  merchantId: MerchantId,
  tokenId: TokenId,
  by: Doer = {},
): Promise<SeenTokenRow> {
  const at = new Date(clock.now()).toISOString();
  const token = await db.transaction(async (db) => {
    // First, as in a rotation: the entry of the activity takes the merchant too, and the two would wait for each other.
    await lockMerchant(db, merchantId);
    const before = requireToken(await lockToken(db, merchantId, tokenId));
    if (before.revoked_at === null) {
      await markTokenRevoked(db, merchantId, tokenId, at);
      await notifyAccessChanged(db, merchantId);
      await insertActivity(db, merchantId, { kind: 'token.revoked', at, details: toDetails(before), ...by });
    }
    return requireToken(await findToken(db, merchantId, tokenId));
  });
  callers?.drop(merchantId);
  return token;
}

function requireToken<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound('token');
  return row;
}
