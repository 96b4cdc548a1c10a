import { randomUUID } from 'node:crypto';
import type {
  AiKey,
  CreateAiKeyRequest,
  MerchantAiKey,
  MerchantAiKeyList,
  NewAiKey,
  OwnAiKeyList,
} from '@vitrine/contract/ai-keys';
import { AI_KEY_DAYS_LISTED, AI_KEYS_PER_PERSON_MAX } from '@vitrine/contract/ai-limits';
import { AI_PERMISSIONS, isAiPermission } from '@vitrine/contract/ai-words';
import { DAY_MS } from '@vitrine/contract/time-units';
import { recordActivity } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Deps, Queryable } from '../db/db.js';
import { ApiError, requireFound } from '../errors.js';
import { parseAiKeyId, type AiKeyId, type ById, type PersonId } from '../ids.js';
import { lockMerchant } from '../merchants/queries.js';
import type { PersonPrincipal } from '../principal.js';
import type { MailDeps } from './account-links.js';
import {
  countActiveAiKeys,
  findAiKey,
  findAiKeyOwner,
  insertAiKey,
  markAiKeyRevoked,
  selectAiKeys,
  selectAiKeysOf,
  updateAiKeyValue,
  type AiKeyRow,
} from './ai-key-queries.js';
import { offersConnections, resourceOf } from './issuer.js';
import { requireActiveMerchant } from './issue-token.js';
import { findMember } from './people-queries.js';
import { requireStillThere } from './session.js';
import { tellPerson } from './tell-of-change.js';
import { hashTokenSecret, lastFourOf, newAiKeySecret } from './token-secret.js';

type AddressDeps = Deps & { readonly baseUrl: string };

export async function listOwnAiKeys(
  { db, clock, baseUrl }: AddressDeps,
  { merchantId, person }: PersonPrincipal,
): Promise<OwnAiKeyList> {
  const rows = await selectAiKeysOf(db, merchantId, person.id, listedSince(clock));
  const items = rows.map((row) => toAiKey(row, clock));
  return {
    items,
    active: items.filter(({ state, connection }) => state === 'active' && connection === null).length,
    activeMax: AI_KEYS_PER_PERSON_MAX,
    address: resourceOf(baseUrl),
    connects: offersConnections(baseUrl),
  };
}

export async function listAiKeys({ db, clock }: Deps, { merchantId }: PersonPrincipal): Promise<MerchantAiKeyList> {
  const rows = await selectAiKeys(db, merchantId, listedSince(clock));
  return { items: rows.map((row) => toMerchantAiKey(row, clock)) };
}

const listedSince = (clock: Clock): string => new Date(clock.now() - AI_KEY_DAYS_LISTED * DAY_MS).toISOString();

export async function createAiKey(
  deps: MailDeps,
  principal: PersonPrincipal,
  { body }: { readonly body: CreateAiKeyRequest },
): Promise<NewAiKey> {
  const { db, clock } = deps;
  const { merchantId, person } = principal;
  const now = clock.now();
  const { value, ...secret } = newSecret(now, body.days);
  const row = {
    id: parseAiKeyId(randomUUID()),
    name: body.name.trim(),
    // Whoever works on something must see it.
    permissions: AI_PERMISSIONS.filter((one) => one === 'look' || body.permissions.includes(one)),
    days: body.days,
    secret_hash: secret.secretHash,
    last_four: secret.lastFour,
    created_at: secret.now,
    expires_at: secret.expiresAt,
  };
  const made = await db.transaction(async (db) => {
    await requireRoom(db, principal, now);
    await requireStillIn(db, principal, secret.now);
    await insertAiKey(db, merchantId, person.id, row);
    const details = { ...toDetails(row), permissions: row.permissions, expiresAt: row.expires_at };
    await recordActivity(db, principal, { kind: 'ai_key.created', at: secret.now, details });
    return requireFound(await findAiKey(db, merchantId, person.id, row.id), 'key');
  });
  tellPerson(deps, person.id, { kind: 'ai_key_made', assistant: row.name });
  return { key: toAiKey(made, clock), value };
}

// In place: whoever holds the old value is out with the answer.
export async function rotateAiKey(deps: MailDeps, principal: PersonPrincipal, { params }: ById): Promise<NewAiKey> {
  const { db, clock } = deps;
  const { merchantId, person } = principal;
  const keyId = parseAiKeyId(params.id);
  const now = clock.now();
  const rotated = await db.transaction(async (db) => {
    await lockMerchant(db, merchantId);
    await requireStillIn(db, principal, new Date(now).toISOString());
    const before = requireFound(await findAiKey(db, merchantId, person.id, keyId), 'key');
    await requireActiveMerchant(db, merchantId, now);
    const { value, ...next } = newSecret(now, before.days);
    if ((await updateAiKeyValue(db, merchantId, person.id, keyId, next)) === undefined) throw overAlready();
    const details = { ...toDetails(before), newLastFour: next.lastFour };
    await recordActivity(db, principal, { kind: 'ai_key.rotated', at: next.now, details });
    const after = requireFound(await findAiKey(db, merchantId, person.id, keyId), 'key');
    return { key: toAiKey(after, clock), value };
  });
  tellPerson(deps, person.id, { kind: 'ai_key_rotated', assistant: rotated.key.name });
  return rotated;
}

