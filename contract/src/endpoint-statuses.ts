import { audienceOf, type Access, type Endpoint } from './endpoint.js';
import { STATUS, type ErrorStatus } from './errors.js';

const OPEN_TO_ALL: readonly Access['by'][] = ['anyone', 'television', 'oauthClient'];

// What a row may be refused with: what its gates and its input bring, and what it says of itself. Every path has 405 and
// 500 beside these.
export function statusesOf(row: Endpoint): ErrorStatus[] {
  const { access, method, path, query, body, session, errors = [] } = row;
  const isWrite = method !== 'GET';
  const isForTokens = access.by === 'token';
  const isForPeople = audienceOf(access) === 'console';
  const isCounted = access.by !== 'anyone' && session !== 'ends';
  const gates: readonly (readonly [ErrorStatus, boolean])[] = [
    [STATUS.invalid_request, isWrite || query !== undefined],
    [STATUS.unauthorized, !OPEN_TO_ALL.includes(access.by)],
    // A scope or a role; of a browser's writes the origin.
    [STATUS.forbidden, isForTokens ? access.scope !== null : isForPeople && (access.by === 'person' || isWrite)],
    // A session may name a merchant that is not its person's.
    [STATUS.not_found, isForTokens ? path.includes(':') : isForPeople && access.by !== 'anyone'],
    [STATUS.payload_too_large, body !== undefined],
    [STATUS.rate_limited, isForTokens || access.by === 'screen' || (isForPeople && isWrite && isCounted)],
  ];
  const own = new Set([...errors, ...gates.flatMap(([status, applies]) => (applies ? [status] : []))]);
  return [...own].sort((a, b) => a - b);
}
