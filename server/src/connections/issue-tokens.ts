import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import {
  CONNECTION_DAYS,
  CONNECTION_GRACE_SECONDS,
  CONNECTION_TOGETHER_SECONDS,
  CONNECTION_UNUSED_DAYS,
  CONNECTION_VALUE_MINUTES,
  TOKEN_FAILURES_PER_ADDRESS_MAX,
} from '@vitrine/contract/ai-limits';
import type { IssuedTokens, IssueTokensRequest } from '@vitrine/contract/oauth';
import { DAY_MS } from '@vitrine/contract/time-units';
import { recordActivity } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import { OAuthError } from '../errors.js';
import type { MailDeps } from '../identity/account-links.js';
import { isActiveMember, type KeyCompany } from '../identity/admit-ai-key.js';
import { findMemberFacts } from '../identity/ai-key-queries.js';
import { resourceOf } from '../identity/issuer.js';
import { tellPerson } from '../identity/tell-of-change.js';
import { limitNetworks, passLimits } from '../identity/throttle.js';
import {
  aiKeySecretOf,
  findRefreshParts,
  hashSecret,
  hashTokenSecret,
  lastFourOf,
  newAiKeySecret,
  newSecret,
  toRefreshToken,
} from '../identity/token-secret.js';
import { parseAiKeyId, type MerchantId, type PersonId } from '../ids.js';
import { holdMerchant } from '../merchants/queries.js';
import type { OAuthPrincipal } from '../principal.js';
import { endConnection, holdConnection } from './end-connection.js';
import {
  byCode,
  byGrant,
  findConnectionOwner,
  forgetSalt,
  insertConnection,
  lockConnection,
  takeCode,
  updateConnection,
  type CodeRow,
  type ConnectionRow,
  type Turn,
} from './queries.js';

type TokenDeps = MailDeps & { readonly company: KeyCompany };
type Call = { readonly body: IssueTokensRequest; readonly requestId: string };
// Whose assistant it has become with this, and its name.
type Made = { readonly personId: PersonId; readonly name: string };
type Outcome =
  | { readonly kind: 'issued'; readonly tokens: IssuedTokens; readonly made?: Made }
  | { readonly kind: 'refused' };

const VALUE_MS = CONNECTION_VALUE_MINUTES * 60_000;
const GRACE_MS = CONNECTION_GRACE_SECONDS * 1000;
const TOGETHER_MS = CONNECTION_TOGETHER_SECONDS * 1000;
const REFUSED: Outcome = { kind: 'refused' };

// Who comes with what does not open is counted; one message for all of it, so that who guesses learns nothing. Assistants of
// many people come from one address: what opens is neither counted nor refused for what others there have done.
export async function issueTokens(
  deps: TokenDeps,
  { address, requestId }: OAuthPrincipal,
  { body }: { readonly body: IssueTokensRequest },
): Promise<IssuedTokens> {
  if ((body.resource ?? resourceOf(deps.baseUrl)) !== resourceOf(deps.baseUrl))
    throw new OAuthError(
      'invalid_target',
      'resource must be the address of this MCP server, as its metadata names it.',
    );
  const outcome = await wayOf(body)(deps, { body, requestId });
  if (outcome.kind === 'issued') {
    const { made, tokens } = outcome;
    if (made !== undefined) tellPerson(deps, made.personId, { kind: 'assistant_connected', assistant: made.name });
    return tokens;
  }
  await passLimits(deps, limitNetworks('token address', address, TOKEN_FAILURES_PER_ADDRESS_MAX));
  throw new OAuthError('invalid_grant', 'It is not valid, or not any more. Connect again.');
}

function wayOf({ grant_type: grant }: IssueTokensRequest): (deps: TokenDeps, call: Call) => Promise<Outcome> {
  if (grant === 'authorization_code') return redeemCode;
  if (grant === 'refresh_token') return refresh;
  throw new OAuthError('unsupported_grant_type', 'Only authorization_code and refresh_token are known.');
}

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

