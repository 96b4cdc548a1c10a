import { READ_TOKEN_DAYS_MAX, TOKEN_DAYS_OFFERED, WRITE_TOKEN_DAYS_MAX } from '@vitrine/contract/limits';
import { isScope, type Scope, WRITE_SCOPES } from '@vitrine/contract/scopes';
import type { NewToken, RotateTokenRequest } from '@vitrine/contract/tokens';
import { recordActivity } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db, Queryable } from '../db/db.js';
import { ApiError, requireFound } from '../errors.js';
import { parseTokenId, type MerchantId, type TokenId, type ById } from '../ids.js';
import { notifyAccessChanged } from '../merchants/access-changes.js';
import { lockMerchant } from '../merchants/queries.js';
import type { PersonPrincipal } from '../principal.js';
import { newToken, toDetails } from './issue-token.js';
import type { KnownTokens } from './known-tokens.js';
import { findToken, insertToken, lockToken, markTokenRotated, type TokenRow } from './token-queries.js';
import { requireRoom } from './require-room.js';
import { toConsoleToken, tokenState } from './token-state.js';

type Deps = { readonly db: Db; readonly clock: Clock; readonly tokens: Pick<KnownTokens, 'drop'> };
type Input = ById & { readonly body: RotateTokenRequest };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

// A new token with the same name and scopes; the old one ends after the overlap, and is one of the ten until then.
export async function rotateToken(deps: Deps, principal: PersonPrincipal, { params, body }: Input): Promise<NewToken> {
  const { clock } = deps;
  const { merchantId, person } = principal;
  const tokenId = parseTokenId(params.id);
  const now = clock.now();
  const made = await deps.db.transaction(async (db) => {
    await lockMerchant(db, merchantId);
    const old = await requireActive(db, merchantId, tokenId, clock);
    await requireRoom(db, merchantId, { now, rotation: body });
    const { secret, row } = newToken(toInput(old, body), now, person);
    const overlapEnd = new Date(now + body.overlapHours * HOUR_MS).toISOString();
    await markTokenRotated(db, merchantId, old.id, { now: row.created_at, overlapEnd });
    await insertToken(db, merchantId, row);
    const details = {
      ...toDetails(old),
      newTokenId: row.id,
      newLastFour: row.last_four,
      overlapHours: body.overlapHours,
    };
    await recordActivity(db, principal, { kind: 'token.rotated', at: row.created_at, details });
    await notifyAccessChanged(db, merchantId);
    return { secret, token: requireFound(await findToken(db, merchantId, row.id), 'token') };
  });
  deps.tokens.drop(merchantId);
  return { token: toConsoleToken(made.token, clock), value: made.secret };
}

// Two that rotate the same one wait here: the second finds it rotated.
async function requireActive(db: Queryable, merchantId: MerchantId, tokenId: TokenId, clock: Clock): Promise<TokenRow> {
  const token = requireFound(await lockToken(db, merchantId, tokenId), 'token');
  if (tokenState(token, clock) === 'active') return token;
  throw new ApiError('conflict', 'Only an active token can be rotated; this one was revoked, replaced or has expired.');
}

function toInput(old: TokenRow, { days }: RotateTokenRequest) {
  const scopes = old.scopes.filter(isScope);
  return { name: old.name, scopes, days: days ?? daysLike(old, scopes) };
}

// The offered lifetime that is nearest above that of the old token, within what its scopes allow.
function daysLike(old: TokenRow, scopes: readonly Scope[]): number {
  const max = scopes.some((scope) => WRITE_SCOPES.includes(scope)) ? WRITE_TOKEN_DAYS_MAX : READ_TOKEN_DAYS_MAX;
  const lifetime = (Date.parse(old.expires_at) - Date.parse(old.created_at)) / DAY_MS;
  return TOKEN_DAYS_OFFERED.find((days) => days >= lifetime || days === max) ?? max;
}
