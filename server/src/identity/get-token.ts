import { SCOPES } from '@vitrine/contract/scopes';
import type { Token } from '@vitrine/contract/tokens';
import type { TokenPrincipal } from '../principal.js';
import { toRate, type TokenGateDeps } from './admit-token.js';
import { minuteOf } from './count-request.js';

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