// A code works once, whatever comes of it. Who brings one a second time shows that two have it: then what it gave ends.
async function redeemCode({ db, clock, company }: TokenDeps, { body, requestId }: Call): Promise<Outcome> {
  const { code, redirect_uri: redirectUri, code_verifier: verifier, client_id: clientId } = body;
  if (code === undefined || redirectUri === undefined || verifier === undefined)
    throw new OAuthError('invalid_request', 'code, redirect_uri and code_verifier are needed.');
  const now = clock.now();
  const codeHash = hashSecret(code);
  return db.transaction(async (db) => {
    const taken = await takeCode(db, codeHash);
    if (taken === undefined) {
      const before = await holdConnection(db, byCode(codeHash));
      if (before !== undefined) await endConnection(db, before, { ended: 'reuse', now, requestId });
      return REFUSED;
    }
    const isBound = taken.client_id === clientId && taken.redirect_uri === redirectUri && isMadeOf(taken, verifier);
    if (!isBound || now >= Date.parse(taken.expires_at)) return REFUSED;
    const { merchant_id: merchantId, person_id: personId } = taken;
    await holdMerchant(db, merchantId);
    const personName = await findAllowed(db, merchantId, personId, { company, now });
    if (personName === undefined) return REFUSED;
    const grant = newSecret();
    const secrets = { value: newAiKeySecret(), next: newSecret() };
    const { turn, tokens } = newTurn(secrets, { grant, now, createdAt: now, permissions: taken.permissions });
    const row = {
      ...turn,
      id: parseAiKeyId(randomUUID()),
      name: taken.client_name,
      client_id: taken.client_id,
      client_host: taken.client_host,
      permissions: taken.permissions,
      created_at: new Date(now).toISOString(),
      days: CONNECTION_DAYS,
      grant_hash: hashSecret(grant),
      code_hash: codeHash,
    };
    await insertConnection(db, merchantId, personId, row);
    const { id: keyId, name, client_host: host, permissions, created_at: at } = row;
    const actor = { merchantId, person: { id: personId, name: personName }, requestId };
    await recordActivity(db, actor, { kind: 'ai_key.connected', at, details: { keyId, name, host, permissions } });
    return { kind: 'issued', tokens, made: { personId, name } };
  });
}

function isMadeOf({ challenge }: CodeRow, verifier: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(made), Buffer.from(challenge));
}

// Undefined for who has no place at the merchant any more, or may not use it now.
async function findAllowed(
  db: Queryable,
  merchantId: MerchantId,
  personId: PersonId,
  { company, now }: { readonly company: KeyCompany; readonly now: number },
) {
  const facts = await findMemberFacts(db, merchantId, personId, company?.issuer);
  return facts !== undefined && isActiveMember(facts, company, now) ? facts.person_name : undefined;
}

// Each refresh token is replaced by the next. A program that calls several tools at once sends the same token with each
// call: within two seconds all get the same answer. A program that lost an answer may use the token once more within 30
// seconds. Any further use shows that two programs have the token: then the connection ends for both.
async function refresh({ db, clock, company }: TokenDeps, { body, requestId }: Call): Promise<Outcome> {
  const { refresh_token: token, client_id: clientId, scope } = body;
  if (token === undefined) throw new OAuthError('invalid_request', 'refresh_token is needed.');
  const parts = findRefreshParts(token);
  if (parts === undefined) return REFUSED;
  const now = clock.now();
  const grantHash = hashSecret(parts.grant);
  return db.transaction(async (db) => {
    // The merchant, the membership, the key: as whoever removes a person locks them.
    const owner = await findConnectionOwner(db, byGrant(grantHash));
    if (owner === undefined) return REFUSED;
    await holdMerchant(db, owner.merchant_id);
    const personName = await findAllowed(db, owner.merchant_id, owner.person_id, { company, now });
    const row = await lockConnection(db, byGrant(grantHash));
    if (row === undefined || row.client_id !== clientId) return REFUSED;
    const age = ageOf(row, parts.turn, now);
    if (age === 'old') {
      await endConnection(db, row, { ended: 'reuse', now, requestId });
      return REFUSED;
    }
    const { merchant_id: merchantId, person_id: personId, permissions } = row;
    if (row.revoked_at !== null || now >= Date.parse(row.expires_at) || personName === undefined) return REFUSED;
    requireNoMore(permissions, scope);
    if (age === 'before' && row.turn_salt !== null) {
      if (now >= Date.parse(row.rotated_at ?? '') + TOGETHER_MS) {
        // The next time this token comes, its salt is gone and the connection ends.
        await forgetSalt(db, merchantId, personId, row.id);
        const actor = { merchantId, person: { id: personId, name: personName }, requestId };
        const details = { keyId: row.id, name: row.name };
        await recordActivity(db, actor, { kind: 'ai_key.refresh_repeated', at: new Date(now).toISOString(), details });
      }
      const { value, next } = secretsAfter(parts.turn, row.turn_salt);
      const valueEnd = Date.parse(row.value_expires_at);
      return { kind: 'issued', tokens: toTokens({ value, next, grant: parts.grant, now, valueEnd, permissions }) };
    }
    const salt = randomBytes(SALT_BYTES);
    const createdAt = Date.parse(row.created_at);
    const { turn, tokens } = newTurn(secretsAfter(parts.turn, salt), {
      grant: parts.grant,
      now,
      createdAt,
      permissions,
    });
    const rotated = { before_hash: row.refresh_hash, turn_salt: salt, rotated_at: new Date(now).toISOString() };
    await updateConnection(db, merchantId, personId, row.id, { ...turn, ...rotated });
    return { kind: 'issued', tokens };
  });
}

