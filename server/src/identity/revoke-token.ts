import type { ConsoleToken } from '@vitrine/contract/tokens';
import { recordActivity } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { requireFound } from '../errors.js';
import { parseTokenId, type TokenId, type ById } from '../ids.js';
import { notifyAccessChanged } from '../merchants/access-changes.js';
import { lockMerchant } from '../merchants/queries.js';
import type { Actor } from '../principal.js';
import { toDetails } from './issue-token.js';
import type { KnownTokens } from './known-tokens.js';
import { findToken, lockToken, markTokenRevoked, type SeenTokenRow } from './token-queries.js';
import { toConsoleToken } from './token-state.js';

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  // In the process that serves: what it knows of the token is dropped without waiting for NOTIFY.
  readonly tokens?: Pick<KnownTokens, 'drop'>;
};

export async function revokeToken(deps: Deps, principal: Actor, { params }: ById): Promise<ConsoleToken> {
  return toConsoleToken(await stopToken(deps, principal, parseTokenId(params.id)), deps.clock);
}

// Revoking again changes nothing: the first moment stays.
export async function stopToken({ db, clock, tokens }: Deps, actor: Actor, tokenId: TokenId): Promise<SeenTokenRow> {
  const { merchantId } = actor;
  const at = new Date(clock.now()).toISOString();
  const token = await db.transaction(async (db) => {
    // First, as in a rotation: the entry of the activity takes the merchant too, and the two would wait for each other.
    await lockMerchant(db, merchantId);
    const before = requireFound(await lockToken(db, merchantId, tokenId), 'token');
    if (before.revoked_at === null) {
      await markTokenRevoked(db, merchantId, tokenId, at);
      await notifyAccessChanged(db, merchantId);
      await recordActivity(db, actor, { kind: 'token.revoked', at, details: toDetails(before) });
    }
    return requireFound(await findToken(db, merchantId, tokenId), 'token');
  });
  tokens?.drop(merchantId);
  return token;
}
