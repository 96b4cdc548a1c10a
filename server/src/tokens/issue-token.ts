import { ACTIVE_TOKENS_MAX } from '@vitrine/contract/limits';
import type { Scope } from '@vitrine/contract/scopes';
import { insertActivity, type Doer } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db, Queryable } from '../db/db.js';
import { ApiError, notFound } from '../errors.js';
import type { MerchantId, TokenId } from '../ids.js';
import { lockMerchant } from '../merchants/queries.js';
import { newToken, toDetails, type TokenOrder } from './new-token.js';
import { countActiveTokens, insertToken } from './queries.js';

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
  const { secret, row } = newToken(order, deps.clock.now(), by.person);
  await deps.db.transaction(async (db) => {
    await requireRoom(db, merchantId, row.created_at);
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

// Two that issue at once wait here, so that the eleventh is refused also under a race.
async function requireRoom(db: Queryable, merchantId: MerchantId, now: string): Promise<void> {
  if ((await lockMerchant(db, merchantId)) === undefined) throw notFound('merchant');
  if ((await countActiveTokens(db, merchantId, now)) < ACTIVE_TOKENS_MAX) return;
  throw new ApiError(
    'conflict',
    `The merchant has ${ACTIVE_TOKENS_MAX} active tokens, which is the most. Revoke one first.`,
  );
}
