import { isAiPermission } from '@vitrine/contract/ai-words';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { ApiError } from '../errors.js';
import type { AiKeyPrincipal } from '../principal.js';
import { findAiAccessByHash, type AiAccessRow, type MemberFacts } from './ai-key-queries.js';
import type { Company } from './company-provider.js';
import { issuerOf, offersConnections, RESOURCE_METADATA_PATH } from './issuer.js';
import { findBearerAiKey, hashTokenSecret } from './token-secret.js';

export type KeyCompany = Pick<Company, 'isOnly' | 'issuer'> | undefined;

export type AiKeyGateDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly company: KeyCompany;
};

// One message for missing, unknown, expired, revoked, suspended and ended, and for a person who has left or was shut out: who
// has no good key learns nothing. Looked up with every request, so that a revoke counts at once.
export async function admitAiKey(
  { db, clock, baseUrl, company }: AiKeyGateDeps,
  authorization: string | undefined,
  requestId: string,
): Promise<AiKeyPrincipal> {
  const secret = findBearerAiKey(authorization);
  const row = secret && (await findAiAccessByHash(db, Buffer.from(hashTokenSecret(secret), 'hex'), company?.issuer));
  if (!row || !isActive(row, company, clock.now())) {
    throw new ApiError(
      'unauthorized',
      'A valid personal key is needed: make one in the console under your account, and send it as Authorization: Bearer <key>.',
      undefined,
      { 'www-authenticate': challengeOf(baseUrl, authorization) },
    );
  }
  return toPrincipal(row, requestId);
}

// Names where it is said who lets assistants in (RFC 9728, 5.1), where anybody does.
function challengeOf(baseUrl: string, authorization: string | undefined): string {
  const said = [
    ...(offersConnections(baseUrl) ? [`resource_metadata="${issuerOf(baseUrl)}${RESOURCE_METADATA_PATH}"`] : []),
    ...(authorization === undefined ? [] : ['error="invalid_token"']),
  ];
  return ['Bearer', said.join(', ')].join(' ').trim();
}

function isActive(row: AiAccessRow, company: KeyCompany, now: number): boolean {
  const ends = [row.expires_at, row.value_expires_at].map((end) => parseEnd(end));
  return row.revoked_at === null && now < Math.min(...ends) && isActiveMember(row, company, now);
}

// Where only the company's account is taken, whoever has none is shut out, with keys as with sessions.
export const isActiveMember = (row: MemberFacts, company: KeyCompany, now: number): boolean =>
  (company?.isOnly !== true || row.has_company_account) &&
  !row.suspended &&
  row.disabled_at === null &&
  !row.lacks_second_factor &&
  now < parseEnd(row.plan_ends_at);

const parseEnd = (end: string | null): number => (end === null ? Number.POSITIVE_INFINITY : Date.parse(end));

const toPrincipal = (row: AiAccessRow, requestId: string): AiKeyPrincipal => ({
  kind: 'aiKey',
  merchantId: row.merchant_id,
  merchantName: row.merchant_name,
  timeZone: row.time_zone,
  key: { id: row.key_id, name: row.key_name, lastFour: row.last_four },
  permissions: new Set(row.permissions.filter(isAiPermission)),
  expiresAt: Date.parse(row.expires_at),
  planAllowsWrites: row.plan_allows_writes,
  person: { id: row.person_id, name: row.person_name },
  role: row.role,
  requestId,
});
