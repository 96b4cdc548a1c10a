import type { Endpoint } from '@vitrine/contract/endpoint';
import { findBearerToken } from '../access/bearer-token.js';
import { isWelcome, type Caller } from '../access/caller.js';
import { minuteOf, secondsToNextMinute, type Counted, type RequestCounter } from '../access/count-request.js';
import type { CallerDirectory } from '../access/find-caller.js';
import type { Budget } from '../access/queries.js';
import type { Clock } from '../clock.js';
import { ApiError } from '../errors.js';

export type GateDeps = {
  readonly clock: Clock;
  readonly callers: CallerDirectory;
  readonly counter: RequestCounter;
  readonly limits: { readonly readsPerMinute: number; readonly writesPerMinute: number };
};

// Gate 2. One message for missing, unknown, expired, revoked, suspended and ended: a caller without a good token learns
// nothing (decisions, Order of the gates).
export async function authenticate(deps: GateDeps, authorization: string | undefined): Promise<Caller> {
  const secret = findBearerToken(authorization);
  const caller = secret === undefined ? undefined : await deps.callers.find(secret);
  return requireWelcome(deps, caller);
}

// What is left of a budget in the minute of a request.
export type Rate = { readonly limit: number; readonly remaining: number; readonly resetSeconds: number };

export type Passed = {
  readonly caller: Caller;
  readonly at: number;
  readonly rate: Rate;
  readonly headers: Readonly<Record<string, string>>;
};

// Gate 3. Every request with a good token counts, whatever its later answer. A promise only where the count is kept
// elsewhere.
export function passRateLimit(deps: GateDeps, endpoint: Endpoint, known: Caller): Passed | Promise<Passed> {
  const budget = endpoint.method === 'GET' ? 'read' : 'write';
  const at = deps.clock.now();
  const counted = deps.counter.count(known, budget, minuteOf(at));
  if (counted instanceof Promise) return counted.then((late) => judgeCount(deps, budget, at, late));
  return judgeCount(deps, budget, at, counted);
}

function judgeCount(deps: GateDeps, budget: Budget, at: number, counted: Counted): Passed {
  const caller = requireWelcome(deps, counted.caller);
  const rate = toRate(deps, budget, at, counted.requests);
  const headers = {
    'ratelimit-limit': String(rate.limit),
    'ratelimit-remaining': String(rate.remaining),
    'ratelimit-reset': String(rate.resetSeconds),
  };
  if (counted.requests <= rate.limit) return { caller, at, rate, headers };
  const seconds = String(rate.resetSeconds);
  const message = `More than ${rate.limit} ${budget}s in this minute. Try again in ${seconds} s.`;
  throw new ApiError('rate_limited', message, undefined, { ...headers, 'retry-after': seconds });
}

// The budget that a request did not use, in the request's own minute.
export async function peekRate(deps: GateDeps, budget: Budget, { caller, at }: Passed): Promise<Rate> {
  return toRate(deps, budget, at, await deps.counter.peek(caller, budget, minuteOf(at)));
}

function toRate({ limits }: GateDeps, budget: Budget, at: number, requests: number): Rate {
  const limit = budget === 'read' ? limits.readsPerMinute : limits.writesPerMinute;
  return { limit, remaining: Math.max(0, limit - requests), resetSeconds: secondsToNextMinute(at) };
}

// Gates 4 and 5.
export function requireRights(endpoint: Endpoint, caller: Caller): void {
  if (endpoint.scope !== null && !caller.scopes.has(endpoint.scope)) {
    throw new ApiError(
      'forbidden',
      `The token lacks the scope ${endpoint.scope}. Issue one that has it in the settings under integrations.`,
    );
  }
  if (endpoint.method === 'POST' && !caller.planAllowsWrites) {
    throw new ApiError('forbidden', "The merchant's plan does not allow writes through integrations.", 'plan');
  }
}

function requireWelcome(deps: GateDeps, caller: Caller | undefined): Caller {
  if (caller !== undefined && isWelcome(caller, deps.clock)) return caller;
  throw new ApiError(
    'unauthorized',
    'A valid integration token is needed: send the header Authorization: Bearer <token>.',
    undefined,
    { 'www-authenticate': 'Bearer' },
  );
}
