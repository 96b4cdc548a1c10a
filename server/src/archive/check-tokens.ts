import { ACTIVE_TOKENS_MAX, READ_TOKEN_DAYS_MAX, WRITE_TOKEN_DAYS_MAX } from '@vitrine/contract/limits';
import { WRITE_SCOPES } from '@vitrine/contract/scopes';
import { hashTokenSecret } from '../identity/token-secret.js';
import { isTimestamp } from './calendar.js';
import { findRepeated, findRepeatedIds } from './check-lists.js';
import { has, listOf, textOf } from './document.js';
import { shown, type Fault } from './fault.js';

export function checkTokens(document: unknown, nowMs: number): Fault[] {
  const tokens = listOf(document, 'tokens');
  const secrets = tokens.map((token, at) => ({ key: secretHashOf(token), path: ['tokens', at, secretKeyOf(token)] }));
  return [
    ...findRepeatedIds(document, 'tokens'),
    ...tokens.flatMap((token, at) => [...checkSecret(token, at), ...checkLifetime(token, at, nowMs)]),
    ...findRepeated(secrets, (first) => `is the secret of tokens[${first[1]}] too; a secret of its own is expected`),
    ...checkActive(tokens, nowMs),
  ];
}

export const secretKeyOf = (token: unknown): string => (has(token, 'secret') ? 'secret' : 'secretHash');

function secretHashOf(token: unknown): string | undefined {
  const secret = textOf(token, 'secret');
  return secret === undefined ? textOf(token, 'secretHash')?.toLowerCase() : hashTokenSecret(secret).toString('hex');
}

function checkSecret(token: unknown, at: number): Fault[] {
  const fault = (key: string, message: string): Fault[] => [{ path: ['tokens', at, key], message }];
  const [secret, hash, lastFour] = ['secret', 'secretHash', 'lastFour'].map((key) => has(token, key));
  if (secret && hash) return fault('secretHash', 'stands beside secret; only one of the two is expected');
  if (secret && lastFour)
    return fault('lastFour', 'stands beside secret, which tells it; it is expected only with secretHash');
  if (hash && !lastFour)
    return fault('lastFour', "is missing; with secretHash the secret's last four characters are expected");
  if (!secret && !hash) return fault('secret', 'is missing; secret, or secretHash with lastFour, is expected');
  return [];
}

const DAY_MS = 86_400_000;

// As long as a token that is issued here may live, counted from when it was made: past ones too. One that says it will be
// made some day works from today on; a day ahead is what clocks and time zones of two machines may differ by.
function checkLifetime(token: unknown, at: number, nowMs: number): Fault[] {
  const createdAt = textOf(token, 'createdAt') ?? '';
  const expiresAt = textOf(token, 'expiresAt') ?? '';
  if (!isTimestamp(createdAt) || !isTimestamp(expiresAt)) return [];
  const writes = listOf(token, 'scopes').some((scope) => WRITE_SCOPES.some((write) => write === scope));
  const days = writes ? WRITE_TOKEN_DAYS_MAX : READ_TOKEN_DAYS_MAX;
  const last = new Date(Math.min(Date.parse(createdAt), nowMs + DAY_MS) + days * DAY_MS).toISOString();
  if (Date.parse(expiresAt) <= Date.parse(last)) return [];
  const kind = writes ? 'with a write scope' : 'that only reads';
  const message = `is ${shown(expiresAt)}; for a token ${kind} at most ${days} days after createdAt, ${last}, is expected`;
  return [{ path: ['tokens', at, 'expiresAt'], message }];
}

// Imported tokens keep their dates, past ones too: only those that could be used today count to the limit.
function checkActive(tokens: readonly unknown[], nowMs: number): Fault[] {
  const active = tokens.filter(
    (token) => !has(token, 'revokedAt') && isAhead(textOf(token, 'expiresAt'), nowMs),
  ).length;
  if (active <= ACTIVE_TOKENS_MAX) return [];
  const message = `holds ${active} active tokens; at most ${ACTIVE_TOKENS_MAX} that are neither revoked nor expired are expected`;
  return [{ path: ['tokens'], message }];
}

function isAhead(timestamp: string | undefined, nowMs: number): boolean {
  return timestamp !== undefined && isTimestamp(timestamp) && Date.parse(timestamp) > nowMs;
}
