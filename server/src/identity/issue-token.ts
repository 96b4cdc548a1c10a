import { randomUUID } from 'node:crypto';
import { TOKEN_DAYS_OFFERED, WRITE_TOKEN_DAYS_MAX, ACTIVE_TOKENS_MAX } from '@vitrine/contract/limits';
import { type Scope, withImpliedScopes, WRITE_SCOPES } from '@vitrine/contract/scopes';
import { DAY_MS } from '@vitrine/contract/time-units';
import type { NewToken } from '@vitrine/contract/tokens';
import { recordActivity } from '../activity/queries.js';
import type { Deps, Queryable } from '../db/db.js';
import { ApiError, requireFound, unprocessable } from '../errors.js';
import { parseTokenId, type MerchantId } from '../ids.js';
import { lockMerchant, selectMerchant } from '../merchants/queries.js';
import type { Actor, PersonRef } from '../principal.js';
import { requireMayManage } from './people.js';
import { findToken, insertToken, type NewTokenRow, countActiveTokens } from './token-queries.js';
import { hashTokenSecret, lastFourOf, newTokenSecret } from './token-secret.js';
import { toConsoleToken } from './token-state.js';

type TokenInput = { readonly name: string; readonly scopes: readonly Scope[]; readonly days: number };

export async function createToken(
  deps: Deps,
  principal: Actor,
  { body }: { readonly body: TokenInput },
): Promise<NewToken> {
  const { id, secret } = await issueToken(deps, principal, body);
  const row = requireFound(await findToken(deps.db, principal.merchantId, id), 'token');
  return { token: toConsoleToken(row, deps.clock), value: secret };
}

// The secret is in no other answer than this one: only its hash is kept.
export async function issueToken({ db, clock }: Deps, actor: Actor, input: TokenInput) {
  const { merchantId, person } = actor;
  const now = clock.now();
  const { secret, row } = newToken(input, now, person);
  await db.transaction(async (db) => {
    // Whoever was shut out while this waited for the merchant issues none. The operator is nobody of the merchant.
    if (person !== undefined) await requireMayManage(db, { merchantId, person }, []);
    await requireRoom(db, merchantId, { now });
    await insertToken(db, merchantId, row);
    const details = { ...toDetails(row), scopes: row.scopes, expiresAt: row.expires_at };
    await recordActivity(db, actor, { kind: 'token.issued', at: row.created_at, details });
  });
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    secret,
    lastFour: row.last_four,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

// A token that is yet to be kept, and its secret, of which only the hash will be.
export function newToken(
  input: TokenInput,
  now: number,
  person: PersonRef | undefined,
): { readonly secret: string; readonly row: NewTokenRow } {
  requireAllowed(input);
  const secret = newTokenSecret();
  const row = {
    id: parseTokenId(randomUUID()),
    name: input.name.trim(),
    scopes: withImpliedScopes(input.scopes),
    secret_hash: Buffer.from(hashTokenSecret(secret), 'hex'),
    last_four: lastFourOf(secret),
    created_at: new Date(now).toISOString(),
    created_by_person_id: person?.id ?? null,
    created_by_name: person?.name ?? null,
    expires_at: new Date(now + input.days * DAY_MS).toISOString(),
  };
  return { secret, row };
}

// What an entry of the activity says about a token.
export const toDetails = (row: Pick<NewTokenRow, 'id' | 'name' | 'last_four'>): object => ({
  tokenId: row.id,
  name: row.name,
  lastFour: row.last_four,
});

function requireAllowed({ name, scopes, days }: TokenInput): void {
  if (name.trim() === '') throw unprocessable('A token needs a name, so that people know what it is for.');
  if (scopes.length === 0) throw unprocessable('A token needs at least one scope.');
  if (!TOKEN_DAYS_OFFERED.some((offered) => offered === days)) {
    throw unprocessable(`A token lasts ${TOKEN_DAYS_OFFERED.join(', ')} days: pick one of these.`);
  }
  if (days > WRITE_TOKEN_DAYS_MAX && scopes.some((scope) => WRITE_SCOPES.includes(scope))) {
    throw unprocessable(`A token with a write scope lasts at most ${WRITE_TOKEN_DAYS_MAX} days.`);
  }
}

type Wanted = {
  readonly now: number;
  // What a rotation replaces: its old token, and how long that works on beside the new one.
  readonly rotation?: { readonly overlapHours: number };
};

// Whether the merchant may have one more token. Those who ask at once wait here for each other, so that the eleventh is
// refused also under a race.
export async function requireRoom(db: Queryable, merchantId: MerchantId, { now, rotation }: Wanted): Promise<void> {
  await lockMerchant(db, merchantId);
  await requireActiveMerchant(db, merchantId, now);
  const active = await countActiveTokens(db, merchantId, new Date(now).toISOString());
  const stopping = rotation?.overlapHours === 0 ? 1 : 0;
  if (active - stopping < ACTIVE_TOKENS_MAX) return;
  throw new ApiError(
    'conflict',
    `The merchant has ${active} active tokens, which is the most${adviceFor(active, rotation)}`,
  );
}

// A token that does not work cannot be tried either, so whoever got it would take it for a broken one.
export async function requireActiveMerchant(db: Queryable, merchantId: MerchantId, now: number): Promise<void> {
  const merchant = requireFound(await selectMerchant(db, merchantId), 'merchant');
  if (merchant.suspended) {
    throw new ApiError(
      'forbidden',
      'The merchant is suspended: its tokens do not work, and it gets no new ones. Ask the operator.',
    );
  }
  if (merchant.plan_ends_at !== null && Date.parse(merchant.plan_ends_at) <= now) {
    throw new ApiError(
      'forbidden',
      'The plan of the merchant has ended: its tokens do not work, and it gets no new ones. Ask the operator.',
      'plan',
    );
  }
}

function adviceFor(active: number, rotation: Wanted['rotation']): string {
  if (rotation === undefined || active > ACTIVE_TOKENS_MAX) return '. Revoke one first.';
  return (
    ', and the old one would work on beside the new one. Rotate it without an overlap (overlapHours: 0), or revoke a ' +
    'token first.'
  );
}
