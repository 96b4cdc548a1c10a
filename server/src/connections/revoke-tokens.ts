import type { RevokeTokensRequest } from '@vitrine/contract/oauth';
import type { Deps, Queryable } from '../db/db.js';
import { OAuthError } from '../errors.js';
import { findRefreshParts, hashSecret, hashTokenSecret, isAiKeySecret } from '../identity/token-secret.js';
import type { OAuthPrincipal } from '../principal.js';
import { endConnection, holdConnection } from './end-connection.js';
import { byGrant, byValue, type ConnectionRow } from './queries.js';

// Either token ends the connection (RFC 7009). One that is not known is no fault: what its program wants is the case already, so
// that nothing is counted.
export async function revokeTokens(
  { db, clock }: Deps,
  { requestId }: OAuthPrincipal,
  { body: { token, client_id: clientId } }: { readonly body: RevokeTokensRequest },
): Promise<Record<string, never>> {
  const row = await db.transaction(async (db) => {
    const found = await holdBy(db, token);
    if (found?.client_id === clientId)
      await endConnection(db, found, { ended: 'program', now: clock.now(), requestId });
    return found;
  });
  if (row === undefined) return {};
  if (row.client_id !== clientId) throw new OAuthError('invalid_grant', 'The token was issued to another client.');
  return {};
}

async function holdBy(db: Queryable, token: string): Promise<ConnectionRow | undefined> {
  const parts = findRefreshParts(token);
  if (parts !== undefined) return holdConnection(db, byGrant(hashSecret(parts.grant)));
  if (!isAiKeySecret(token)) return undefined;
  return holdConnection(db, byValue(Buffer.from(hashTokenSecret(token), 'hex')));
}
