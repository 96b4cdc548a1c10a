import fc from 'fast-check';
import { API_PATH, CONSOLE_PATH, SCREENS_PATH } from '@vitrine/contract/endpoint';
import type { BrokenRequest } from './fuzz-request.js';

type Case = readonly [about: string, bytes: string, answersMax?: number, isCut?: boolean];

const HIDDEN = 'GET /hidden HTTP/1.1\r\nhost: x\r\n\r\n';

// Bytes that HTTP does not allow, and requests that two readers in a row might cut up differently. Whatever they are
// taken for, nobody may be answered twice, and nothing may fall over.
export function brokenRequests(api: BrokenRequest['api']): fc.Arbitrary<BrokenRequest> {
  const path = {
    integrations: `${API_PATH}/tags`,
    console: `${CONSOLE_PATH}/me`,
    screens: `${SCREENS_PATH}/program`,
    storage: '/vitrine/x',
  }[api];
  const listed = fc.constantFrom(...lineCases(path), ...headerCases(path), ...bodyCases(path));
  const noise = fc
    .string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 300 })
    .map((bytes): Case => ['noise', bytes, 1, true]);
  const cut = fc
    .tuple(listed, fc.nat({ max: 400 }))
    .map(([[about, bytes, max = 1], at]): Case => [`${about}, cut`, bytes.slice(0, at), max, true]);
  const end = fc.constantFrom<('wait' | 'early')[]>('wait', 'wait', 'wait', 'early');
  return fc
    .tuple(fc.oneof({ weight: 6, arbitrary: listed }, noise, cut), end)
    .map(([[about, bytes, answersMax = 1, isCut = false], how]) => ({
      kind: 'broken',
      api,
      about,
      bytes,
      answersMax,
      end: how === 'wait' && isCut ? 'end' : how,
    }));
}

const HOST = 'host: {{host#0}}\r\n';

const lineCases = (path: string): Case[] =>
  [
    '',
    'GET',
    'GET /',
    `GET ${path}`,
    `GET ${path} HTTP/9.9`,
    `GET ${path} HTTP/1.1 x`,
    `GET ${path} http/1.1`,
    `get ${path} HTTP/1.1`,
    `G\0T ${path} HTTP/1.1`,
    `GET ${path}\0 HTTP/1.1`,
    `GET ${path} a HTTP/1.1`,
    `GET\t${path}\tHTTP/1.1`,
    `GET http://[::1 HTTP/1.1`,
    `GET //[ HTTP/1.1`,
    `GET ? HTTP/1.1`,
    `GET tags HTTP/1.1`,
    `GET ${path}?${'a'.repeat(20_000)} HTTP/1.1`,
    `${'A'.repeat(20_000)} ${path} HTTP/1.1`,
    `CONNECT {{host#0}} HTTP/1.1`,
    `OPTIONS * HTTP/1.1`,
    'PRI * HTTP/2.0',
    '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
  ].map((line): Case => [`request line ${line.slice(0, 40)}`, `${line}\r\n${HOST}\r\n`]);

const headerCases = (path: string): Case[] =>
  [
    '',
    'host: a\r\nhost: b\r\n',
    'host: \0\r\n',
    'host: /../\r\n',
    `${HOST}no colon\r\n`,
    `${HOST}: no name\r\n`,
    `${HOST}a name: x\r\n`,
    `${HOST}name : x\r\n`,
    `${HOST}x: a\0b\r\n`,
    `${HOST}x: a\r\n folded\r\n`,
    `${HOST}x: a\rb\r\n`,
    `${HOST}x: \x7f\x01\r\n`,
    `${HOST}authorization: Bearer {{token#0}}\r\nauthorization: Bearer x\r\n`,
    `${HOST}x: ${'y'.repeat(20_000)}\r\n`,
    `${HOST}x: ${'y'.repeat(200_000)}\r\n`,
    `${HOST}${'x: y\r\n'.repeat(3_000)}`,
    `${HOST}expect: a miracle\r\n`,
    `${HOST}connection: upgrade\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAARAAAAAAAIAAAAA\r\n`,
    `${HOST}connection: ${'close, '.repeat(500)}\r\n`,
  ]
    .map((lines): Case => [`headers ${lines.slice(0, 40)}`, `GET ${path} HTTP/1.1\r\n${lines}\r\n`])
    .concat([
      ['line feeds only', `GET ${path} HTTP/1.1\nhost: x\n\n`],
      ['HTTP/1.0', `GET ${path} HTTP/1.0\r\n\r\n`],
      ['three requests at once', `GET ${path} HTTP/1.1\r\n${HOST}\r\n`.repeat(3), 3],
      ['a second request cut off', `GET ${path} HTTP/1.1\r\n${HOST}\r\nGET ${path} HT`, 2],
    ]);

// Behind each of these stands a request that only a reader who errs about the body's end would see.
const bodyCases = (path: string): Case[] =>
  [
    'content-length: 5\r\ncontent-length: 6\r\n\r\nhello',
    'content-length: 5, 5\r\n\r\nhello',
    'content-length: +5\r\n\r\nhello',
    'content-length: -1\r\n\r\n',
    'content-length: 0x5\r\n\r\nhello',
    'content-length: 5e0\r\n\r\nhello',
    'content-length: 99999999999999999999\r\n\r\nhello',
    'content-length: \r\n\r\n',
    'content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'transfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\n',
    'transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n',
    'transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    'transfer-encoding: xchunked\r\n\r\n0\r\n\r\n',
    'transfer-encoding:\x0bchunked\r\n\r\n0\r\n\r\n',
    'transfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n',
    'transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\nhello\r\n0\r\n\r\n',
    'transfer-encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n',
    `transfer-encoding: chunked\r\n\r\n5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
    'transfer-encoding: chunked\r\n\r\n5\r\nhel',
  ].map((lines): Case => [`body ${lines.slice(0, 50)}`, `POST ${path} HTTP/1.1\r\n${HOST}${lines}${HIDDEN}`, 1]);
