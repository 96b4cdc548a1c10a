import { isScope } from '@vitrine/contract/scopes';
import type { ConsoleToken } from '@vitrine/contract/tokens';
import type { Clock } from '../clock.js';
import type { SeenTokenRow, TokenRow } from './token-queries.js';

// Rotating is a token that was replaced and works on for the overlap; it counts to the ten until then.
export function tokenState(row: TokenRow, clock: Clock): ConsoleToken['state'] {
  if (row.revoked_at !== null) return 'revoked';
  if (clock.now() >= Date.parse(row.expires_at)) return 'expired';
  return row.rotated_at === null ? 'active' : 'rotating';
}

// Whether a request with it would be answered.
export const isWorking = (token: Pick<ConsoleToken, 'state'>): boolean =>
  token.state === 'active' || token.state === 'rotating';

export const toConsoleToken = (row: SeenTokenRow, clock: Clock): ConsoleToken => ({
  id: row.id,
  name: row.name,
  lastFour: row.last_four,
  scopes: row.scopes.filter(isScope),
  state: tokenState(row, clock),
  createdAt: row.created_at,
  createdBy:
    row.created_by_person_id === null ? null : { personId: row.created_by_person_id, name: row.created_by_name ?? '' },
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  rotatedAt: row.rotated_at,
});
