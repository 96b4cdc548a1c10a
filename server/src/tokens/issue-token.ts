import { randomUUID } from 'node:crypto';
import { ACTIVE_TOKENS_MAX, TOKEN_DAYS_OFFERED, WRITE_TOKEN_DAYS_MAX } from '@vitrine/contract/limits';
import { WRITE_SCOPES, withImpliedScopes, type Scope } from '@vitrine/contract/scopes';
import { hashTokenSecret, lastFourOf, newTokenSecret } from '../access/bearer-token.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { Refusal } from '../errors.js';
import { parseTokenId, type MerchantId, type TokenId } from '../ids.js';
import { lockMerchant } from '../merchants/queries.js';
import { countActiveTokens, insertToken } from './queries.js';

export type TokenOrder = { readonly name: string; readonly scopes: readonly Scope[]; readonly days: number };

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

const DAY_MS = 86_400_000;

export async function issueToken(deps: Deps, merchantId: MerchantId, order: TokenOrder): Promise<IssuedToken> {
  requireAllowed(order);
  const secret = newTokenSecret();
  const now = deps.clock.now();
  const token: IssuedToken = {
    id: parseTokenId(randomUUID()),
    name: order.name.trim(),
    scopes: withImpliedScopes(order.scopes),
    secret,
    lastFour: lastFourOf(secret),
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + order.days * DAY_MS).toISOString(),
  };
  await deps.db.transaction(async (db) => {
    // Two that issue at once wait here, so that the eleventh is refused also under a race.
    if ((await lockMerchant(db, merchantId)) === undefined) throw new Refusal('There is no such merchant.');
    if ((await countActiveTokens(db, merchantId, token.createdAt)) >= ACTIVE_TOKENS_MAX) {
      throw new Refusal(`The merchant has ${ACTIVE_TOKENS_MAX} active tokens, which is the most. Revoke one first.`);
    }
    await insertToken(db, merchantId, {
      id: token.id,
      name: token.name,
      scopes: [...token.scopes],
      secret_hash: hashTokenSecret(secret),
      last_four: token.lastFour,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    });
  });
  return token;
}

function requireAllowed({ name, scopes, days }: TokenOrder): void {
  if (name.trim() === '') throw new Refusal('A token needs a name, so that people know what it is for.');
  if (scopes.length === 0) throw new Refusal('A token needs at least one scope.');
  if (!TOKEN_DAYS_OFFERED.some((offered) => offered === days)) {
    throw new Refusal(`A token lasts ${TOKEN_DAYS_OFFERED.join(', ')} days: pick one of these.`);
  }
  if (days > WRITE_TOKEN_DAYS_MAX && scopes.some((scope) => WRITE_SCOPES.includes(scope))) {
    throw new Refusal(`A token with a write scope lasts at most ${WRITE_TOKEN_DAYS_MAX} days.`);
  }
}
