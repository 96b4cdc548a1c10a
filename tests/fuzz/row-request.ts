import fc from 'fast-check';
import type { ApiRow } from './api-rows.js';
import { type Header, type PlainRequest, toBytes } from './fuzz-request.js';
import { hostilePiece, hostileText, ODD_BODIES } from './hostile.js';
import { nearlyValid } from './nearly-valid.js';
import { idPool, nounOf } from './pools.js';
import { ids, toArbitrary } from './to-arbitrary.js';
import { twists } from './twists.js';

// Requests of one endpoint: valid, with one part nearly valid or hostile, or twisted as a whole. Mostly one thing at a
// time, so that what is wrong is looked at and not refused together with the rest.
export function rowRequests(row: ApiRow): fc.Arbitrary<PlainRequest> {
  const valid = { path: paths(row), query: queries(row), body: bodies(row) };
  const bent = fc.oneof(
    made(row, valid),
    made(row, { ...valid, path: hostilePaths(row) }),
    made(row, { ...valid, query: hostileQueries(row) }),
    made(row, { ...valid, body: hostileBodies(row) }),
    made(row, { ...valid, body: hostileBodies(row) }),
  );
  return fc.oneof(
    { weight: 4, arbitrary: bent },
    { weight: 1, arbitrary: twists(made(row, valid)) },
    { weight: 1, arbitrary: twists(bent) },
  );
}

type Parts = {
  readonly path: fc.Arbitrary<string>;
  readonly query: fc.Arbitrary<string>;
  readonly body: fc.Arbitrary<string | null>;
};

function made(row: ApiRow, parts: Parts): fc.Arbitrary<PlainRequest> {
  return fc
    .record({ ...parts, isChunked: fc.boolean(), who: callers(row) })
    .map(({ path, query, body, isChunked, who }) => ({
      kind: 'plain',
      api: row.api,
      row: row.title,
      method: row.method,
      target: query === '' ? path : `${path}?${query}`,
      headers: [...who, ...(body === null ? [] : [JSON_TYPE])],
      body,
      isChunked: isChunked && body !== null,
    }));
}

const JSON_TYPE: Header = ['content-type', 'application/json'];

// With every right, mostly; the pools hold the narrower ones behind it.
function callers({ api }: ApiRow): fc.Arbitrary<Header[]> {
  const pool = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 5 }) });
  if (api === 'integrations') return pool.map((at) => [['authorization', `Bearer {{token#${at}}}`]]);
  if (api === 'screens') return pool.map((at) => [['authorization', `Bearer {{screen#${at}}}`]]);
  return pool.map((at) => [
    ['cookie', `vitrine_session={{session#${at}}}`],
    ['origin', '{{origin#0}}'],
  ]);
}

const PARAMETER = /([^/]+)\/:(\w+)/;

function paths({ path }: ApiRow): fc.Arbitrary<string> {
  const [, noun = ''] = PARAMETER.exec(path) ?? [];
  return ids(idPool(nounOf(noun), 'id')).map((id) => path.replace(/:\w+/g, id));
}

const hostilePaths = ({ path }: ApiRow): fc.Arbitrary<string> =>
  hostilePiece.map((piece) => path.replace(/:\w+/g, () => piece));

type Pair = readonly [string, string];

function queries({ query, path }: Pick<ApiRow, 'query' | 'path'>): fc.Arbitrary<string> {
  if (query === undefined) return fc.constant('');
  return toArbitrary(query, { noun: nounOfPath(path), key: '' }).map((values) => toText(toPairs(Object(values))));
}

const toPairs = (values: Readonly<Record<string, unknown>>): Pair[] =>
  Object.entries(values).flatMap(([name, value]) => [value].flat().map((one): Pair => [name, toWord(one)]));

const toWord = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

// Stand-ins stay as they are; all else is escaped.
const toText = (pairs: readonly Pair[]): string =>
  pairs.map(([name, value]) => `${name}=${/^\{\{.*\}\}$/.test(value) ? value : encode(value)}`).join('&');

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

const ODD_NAMES = [
  'limit',
  'limit[]',
  'tag[]',
  'tag[0]',
  'a.b',
  'q[x]',
  '__proto__',
  'constructor',
  'Limit',
  '',
  'token',
];

function hostileQueries({ query, path }: ApiRow): fc.Arbitrary<string> {
  const names = [...Object.keys(query?.properties ?? {}), ...ODD_NAMES];
  const pair = fc.tuple(fc.oneof(fc.constantFrom(...names), hostilePiece), hostilePiece);
  const text = fc
    .array(pair, { minLength: 1, maxLength: 4 })
    .map((pairs) => pairs.map((one) => one.join('=')).join('&'));
  const number = fc.constantFrom('0', '-0', '-1', '1e1', '1e999', '0x10', '201', '9'.repeat(30), '٣', 'NaN', ' 1');
  const bounds = fc.tuple(fc.constantFrom(...names), number).map(([name, value]) => `${name}=${encode(value)}`);
  const nearly =
    query === undefined
      ? bounds
      : nearlyValid(query, toArbitrary(query, { noun: nounOfPath(path), key: '' })).map((value) =>
          toText(toPairs(Object(value)).map(([name, one]) => [encode(name), one])),
        );
  const twice = queries({ query, path }).map((once) => `${once}&${once}`);
  return fc.oneof(text, bounds, nearly, twice, fc.constantFrom('?', '&&&', '=', '%', '#a=1', 'a'.repeat(9_000)));
}

function bodies({ body, path, isBodyOptional }: ApiRow): fc.Arbitrary<string | null> {
  if (body === undefined) return fc.constant(null);
  const text = toArbitrary(body, { noun: nounOfPath(path), key: '' }).map((value) => toBytes(JSON.stringify(value)));
  return isBodyOptional ? fc.option(text) : text;
}

function hostileBodies({ body, path }: ApiRow): fc.Arbitrary<string | null> {
  const odd = fc.oneof(fc.constantFrom(...ODD_BODIES), hostileText.map(toBytes));
  if (body === undefined) return odd;
  const valid = toArbitrary(body, { noun: nounOfPath(path), key: '' });
  const nearly = nearlyValid(body, valid).map((value) => toBytes(JSON.stringify(value) ?? ''));
  const twice = fc.tuple(nearly, nearly).map(([one, other]) => one.replace(/\}$/, `,${other.slice(1)}`));
  const numbers = nearly.map((text) => text.replace(/:\s*\d+/, ':1e999'));
  return fc.oneof({ weight: 6, arbitrary: nearly }, odd, twice, numbers);
}

const nounOfPath = (path: string): string => nounOf(path.split('/')[4] ?? '');