function ageOf(row: ConnectionRow, brought: string, now: number): 'now' | 'before' | 'old' {
  const hash = hashSecret(brought);
  if (timingSafeEqual(row.refresh_hash, hash)) return 'now';
  const { before_hash: before, rotated_at: rotatedAt } = row;
  const isBefore = before !== null && timingSafeEqual(before, hash);
  const isInTime = rotatedAt !== null && now < Date.parse(rotatedAt) + GRACE_MS;
  return isBefore && isInTime && row.turn_salt !== null ? 'before' : 'old';
}

type Secrets = { readonly value: string; readonly next: string };

const SALT_BYTES = 32;

// Made of what was brought and of random bits that are kept, so that the same answer can be given again though only hashes of
// it are kept: who has one of the two alone can make nothing of it.
function secretsAfter(brought: string, salt: Buffer): Secrets {
  const make = (what: string): string =>
    createHmac('sha256', salt).update(`${what} ${brought}`).digest().toString('base64url');
  return { value: aiKeySecretOf(make('value')), next: make('next') };
}

// Who asks for less gets what the person has allowed, and is told so (RFC 6749, 3.3); more is only the person's to give.
function requireNoMore(permissions: readonly string[], scope = ''): void {
  const named = scope.split(' ').filter((one) => one !== '' && one !== 'offline_access');
  if (named.every((one) => permissions.includes(one))) return;
  throw new OAuthError('invalid_scope', 'More than the person has allowed: ask the person again.');
}

type TurnOf = {
  readonly grant: string;
  readonly now: number;
  readonly createdAt: number;
  readonly permissions: readonly string[];
};

function newTurn(
  { value, next }: Secrets,
  { grant, now, createdAt, permissions }: TurnOf,
): { turn: Turn; tokens: IssuedTokens } {
  const end = Math.min(createdAt + CONNECTION_DAYS * DAY_MS, now + CONNECTION_UNUSED_DAYS * DAY_MS);
  const valueEnd = Math.min(end, now + VALUE_MS);
  const turn = {
    secret_hash: Buffer.from(hashTokenSecret(value), 'hex'),
    last_four: lastFourOf(value),
    refresh_hash: hashSecret(next),
    value_expires_at: new Date(valueEnd).toISOString(),
    expires_at: new Date(end).toISOString(),
  };
  return { turn, tokens: toTokens({ value, next, grant, now, valueEnd, permissions }) };
}

type Given = Secrets & Omit<TurnOf, 'createdAt'> & { readonly valueEnd: number };

const toTokens = ({ value, next, grant, now, valueEnd, permissions }: Given): IssuedTokens => ({
  access_token: value,
  token_type: 'Bearer',
  expires_in: Math.floor((valueEnd - now) / 1000),
  refresh_token: toRefreshToken({ grant, turn: next }),
  scope: permissions.join(' '),
});
