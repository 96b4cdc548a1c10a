import {
  ACTIVE_TOKENS_MAX,
  READ_TOKEN_DAYS_MAX,
  TOKEN_DAYS_OFFERED,
  WRITE_TOKEN_DAYS_MAX,
} from '@vitrine/contract/limits';
import { isScope, type Scope, WRITE_SCOPES } from '@vitrine/contract/scopes';
import { DAY_MS, HOUR_MS } from '@vitrine/contract/time-units';
import type {
  ConsoleToken,
  TokenList,
  TokenUsage,
  UsageQuery,
  NewToken,
  RotateTokenRequest,
} from '@vitrine/contract/tokens';
import { recordActivity } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Deps, Queryable } from '../db/db.js';
import { requireFound, ApiError } from '../errors.js';
import { parseTokenId, type TokenId, type ById, type MerchantId } from '../ids.js';
import { notifyAccessChanged, lockMerchant } from '../merchants/queries.js';
import type { Actor, PersonPrincipal } from '../principal.js';
import type { Usage } from '../usage/collect-usage.js';
import { selectUsage } from '../usage/queries.js';
import { toDetails, newToken, requireRoom } from './issue-token.js';
import { requireMayManage } from './people.js';
import type { KnownTokens } from './known-tokens.js';
import {
  findToken,
  lockToken,
  markTokenRevoked,
  type SeenTokenRow,
  selectTokens,
  insertToken,
  markTokenRotated,
  type TokenRow,
} from './token-queries.js';
import { toConsoleToken, isWorking, tokenState } from './token-state.js';
import { toUsageDays } from './usage-days.js';

// In the process that serves: what it knows of the token is dropped without waiting for NOTIFY.
type StopDeps = Deps & { readonly tokens?: Pick<KnownTokens, 'drop'> };

export async function revokeToken(deps: StopDeps, principal: Actor, { params }: ById): Promise<ConsoleToken> {
  return toConsoleToken(await stopToken(deps, principal, parseTokenId(params.id)), deps.clock);
}

// Revoking again changes nothing: the first moment stays.
export async function stopToken(
  { db, clock, tokens }: StopDeps,
  actor: Actor,
  tokenId: TokenId,
): Promise<SeenTokenRow> {
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

type UsageDeps = Deps & { readonly usage: Usage };

export async function listTokens({ db, clock, usage }: UsageDeps, { merchantId }: PersonPrincipal): Promise<TokenList> {
  // What this process has counted is written first, so that `lastUsedAt` does not lag behind what the person just did.
  await usage.flush(merchantId);
  const items = (await selectTokens(db, merchantId)).map((row) => toConsoleToken(row, clock));
  return { items, active: items.filter(isWorking).length, activeMax: ACTIVE_TOKENS_MAX };
}

// Every day of the span has its entry, also one without a request.
export async function getTokenUsage(
  { db, clock, usage }: UsageDeps,
  { merchantId }: PersonPrincipal,
  { params, query }: ById & { readonly query: UsageQuery },
): Promise<TokenUsage> {
  const tokenId = parseTokenId(params.id);
  const days = toUsageDays(query, clock);
  requireFound(await findToken(db, merchantId, tokenId), 'token');
  await usage.flush(merchantId);
  const span = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const byDay = new Map((await selectUsage(db, merchantId, tokenId, span)).map((row) => [row.day, row]));
  const items = days.map((day) => {
    const row = byDay.get(day);
    return {
      day,
      requests: row?.requests ?? 0,
      refused429: row?.refused_429 ?? 0,
      refused403: row?.refused_403 ?? 0,
    };
  });
  return { items };
}

type RotateInput = ById & { readonly body: RotateTokenRequest };

// A new token with the same name and scopes; the old one ends after the overlap, and is one of the ten until then.
export async function rotateToken(
  deps: StopDeps,
  principal: PersonPrincipal,
  { params, body }: RotateInput,
): Promise<NewToken> {
  const { clock } = deps;
  const { merchantId, person } = principal;
  const tokenId = parseTokenId(params.id);
  const now = clock.now();
  const made = await deps.db.transaction(async (db) => {
    await requireMayManage(db, principal, []);
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
    const entry = { kind: 'token.rotated', at: row.created_at, details, objectIds: [row.id] } as const;
    await recordActivity(db, principal, entry);
    await notifyAccessChanged(db, merchantId);
    return { secret, token: requireFound(await findToken(db, merchantId, row.id), 'token') };
  });
  deps.tokens?.drop(merchantId);
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
