import { CONNECTION_CODE_SECONDS, CONNECTIONS_PER_PERSON_MAX } from '@vitrine/contract/ai-limits';
import type {
  AllowConnectionRequest,
  AllowedConnection,
  AskedConnection,
  LookAtConnectionRequest,
} from '@vitrine/contract/connections';
import type { Queryable } from '../db/db.js';
import { ApiError } from '../errors.js';
import { requireActiveMerchant } from '../identity/issue-token.js';
import { hashSecret, newSecret } from '../identity/token-secret.js';
import { lockMerchant } from '../merchants/queries.js';
import type { PersonPrincipal } from '../principal.js';
import { checkRequest, toAnswer, type Asker, type ConnectionDeps } from './check-request.js';
import { countConnections, dropOldCodes, insertCode } from './queries.js';
import { returnsTo } from './redirect-uri.js';

// What the person is shown. Nobody is sent back by itself, not even with a refusal: a link to this page, which anybody can
// make, would else lead on to wherever its maker likes (RFC 9700, 4.11.2).
export async function lookAtConnection(
  deps: ConnectionDeps,
  principal: PersonPrincipal,
  { body }: { readonly body: LookAtConnectionRequest },
): Promise<AskedConnection> {
  const checked = await checkRequest(deps, principal, body.asked);
  switch (checked.kind) {
    case 'stranger':
      return { program: null, refusal: checked.message, permissions: [], back: null, hasRoom: true };
    case 'refused': {
      const { asker, error, message } = checked;
      const back = toAnswer(deps.baseUrl, asker, { error, error_description: message });
      return { program: toProgram(asker), refusal: message, permissions: [], back, hasRoom: true };
    }
    case 'sound': {
      const { asker, permissions } = checked;
      const back = toAnswer(deps.baseUrl, asker, { error: 'access_denied' });
      const hasRoom = (await countOf(deps.db, principal, deps.clock.now())) < CONNECTIONS_PER_PERSON_MAX;
      return { program: toProgram(asker), refusal: null, permissions: [...permissions], back, hasRoom };
    }
  }
}

const toProgram = ({ client: { name, host }, redirectUri }: Asker): NonNullable<AskedConnection['program']> => ({
  name,
  host,
  returnsTo: returnsTo(redirectUri),
});

// The yes. What was asked is looked at again: between the page and this anything may have changed.
export async function allowConnection(
  deps: ConnectionDeps,
  principal: PersonPrincipal,
  { body }: { readonly body: AllowConnectionRequest },
): Promise<AllowedConnection> {
  const { db, clock, baseUrl } = deps;
  const { merchantId, person } = principal;
  const checked = await checkRequest(deps, principal, body.asked);
  if (checked.kind !== 'sound') throw new ApiError('conflict', checked.message);
  const { asker, challenge } = checked;
  const permissions = checked.permissions.filter((one) => one === 'look' || body.permissions.includes(one));
  const code = newSecret();
  const now = clock.now();
  await dropOldCodes(db, new Date(now).toISOString());
  await db.transaction(async (db) => {
    await lockMerchant(db, merchantId);
    await requireActiveMerchant(db, merchantId, now);
    await requireRoom(db, principal, now);
    await insertCode(db, merchantId, person.id, {
      code_hash: hashSecret(code),
      client_id: asker.client.id,
      client_name: asker.client.name,
      client_host: asker.client.host,
      redirect_uri: asker.redirectUri,
      challenge,
      permissions,
      expires_at: new Date(now + CONNECTION_CODE_SECONDS * 1000).toISOString(),
    });
  });
  return { to: toAnswer(baseUrl, asker, { code }) };
}

async function requireRoom(db: Queryable, principal: PersonPrincipal, now: number): Promise<void> {
  const open = await countOf(db, principal, now);
  if (open < CONNECTIONS_PER_PERSON_MAX) return;
  throw new ApiError('conflict', `You have ${open} connected assistants, which is the most. Disconnect one first.`);
}

// With those that have not come for theirs yet.
const countOf = (db: Queryable, { merchantId, person }: PersonPrincipal, now: number): Promise<number> =>
  countConnections(db, merchantId, person.id, new Date(now).toISOString());
