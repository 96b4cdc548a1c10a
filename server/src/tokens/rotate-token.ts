import type { RotateTokenRequest, NewToken } from '@vitrine/contract/console/tokens';
import { TOKEN_DAYS_OFFERED, READ_TOKEN_DAYS_MAX, WRITE_TOKEN_DAYS_MAX } from '@vitrine/contract/limits';
import { WRITE_SCOPES, isScope, type Scope } from '@vitrine/contract/scopes';
import { notifyAccessChanged } from '../access/access-changes.js';
import type { CallerDirectory } from '../access/find-caller.js';
import { insertActivity, type Doer } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db, Queryable } from '../db/db.js';
import { ApiError, notFound } from '../errors.js';
import type { MerchantId, TokenId } from '../ids.js';
import { lockMerchant } from '../merchants/queries.js';
import { newToken, toDetails } from './new-token.js';
import { findToken, insertToken, lockToken, markTokenRotated, type TokenRow } from './queries.js';
import { requireRoom } from './require-room.js';
import { toConsoleToken, tokenState } from './token-state.js';

type Deps = { readonly db: Db; readonly clock: Clock; readonly callers: Pick<CallerDirectory, 'drop'> };
type Order = RotateTokenRequest & { readonly tokenId: TokenId };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

// A new token with the same name and scopes; the old one ends after the overlap, and is one of the ten until then.
export async function rotateToken(deps: Deps, merchantId: MerchantId, order: Order, by: Doer): Promise<NewToken> {
  const { clock } = deps;
  const now = clock.now();
  const made = await deps.db.transaction(async (db) => {
    await lockMerchant(db, merchantId);
    const old = await requireActive(db, merchantId, order.tokenId, clock);
    await requireRoom(db, merchantId, { now, rotation: order });
    const { secret, row } = newToken(toOrder(old, order), now, by.person);
    const overlapEnd = new Date(now + order.overlapHours * HOUR_MS).toISOString();
    await markTokenRotated(db, merchantId, old.id, { now: row.created_at, overlapEnd });
    await insertToken(db, merchantId, row);
    const details = {
      ...toDetails(old),
      newTokenId: row.id,
      newLastFour: row.last_four,
      overlapHours: order.overlapHours,
    };
    await insertActivity(db, merchantId, { kind: 'token.rotated', at: row.created_at, details, ...by });
    await notifyAccessChanged(db, merchantId);
    return { secret, token: await findToken(db, merchantId, row.id) };
  });
  deps.callers.drop(merchantId);
  if (made.token === undefined) throw notFound('token');
  return { token: toConsoleToken(made.token, clock), value: made.secret };
}

// Two that rotate the same one wait here: the second finds it rotated.
async function requireActive(db: Queryable, merchantId: MerchantId, tokenId: TokenId, clock: Clock): Promise<TokenRow> {
  const token = await lockToken(db, merchantId, tokenId);
  if (token === undefined) throw notFound('token');
  if (tokenState(token, clock) === 'active') return token;
  throw new ApiError('conflict', 'Only an active token can be rotated; this one was revoked, replaced or has expired.');
}

function toOrder(old: TokenRow, { days }: Order) {
  const scopes = old.scopes.filter(isScope);
  return { name: old.name, scopes, days: days ?? daysLike(old, scopes) };
}

// The offered lifetime that is nearest above that of the old token, within what its scopes allow.
function daysLike(old: TokenRow, scopes: readonly Scope[]): number {
  const max = scopes.some((scope) => WRITE_SCOPES.includes(scope)) ? WRITE_TOKEN_DAYS_MAX : READ_TOKEN_DAYS_MAX;
  const lifetime = (Date.parse(old.expires_at) - Date.parse(old.created_at)) / DAY_MS;
  return TOKEN_DAYS_OFFERED.find((days) => days >= lifetime || days === max) ?? max;
}