const overAlready = (): ApiError =>
  new ApiError('conflict', 'Only a key that works, and was made by hand, can get a new value.');

export async function revokeOwnAiKey(deps: Deps, principal: PersonPrincipal, { params }: ById): Promise<AiKey> {
  return toAiKey(await stopAiKey(deps, principal, principal.person.id, parseAiKeyId(params.id)), deps.clock);
}

export async function revokeAiKey(deps: Deps, principal: PersonPrincipal, { params }: ById): Promise<MerchantAiKey> {
  const keyId = parseAiKeyId(params.id);
  const owner = requireFound(await findAiKeyOwner(deps.db, principal.merchantId, keyId), 'key');
  return toMerchantAiKey(await stopAiKey(deps, principal, owner, keyId), deps.clock);
}

async function stopAiKey(
  { db, clock }: Deps,
  principal: PersonPrincipal,
  personId: PersonId,
  keyId: AiKeyId,
): Promise<AiKeyRow> {
  const { merchantId, person } = principal;
  const at = new Date(clock.now()).toISOString();
  return db.transaction(async (db) => {
    await lockMerchant(db, merchantId);
    const before = requireFound(await findAiKey(db, merchantId, personId, keyId), 'key');
    if ((await markAiKeyRevoked(db, merchantId, personId, keyId, at)) === undefined) return before;
    const owner = personId === person.id ? {} : { owner: before.person_name };
    const entry =
      before.client_id === null
        ? { kind: 'ai_key.revoked' as const, details: { ...toDetails(before), ...owner } }
        : { kind: 'ai_key.disconnected' as const, details: { keyId, name: before.name, ...owner } };
    await recordActivity(db, principal, { ...entry, at });
    return { ...before, revoked_at: at };
  });
}

const toDetails = (row: Pick<AiKeyRow, 'id' | 'name' | 'last_four'>): object => ({
  keyId: row.id,
  name: row.name,
  lastFour: row.last_four,
});

// Those who ask at once wait here for each other, so that the sixth is refused also under a race.
async function requireRoom(db: Queryable, { merchantId, person }: PersonPrincipal, now: number): Promise<void> {
  await lockMerchant(db, merchantId);
  await requireActiveMerchant(db, merchantId, now);
  const active = await countActiveAiKeys(db, merchantId, person.id, new Date(now).toISOString());
  if (active < AI_KEYS_PER_PERSON_MAX) return;
  throw new ApiError('conflict', `You have ${active} keys for assistants, which is the most. Revoke one first.`);
}

// Whoever waited for the merchant behind a new password or a removal makes none.
async function requireStillIn(
  db: Queryable,
  { merchantId, person, sessionId }: PersonPrincipal,
  at: string,
): Promise<void> {
  if (sessionId !== undefined) await requireStillThere(db, sessionId, at);
  requireFound(await findMember(db, merchantId, person.id), 'merchant');
}

function newSecret(now: number, days: number) {
  const value = newAiKeySecret();
  return {
    value,
    secretHash: Buffer.from(hashTokenSecret(value), 'hex'),
    lastFour: lastFourOf(value),
    now: new Date(now).toISOString(),
    expiresAt: new Date(now + days * DAY_MS).toISOString(),
  };
}

const toMerchantAiKey = (row: AiKeyRow, clock: Clock): MerchantAiKey => ({
  ...toAiKey(row, clock),
  person: { personId: row.person_id, name: row.person_name },
});

const toAiKey = (row: AiKeyRow, clock: Clock): AiKey => ({
  id: row.id,
  name: row.name,
  lastFour: row.last_four,
  permissions: row.permissions.filter(isAiPermission),
  state: stateOf(row, clock),
  days: row.days,
  createdAt: row.created_at,
  rotatedAt: row.rotated_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  lastUsedAt: row.last_used_at,
  client: row.client,
  connection: row.client_id === null ? null : { host: row.client_host },
});

function stateOf({ revoked_at, expires_at }: AiKeyRow, clock: Clock): AiKey['state'] {
  if (revoked_at !== null) return 'revoked';
  return clock.now() < Date.parse(expires_at) ? 'active' : 'expired';
}
