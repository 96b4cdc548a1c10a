import fc from 'fast-check';
import type { Header, PlainRequest } from './fuzz-request.js';
import { hostilePiece, hostileText } from './hostile.js';
import { toBytes } from './fuzz-request.js';

type Twist = (request: PlainRequest) => PlainRequest;

// Changes of a request as a whole: its method, the writing of its path, who sends it, its content type, headers that lie.
export function twists(requests: fc.Arbitrary<PlainRequest>): fc.Arbitrary<PlainRequest> {
  return fc
    .tuple(requests, fc.oneof(methods, targets, authorizations, cookies, types, extras))
    .map(([request, twist]) => twist(request));
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'QUERY'];

const methods = fc.constantFrom(...METHODS).map((method): Twist => (request) => ({ ...request, method }));

const onTarget =
  (change: (target: string) => string): Twist =>
  (request) => ({ ...request, target: change(request.target) });

const targets: fc.Arbitrary<Twist> = fc.oneof(
  fc
    .constantFrom<((target: string) => string)[]>(
      (target) => `${target}/`,
      (target) => `${target}//`,
      (target) => `/${target}`,
      (target) => target.replaceAll('/', '//'),
      (target) => target.replace('/v1/', '/v1/./'),
      (target) => target.replace('/v1/', '/v1/x/../'),
      (target) => target.replace('/v1/', '/v1/%2e%2e/v1/'),
      (target) => target.replace('/v1/', '/v1%2f'),
      (target) => target.replace('/v1', '/V1'),
      (target) => target.toUpperCase().replaceAll(/\{\{[^}]*\}\}/g, (name) => name.toLowerCase()),
      (target) => target.replace(/[a-z](?=[a-z]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      (target) => `http://{{host#0}}${target}`,
      (target) => `http://elsewhere.example${target}`,
      (target) => `${target}#fragment`,
      (target) => `${target};v=1`,
      (target) => `${target}.json`,
      (target) => target.slice(0, -1),
      () => '*',
      () => '/',
    )
    .map(onTarget),
  hostilePiece.map((piece) => onTarget((target) => `${target}/${piece}`)),
  hostilePiece.map((piece) => onTarget((target) => `${target}?${piece}`)),
);

const onHeader =
  (name: string, value: string | undefined): Twist =>
  (request) => {
    const rest = request.headers.filter(([other]) => other !== name);
    return { ...request, headers: value === undefined ? rest : [...rest, [name, value]] };
  };

// What a header line can hold at all; the rest is for broken requests.
const headerText = hostileText.map((text) =>
  toBytes(text)
    .replace(/[^\t -~\x80-\xff]/g, '')
    .slice(0, 4_000),
);

const authorizations: fc.Arbitrary<Twist> = fc
  .oneof(
    headerText,
    headerText.map((text) => `Bearer ${text}`),
    fc.constantFrom(
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'bearer {{token#0}}',
      'Bearer  {{token#0}}',
      'Bearer {{token#0}} x',
      'Bearer {{token#0}},Bearer {{token#0}}',
      'Basic {{token#0}}',
      'Token {{token#0}}',
      'Bearer {{session#0}}',
      `Bearer vitrine_${'A'.repeat(43)}`,
      `Bearer vitrine_${'A'.repeat(7_000)}`,
    ),
  )
  .map((value) => onHeader('authorization', value));

const cookies: fc.Arbitrary<Twist> = fc
  .oneof(
    headerText,
    headerText.map((text) => `vitrine_session=${text}`),
    fc.constantFrom(
      undefined,
      'vitrine_session=',
      'vitrine_session="{{session#0}}"',
      'vitrine_session=x; vitrine_session={{session#0}}',
      '__Host-vitrine_session={{session#0}}',
      ';;;=;vitrine_session={{session#1}};',
      `vitrine_session=${'A'.repeat(43)}`,
    ),
  )
  .map((value) => onHeader('cookie', value));

const types: fc.Arbitrary<Twist> = fc
  .oneof(
    headerText,
    fc.constantFrom(
      undefined,
      'application/json; charset=utf-16',
      'APPLICATION/JSON',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json, text/plain',
      ';',
    ),
  )
  .map((value) => onHeader('content-type', value));

const EXTRAS: readonly Header[] = [
  ['x-merchant', '{{other id:merchant#0}}'],
  ['x-merchant', '{{id:merchant#0}}'],
  ['x-merchant', 'x'],
  ['origin', 'null'],
  ['origin', 'https://elsewhere.example'],
  ['x-forwarded-for', '1.2.3.4, 5.6.7.8'],
  ['x-forwarded-for', 'no address'],
  ['x-forwarded-host', 'elsewhere.example'],
  ['x-forwarded-proto', 'gopher'],
  ['x-http-method-override', 'DELETE'],
  ['x-request-id', 'mine'],
  ['content-encoding', 'gzip'],
  ['accept', 'text/html'],
  ['accept-encoding', 'br;q=1.0, *;q=0'],
  ['if-none-match', '*'],
  ['range', 'bytes=0-0'],
  ['expect', '100-continue'],
  ['expect', 'a miracle'],
  ['upgrade', 'websocket'],
  ['te', 'trailers'],
  ['x-long', 'x'.repeat(8_000)],
];

const extras: fc.Arbitrary<Twist> = fc.oneof(
  fc.constantFrom(...EXTRAS).map(([name, value]) => onHeader(name, value)),
  headerText.map((text) => onHeader('x-merchant', text)),
  headerText.map((text) => onHeader('origin', text)),
);
