import type { Scope } from '@vitrine/contract/scopes';
import { insertActivity, type Doer } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import type { MerchantId, TokenId } from '../ids.js';
import { newToken, toDetails, type TokenOrder } from './new-token.js';
import { insertToken } from './queries.js';
import { requireRoom } from './require-room.js';

// The secret is in no other answer than this one: only its hash is kept.
export type IssuedToken = {
  readonly id: TokenId;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly secret: string;
  readonly lastFour: string;
  readonly createdAt: string;
  readonly expiresAt: string;
};

type Deps = { readonly db: Db; readonly clock: Clock };

export async function issueToken(
  deps: Deps,
  merchantId: MerchantId,
  { by = {}, ...order }: TokenOrder & { readonly by?: Doer },
): Promise<IssuedToken> {
  const now = deps.clock.now();
  const { secret, row } = newToken(order, now, by.person);
  await deps.db.transaction(async (db) => {
    await requireRoom(db, merchantId, { now });
    await insertToken(db, merchantId, row);
    const details = { ...toDetails(row), scopes: row.scopes, expiresAt: row.expires_at };
    await insertActivity(db, merchantId, { kind: 'token.issued', at: row.created_at, details, ...by });
  });
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    secret,
    lastFour: row.last_four,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
