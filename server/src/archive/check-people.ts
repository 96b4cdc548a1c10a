// People and tokens: who may come in.
import { ACTIVE_TOKENS_MAX, READ_TOKEN_DAYS_MAX, WRITE_TOKEN_DAYS_MAX } from '@vitrine/contract/limits';
import { WRITE_SCOPES } from '@vitrine/contract/scopes';
import { DAY_MS } from '@vitrine/contract/time-units';
import { emailKey } from '../fold.js';
import { faultAt, shown, requireUnique, requireUniqueIds } from './archive-error.js';
import type { ArchivePerson, ArchiveToken } from './archive-schema.js';
import { secretHashOf } from './to-rows.js';

export function checkPeople(people: readonly ArchivePerson[]): void {
  const emails = people.map(({ email }) => emailKey(email));
  requireUnique(emails, (at, firstAt) =>
    faultAt(`people[${at}].email`, `is the email of people[${firstAt}] too; each person once is expected`),
  );
  for (const [at, { password, passwordHash }] of people.entries())
    if (password !== undefined && passwordHash !== undefined)
      throw faultAt(`people[${at}].passwordHash`, 'stands beside password; only one of the two is expected');
}

export function checkTokens(tokens: readonly ArchiveToken[], nowMs: number): void {
  const ids = tokens.map(({ id }) => id);
  requireUniqueIds('tokens', ids);
  for (const [at, token] of tokens.entries()) {
    checkSecret(`tokens[${at}]`, token);
    checkLifetime(`tokens[${at}]`, token, nowMs);
  }
  requireUnique(tokens.map(secretHashOf), (at, firstAt) =>
    faultAt(secretPath(tokens, at), `is the secret of tokens[${firstAt}] too; a secret of its own is expected`),
  );
  // Imported tokens keep their dates, past ones too: only those that could be used today count to the limit.
  const active = tokens.filter(({ revokedAt, expiresAt }) => revokedAt === null && Date.parse(expiresAt) > nowMs);
  if (active.length > ACTIVE_TOKENS_MAX) {
    const most = `at most ${ACTIVE_TOKENS_MAX} that are neither revoked nor expired are expected`;
    throw faultAt('tokens', `holds ${active.length} active tokens; ${most}`);
  }
}

export const secretPath = (tokens: readonly ArchiveToken[], at: number): string =>
  `tokens[${at}].${tokens[at]?.secret === undefined ? 'secretHash' : 'secret'}`;

function checkSecret(path: string, { secret, secretHash, lastFour }: ArchiveToken): void {
  if (secret !== undefined) {
    if (secretHash !== undefined)
      throw faultAt(`${path}.secretHash`, 'stands beside secret; only one of the two is expected');
    if (lastFour !== undefined)
      throw faultAt(`${path}.lastFour`, 'stands beside secret, which tells it; it is expected only with secretHash');
    return;
  }
  if (secretHash === undefined)
    throw faultAt(`${path}.secret`, 'is missing; secret, or secretHash with lastFour, is expected');
  if (lastFour === undefined)
    throw faultAt(`${path}.lastFour`, "is missing; with secretHash the secret's last four characters are expected");
}

// As long as a token that is issued here may live, counted from when it was made: past ones too. One that says it will be
// made some day works from today on; a day ahead is what clocks and time zones of two machines may differ by.
function checkLifetime(path: string, { createdAt, expiresAt, scopes }: ArchiveToken, nowMs: number): void {
  const writes = scopes.some((scope) => WRITE_SCOPES.includes(scope));
  const days = writes ? WRITE_TOKEN_DAYS_MAX : READ_TOKEN_DAYS_MAX;
  const lastMs = Math.min(Date.parse(createdAt), nowMs + DAY_MS) + days * DAY_MS;
  if (Date.parse(expiresAt) <= lastMs) return;
  const kind = writes ? 'with a write scope' : 'that only reads';
  const last = `at most ${days} days after createdAt, ${new Date(lastMs).toISOString()}, is expected`;
  throw faultAt(`${path}.expiresAt`, `is ${shown(expiresAt)}; for a token ${kind} ${last}`);
}
