import type { TokenEndpoint } from '../endpoint.js';
import { statusesOf } from '../endpoint-statuses.js';
import { ErrorBody, STATUS, type ErrorStatus } from '../errors.js';
import { frontWindow, poster, summer } from '../examples/content.js';
import { errorExamples } from '../examples/errors.js';
import type { examples } from '../examples/examples.js';
import { BODY_BYTES_MAX, READS_PER_MINUTE_MAX, WRITES_PER_MINUTE_MAX } from '../limits.js';
import { headersOf } from './headers.js';
import { toSchema, type JsonObject, isObject } from './to-schema.js';

type EndpointExamples = (typeof examples)[keyof typeof examples];

// One row of the endpoint table as an operation.
export function toOperation(operationId: string, endpoint: TokenEndpoint, shown: EndpointExamples): JsonObject {
  const { method, access } = endpoint;
  const { scope } = access;
  const parameters = toParameters(endpoint);
  return {
    operationId,
    tags: [groupOf(endpoint.path)],
    summary: endpoint.summary,
    description: `${scope === null ? 'Needs no scope.' : `Needs the scope \`${scope}\`.`} ${endpoint.description}`,
    'x-required-scope': scope,
    'x-requests-per-minute': method === 'GET' ? READS_PER_MINUTE_MAX : WRITES_PER_MINUTE_MAX,
    security: [{ bearer: scope === null ? [] : [scope] }],
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: toRequestBody(endpoint, shown) }),
    responses: toResponses(endpoint, shown),
  };
}

function toRequestBody(endpoint: TokenEndpoint, { request }: EndpointExamples): JsonObject {
  return {
    required: endpoint.bodyOptional !== true,
    description: `JSON of at most 16 KB (${BODY_BYTES_MAX.toLocaleString('en')} bytes).`,
    'x-max-bytes': BODY_BYTES_MAX,
    content: { 'application/json': { schema: toSchema(endpoint.body), examples: request } },
  };
}

function toResponses(endpoint: TokenEndpoint, { response }: EndpointExamples): JsonObject {
  const ok = {
    description: 'As asked.',
    headers: headersOf(200),
    content: { 'application/json': { schema: toSchema(endpoint.response), examples: response } },
  };
  const refusals = everyStatus(endpoint).map((status) => [String(status), toRefusal(endpoint, status)] as const);
  return Object.fromEntries([['200', ok], ...refusals]);
}

// Every path has two more: another method, and a failure inside (contract, Errors).
const everyStatus = (endpoint: TokenEndpoint): ErrorStatus[] =>
  [...statusesOf(endpoint), STATUS.method_not_allowed, STATUS.internal].sort((a, b) => a - b);

function toRefusal(endpoint: TokenEndpoint, status: ErrorStatus): JsonObject {
  return {
    description: WHEN[status],
    headers: headersOf(status),
    content: { 'application/json': { schema: toSchema(ErrorBody), examples: errorExamples(endpoint, status) } },
  };
}

const WHEN: Readonly<Record<ErrorStatus, string>> = {
  [STATUS.invalid_request]:
    '`invalid_request`: a parameter or the body is invalid; the message names every faulty field.',
  [STATUS.unauthorized]:
    '`unauthorized`: the token is missing, unknown, expired or revoked, or the merchant is suspended or its plan has ended.',
  [STATUS.forbidden]: "`forbidden`: the token lacks the scope, or the merchant's plan does not allow writes (`plan`).",
  [STATUS.not_found]: "`not_found`: there is no such item in the token's merchant.",
  [STATUS.method_not_allowed]: '`method_not_allowed`: the path was called with another method.',
  [STATUS.conflict]:
    '`conflict`: the storage is full (`storage_quota_exceeded`) or the id belongs to another file (`id_conflict`).',
  [STATUS.payload_too_large]: '`payload_too_large`: the body is larger than 16 KB.',
  [STATUS.unprocessable]: '`unprocessable`: understood, but not accepted (`invalid`).',
  [STATUS.rate_limited]: '`rate_limited`: the budget of this minute is spent. Wait as long as `Retry-After` says.',
  [STATUS.internal]: '`internal`: a failure on our side. Try again.',
};

export const GROUPS = {
  Media: 'Pictures, videos and web pages in the media library.',
  Uploads: 'New media: announce a file, PUT its bytes to storage, finalize.',
  Campaigns: 'What plays during a flight, and what screens play now.',
  Playlists: 'Media in an order.',
  Tags: 'Words that group media and campaigns.',
  Changes: 'What happened, in its order.',
  Webhooks:
    'The same, sent to an address of yours that an owner or admin has named in the console, signed by Standard Webhooks 1.0.0.',
  Token: 'The token itself.',
};

function groupOf(path: string): keyof typeof GROUPS {
  if (path.startsWith('/media/uploads')) return 'Uploads';
  if (path.endsWith('/tags')) return 'Tags';
  if (path.startsWith('/campaigns')) return 'Campaigns';
  if (path.startsWith('/playlists')) return 'Playlists';
  if (path.startsWith('/changes')) return 'Changes';
  return path.startsWith('/token') ? 'Token' : 'Media';
}

// The path's and the query's parameters of an endpoint.
function toParameters(endpoint: TokenEndpoint): JsonObject[] {
  const inPath = Object.entries(endpoint.params ?? {}).map(([name, description]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string', format: 'uuid' },
    example: idExample(endpoint.path),
  }));
  const inQuery = Object.entries(endpoint.query?.properties ?? {}).map(([name, schema]) =>
    toQueryParameter(name, schema),
  );
  return [...inPath, ...inQuery];
}

function toQueryParameter(name: string, schema: unknown): JsonObject {
  const { description, ...rest } = requireObject(toSchema(schema));
  return {
    name,
    in: 'query',
    required: false,
    description,
    // `tag=a&tag=b`: the name is repeated, nothing is joined by commas.
    ...(rest['type'] === 'array' && { style: 'form', explode: true }),
    schema: rest,
    example: QUERY_EXAMPLES[name],
  };
}

const QUERY_EXAMPLES: Readonly<Record<string, unknown>> = {
  cursor: '80s6pBkU0CDjkgwAymuZplsi',
  limit: 50,
  q: 'ice cream',
  tag: [summer.id],
  wait: 25,
};

function idExample(path: string): string {
  if (path.startsWith('/campaigns')) return 'a3f1c0de-7b1e-4c55-9d7e-1c2b3a4d5e6f';
  return path.startsWith('/playlists') ? frontWindow.id : poster.id;
}

function requireObject(value: unknown): JsonObject {
  if (!isObject(value)) throw new Error('a parameter has a schema of its own');
  return value;
}
