import { randomUUID } from 'node:crypto';
import { TOKEN_DAYS_OFFERED, WRITE_TOKEN_DAYS_MAX } from '@vitrine/contract/limits';
import { WRITE_SCOPES, withImpliedScopes, type Scope } from '@vitrine/contract/scopes';
import { hashTokenSecret, lastFourOf, newTokenSecret } from '../access/bearer-token.js';
import type { Actor } from '../activity/queries.js';
import { ApiError } from '../errors.js';
import { parseTokenId } from '../ids.js';
import type { NewTokenRow } from './queries.js';

export type TokenOrder = { readonly name: string; readonly scopes: readonly Scope[]; readonly days: number };

const DAY_MS = 86_400_000;

// A token that is yet to be kept, and its secret, of which only the hash will be.
export function newToken(
  order: TokenOrder,
  now: number,
  person: Actor | undefined,
): { readonly secret: string; readonly row: NewTokenRow } {
  requireAllowed(order);
  const secret = newTokenSecret();
  const row = {
    id: parseTokenId(randomUUID()),
    name: order.name.trim(),
    scopes: withImpliedScopes(order.scopes),
    secret_hash: hashTokenSecret(secret),
    last_four: lastFourOf(secret),
    created_at: new Date(now).toISOString(),
    created_by_person_id: person?.personId ?? null,
    created_by_name: person?.personName ?? null,
    expires_at: new Date(now + order.days * DAY_MS).toISOString(),
  };
  return { secret, row };
}

// What an entry of the activity says about a token.
export const toDetails = (row: Pick<NewTokenRow, 'id' | 'name' | 'last_four'>): object => ({
  tokenId: row.id,
  name: row.name,
  lastFour: row.last_four,
});

function requireAllowed({ name, scopes, days }: TokenOrder): void {
  if (name.trim() === '') throw refused('A token needs a name, so that people know what it is for.');
  if (scopes.length === 0) throw refused('A token needs at least one scope.');
  if (!TOKEN_DAYS_OFFERED.some((offered) => offered === days)) {
    throw refused(`A token lasts ${TOKEN_DAYS_OFFERED.join(', ')} days: pick one of these.`);
  }
  if (days > WRITE_TOKEN_DAYS_MAX && scopes.some((scope) => WRITE_SCOPES.includes(scope))) {
    throw refused(`A token with a write scope lasts at most ${WRITE_TOKEN_DAYS_MAX} days.`);
  }
}

const refused = (message: string): ApiError => new ApiError('unprocessable', message, 'invalid');
