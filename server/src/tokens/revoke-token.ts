import { notifyAccessChanged } from '../access/access-changes.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { notFound } from '../errors.js';
import type { MerchantId, TokenId } from '../ids.js';
import { markTokenRevoked, type TokenRow } from './queries.js';

type Deps = { readonly db: Db; readonly clock: Clock };

// Revoking again changes nothing: the first moment stays.
export async function revokeToken({ db, clock }: Deps, merchantId: MerchantId, tokenId: TokenId): Promise<TokenRow> {
  return db.transaction(async (db) => {
    const token = await markTokenRevoked(db, merchantId, tokenId, new Date(clock.now()).toISOString());
    if (token === undefined) throw notFound('token');
    await notifyAccessChanged(db, merchantId);
    return token;
  });
}
