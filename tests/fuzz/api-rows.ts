import { audienceOf, pathOf, type Endpoint } from '@vitrine/contract/endpoint';
import { statusesOf } from '@vitrine/contract/endpoint-statuses';
import { endpoints } from '@vitrine/contract/endpoints';
import { toOpenApi } from '@vitrine/contract/openapi';
import type { ApiName } from './fuzz-request.js';
import { closed, compileSchema, parseSchema, type Check, type JsonSchema } from './json-schema.js';

// A row of the endpoint table, as the fuzzer uses it. The table is read whole: a new row is fuzzed without a word here.
export type ApiRow = {
  readonly api: ApiName;
  readonly title: string;
  readonly method: string;
  // With the prefix of its API.
  readonly path: string;
  readonly query: JsonSchema | undefined;
  readonly body: JsonSchema | undefined;
  readonly isBodyOptional: boolean;
  readonly bodyBytesMax: number;
  readonly responseType: string;
  // Leads on to another page of the site.
  readonly isRedirect: boolean;
  readonly statuses: ReadonlySet<number>;
  readonly checkBody: Check;
  readonly checkAnswer: Check;
};

// Assistants speak a protocol of their own, with a table of their own (fuzz-tools.test.ts), and so do programs that want to
// become one (fuzz-oauth.test.ts).
export const apiRows: readonly ApiRow[] = Object.values<Endpoint>(endpoints).flatMap((row) => {
  const api = audienceOf(row.access);
  return api === 'assistants' || api === 'oauth' ? [] : [toRow(row, api)];
});

function toRow(row: Endpoint, api: ApiName): ApiRow {
  const body = row.body && parseSchema(row.body);
  const { responseType } = row;
  return {
    api,
    title: `${row.method} ${row.path}`,
    method: row.method,
    path: pathOf(row),
    query: row.query && parseSchema(row.query),
    body,
    isBodyOptional: row.bodyOptional === true,
    bodyBytesMax: row.bodyBytesMax ?? 16 * 1024,
    responseType: responseType ?? 'application/json',
    isRedirect: row.company === 'returns',
    statuses: new Set([row.company === 'returns' ? 303 : 200, ...statusesOf(row), ...documented(api, row)]),
    checkBody: body === undefined ? () => [] : compileSchema(body),
    checkAnswer: responseType === undefined ? compileSchema(closed(parseSchema(row.response))) : () => [],
  };
}

type Operations = { readonly [method: string]: { readonly responses?: Readonly<Record<string, unknown>> } };

// What the OpenAPI document lists, without the two that the judge has a mind of its own about.
function documented(api: ApiName, { method, path }: { readonly method: string; readonly path: string }): number[] {
  if (api !== 'integrations') return [];
  const paths: Readonly<Record<string, Operations>> = Object(toOpenApi()['paths']);
  const responses = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses;
  if (responses === undefined) throw new Error(`The OpenAPI document lacks ${method} ${path}.`);
  return Object.keys(responses)
    .map(Number)
    .filter((status) => status !== 405 && status !== 500);
}

export type Found =
  | { readonly kind: 'row'; readonly row: ApiRow; readonly isExact: boolean }
  | { readonly kind: 'other-method'; readonly isExact: boolean }
  | { readonly kind: 'none' }
  // Pages, guides, health: not what is looked at here.
  | { readonly kind: 'elsewhere' };

// Which row a request means. Exact: its path is written as the table writes it; else a server may also find nothing there.
export function findRow(method: string, target: string): Found {
  const path = (target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '') || '/';
  if (!decoded(path).toLowerCase().includes('/api/')) return { kind: 'elsewhere' };
  const isPlain = target.startsWith(path) && !target.slice(path.length).startsWith('#');
  const written = among(method, path, isPlain);
  const read = among(method, decoded(path), isPlain);
  if (keyOf(written) === keyOf(read) && written.kind !== 'none') return written;
  return [read, written].map(inexact).find(({ kind }) => kind !== 'none') ?? read;
}

const keyOf = (found: Found): string => (found.kind === 'row' ? found.row.title : found.kind);
const inexact = (found: Found): Found => ('isExact' in found ? { ...found, isExact: false } : found);

function among(method: string, path: string, isExact: boolean): Found {
  const found = PATTERNS.filter(([, pattern]) => pattern.test(path));
  // Static before parameters, as the router does it.
  const first = found.find(([row]) => !row.path.includes(':')) ?? found[0];
  if (first === undefined) return { kind: 'none' };
  const row = found.map(([one]) => one).find((one) => one.path === first[0].path && one.method === method);
  return row === undefined ? { kind: 'other-method', isExact } : { kind: 'row', row, isExact };
}

const PATTERNS = apiRows.map((row) => {
  const pattern = row.path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+');
  return [row, new RegExp(`^${pattern}$`)] as const;
});

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
