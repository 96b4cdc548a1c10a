import fc from 'fast-check';
import type { Edit, StoredRequest } from './fuzz-request.js';
import { hostilePiece } from './hostile.js';

// Signed URLs, unchanged and with up to three things changed.
export const storedRequests = (): fc.Arbitrary<StoredRequest> =>
  fc.record({
    kind: fc.constant('stored' as const),
    ticket: fc.nat({ max: 39 }),
    edits: fc.oneof(
      { weight: 4, arbitrary: edits().map((edit) => [edit]) },
      { weight: 1, arbitrary: fc.array(edits(), { maxLength: 3 }) },
    ),
  });

const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'];
const PARAMETERS = ['X-Amz-Expires', 'X-Amz-Date', 'response-content-type', 'versionId', 'acl', 'uploads', '__proto__'];
const PATHS = [
  '/',
  '//',
  '/vitrine',
  '/vitrine/',
  '/vitrine/../x',
  '/vitrine/%2e%2e/x',
  '/other/x',
  '*',
  '/vitrine/\xff',
];
const HEADERS: readonly (readonly [string, string])[] = [
  ...[
    'bytes=0-0',
    'bytes=0-',
    'bytes=-1',
    'bytes=-0',
    'bytes=5-2',
    'bytes=999999-',
    'bytes=0-0,2-3',
    'bytes=99999999999999999999-',
    'lines=1-2',
    'bytes=a-b',
    `bytes=${'0-0,'.repeat(1_000)}0-0`,
  ].map((range) => ['range', range] as const),
  ['if-match', '"x"'],
  ['if-match', '*'],
  ['if-none-match', '*'],
  ['if-none-match', 'W/"'],
  ['if-modified-since', 'never'],
  ['if-modified-since', 'Fri, 31 Dec 9999 23:59:59 GMT'],
  ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['if-range', '"x"'],
  ['authorization', 'AWS4-HMAC-SHA256 Credential=x'],
  ['x-amz-acl', 'public-read'],
  ['x-amz-copy-source', '/vitrine/x'],
  ['x-amz-meta-a', 'b'],
  ['x-amz-content-sha256', 'UNSIGNED-PAYLOAD'],
  ['host', 'elsewhere.example'],
  ['content-type', 'text/html'],
  ['content-type', 'image/svg+xml'],
  ['content-encoding', 'aws-chunked'],
  ['origin', 'https://elsewhere.example'],
  ['access-control-request-headers', 'x-amz-\xe9, content-type, *'],
  ['expect', '100-continue'],
  ['expect', 'a miracle'],
];

function edits(): fc.Arbitrary<Edit> {
  const at = fc.nat({ max: 600 });
  const to = fc.constantFrom('0', 'a', 'Z', '%', '&', '=', '/', '.', '+', ';', '\xff');
  return fc.oneof(
    fc.constantFrom(...METHODS).map((method): Edit => ({ do: 'method', to: method })),
    fc.record({ do: fc.constant('flip'), part: fc.constantFrom('path', 'query', 'header'), at, to }),
    fc.record({ do: fc.constant('flip'), part: fc.constant('query'), at, to }),
    fc.record({
      do: fc.constant('add-parameter'),
      name: fc.oneof(fc.constantFrom(...PARAMETERS), hostilePiece),
      value: hostilePiece,
    }),
    fc.record({ do: fc.constantFrom('repeat-parameter', 'drop-parameter', 'drop-header'), at }),
    fc.record({ do: fc.constant('other-key'), ticket: fc.nat({ max: 39 }) }),
    fc.constantFrom(...PATHS).map((path): Edit => ({ do: 'path', to: path })),
    fc.constantFrom(...HEADERS).map(([name, value]): Edit => ({ do: 'header', name, value })),
    fc.constantFrom('', 'x', 'y'.repeat(5), 'z'.repeat(70_000)).map((bytes): Edit => ({ do: 'body', bytes })),
  );
}
