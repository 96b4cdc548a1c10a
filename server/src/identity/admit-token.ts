import type { TokenEndpoint } from '@vitrine/contract/endpoint';
import { SCOPES } from '@vitrine/contract/scopes';
import type { Token } from '@vitrine/contract/tokens';
import type { Clock } from '../clock.js';
import { ApiError } from '../errors.js';
import type { Rate, TokenPrincipal } from '../principal.js';
import type { Budget } from './token-queries.js';
import { minuteOf, secondsToNextMinute, type RequestCounter } from './count-request.js';
import type { Counted } from './count-together.js';
import { isActive, type KnownToken, type KnownTokens } from './known-tokens.js';
import { findBearerToken } from './token-secret.js';

export type TokenGateDeps = {
  readonly clock: Clock;
  readonly tokens: KnownTokens;
  readonly counter: RequestCounter;
  readonly limits: { readonly readsPerMinute: number; readonly writesPerMinute: number };
};

// Gate 2. One message for missing, unknown, expired, revoked, suspended and ended: a caller without a good token learns
// nothing (decisions, Order of the gates).
export async function authenticate(deps: TokenGateDeps, authorization: string | undefined): Promise<KnownToken> {
  const secret = findBearerToken(authorization);
  return requireActiveToken(deps, secret === undefined ? undefined : await deps.tokens.find(secret));
}

type Passed = {
  readonly known: KnownToken;
  readonly counted: { readonly at: number; readonly rate: Rate };
  readonly headers: Readonly<Record<string, string>>;
};

// Gate 3. Every request with a good token counts, whatever its later answer. A promise only where the count is kept
// elsewhere.
export function passRateLimit(
  deps: TokenGateDeps,
  { method }: Pick<TokenEndpoint, 'method'>,
  known: KnownToken,
): Passed | Promise<Passed> {
  const budget = method === 'GET' ? 'read' : 'write';
  const at = deps.clock.now();
  const counted = deps.counter.count(known, budget, minuteOf(at));
  if (counted instanceof Promise) return counted.then((late) => judgeCount(deps, budget, at, late));
  return judgeCount(deps, budget, at, counted);
}

function judgeCount(deps: TokenGateDeps, budget: Budget, at: number, counted: Counted): Passed {
  const known = requireActiveToken(deps, counted.known);
  const rate = toRate(deps, budget, at, counted.requests);
  const headers = {
    'ratelimit-limit': String(rate.limit),
    'ratelimit-remaining': String(rate.remaining),
    'ratelimit-reset': String(rate.resetSeconds),
  };
  if (counted.requests <= rate.limit) return { known, counted: { at, rate }, headers };
  const seconds = String(rate.resetSeconds);
  const message = `More than ${rate.limit} ${budget}s in this minute. Try again in ${seconds} s.`;
  throw new ApiError('rate_limited', message, undefined, { ...headers, 'retry-after': seconds });
}

function toRate({ limits }: TokenGateDeps, budget: Budget, at: number, requests: number): Rate {
  const limit = budget === 'read' ? limits.readsPerMinute : limits.writesPerMinute;
  return { limit, remaining: Math.max(0, limit - requests), resetSeconds: secondsToNextMinute(at) };
}

// Gates 4 and 5.
export function requireRights({ access: { scope }, method }: TokenEndpoint, known: KnownToken): void {
  if (scope !== null && !known.scopes.has(scope)) {
    throw new ApiError(
      'forbidden',
      `The token lacks the scope ${scope}. Issue one that has it in the settings under integrations.`,
    );
  }
  if (method !== 'GET' && !known.planAllowsWrites) {
    throw new ApiError('forbidden', "The merchant's plan does not allow writes through integrations.", 'plan');
  }
}

export const toTokenPrincipal = (
  { merchantId, token, scopes, createdAt, expiresAt }: KnownToken,
  rest: Pick<TokenPrincipal, 'requestId' | 'counted' | 'call'>,
): TokenPrincipal => ({ kind: 'token', merchantId, token, scopes, createdAt, expiresAt, ...rest });

function requireActiveToken(deps: TokenGateDeps, known: KnownToken | undefined): KnownToken {
  if (known !== undefined && isActive(known, deps.clock)) return known;
  throw new ApiError(
    'unauthorized',
    'The token is missing, unknown, expired or revoked, or its merchant is suspended or its plan has ended. Send the header Authorization: Bearer <token>.',
    undefined,
    { 'www-authenticate': 'Bearer' },
  );
}

// The read budget is exactly what this answer's RateLimit headers say; the other is told in the request's own minute.
export async function getToken(deps: TokenGateDeps, principal: TokenPrincipal): Promise<Token> {
  const { token, scopes, createdAt, expiresAt, counted } = principal;
  if (counted === undefined) throw new Error('this request was not counted first');
  const { at, rate } = counted;
  const writes = await deps.counter.peek(principal, 'write', minuteOf(at));
  return {
    name: token.name,
    lastFour: token.lastFour,
    scopes: SCOPES.filter((scope) => scopes.has(scope)),
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    budgets: { read: rate, write: toRate(deps, 'write', at, writes) },
  };
}
