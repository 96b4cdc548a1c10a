import { SCOPES } from '@vitrine/contract/scopes';
import type { Token } from '@vitrine/contract/token';
import { peekRate, type GateDeps, type Passed } from '../http/gates.js';

// Waits for the count, so that the read budget is exactly what this answer's RateLimit headers say.
export async function getToken(deps: GateDeps, passing: Passed | Promise<Passed>): Promise<Token> {
  const passed = await passing;
  const { caller, rate } = passed;
  return {
    name: caller.tokenName,
    lastFour: caller.lastFour,
    scopes: SCOPES.filter((scope) => caller.scopes.has(scope)),
    createdAt: new Date(caller.createdAt).toISOString(),
    expiresAt: new Date(caller.expiresAt).toISOString(),
    budgets: { read: rate, write: await peekRate(deps, 'write', passed) },
  };
}
