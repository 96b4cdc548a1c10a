import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, onTestFinished, test } from 'vitest';
import { CONSOLE_PATH } from '@vitrine/contract/endpoint';
import { API_PATH } from '@vitrine/contract/endpoint';
import type { WireAnswer } from '../fuzz/find-answers.js';
import { exchange } from '../fuzz/wire.js';
import { anImage } from '../harness/content.js';
import { openConnection } from '../harness/raw-connection.js';
import { useService, type Shop } from '../harness/service.js';
import { openTestDisk } from '../harness/test-disk.js';

// What the fuzzer found once (tests/fuzz), each as a sentence of its own.

const invalid = (message: string) => ({ error: 'invalid_request', message });
const ENCODE = 'The address contains characters that must be percent-encoded, such as %C3%A9 for é.';
const UUID = /^[0-9a-f-]{36}$/;

const MISSING = '00000000-0000-4000-8000-000000000000';
const TAGS = `GET ${API_PATH}/tags HTTP/1.1`;

const service = useService({ limits: { readsPerMinute: 1_000, writesPerMinute: 1_000 } });
let shop: Shop;
let mediaId: string;
beforeAll(async () => {
  const media = anImage();
  mediaId = media.id;
  shop = await service.newMerchant({ media: [media] });
});
const bearer = (): string => `authorization: Bearer ${shop.secret}`;

async function ask(url: string, lines: readonly string[], body = ''): Promise<WireAnswer> {
  const bytes = Buffer.from([...lines, 'connection: close', '', body].join('\r\n'), 'latin1');
  const port = Number(new URL(url).port);
  const { answers } = await exchange({ port, bytes, method: 'GET', until: 'answer', msMax: 120_000 });
  return answers[0] ?? assert.fail('There was no answer.');
}

const askApi = (request: string, headers: readonly string[], body = ''): Promise<WireAnswer> =>
  ask(service.url, [`${request} HTTP/1.1`, 'host: x', `authorization: Bearer ${shop.secret}`, ...headers], body);

const bodyOf = ({ body }: WireAnswer): unknown => JSON.parse(body.toString());

const shown = (type: string): string => (type === '' ? '' : `, not "${type}"`);

test.each(['', ';', 'json', 'application/json, text/plain', '\xff', '/', 'a/b/c'])(
  'a content type that cannot be read (%j) is not JSON: a 400 where a body is read, and no matter elsewhere',
  async (type) => {
    const headers = [`content-type: ${type}`, 'content-length: 2'];
    const path = `${API_PATH}/media/uploads`;
    const answer = await askApi(`POST ${path}`, headers, '{}');
    assert.deepEqual(
      [answer.status, bodyOf(answer)],
      [400, invalid(`The body must be JSON: send the header content-type: application/json${shown(type)}.`)],
    );
    assert.equal((await askApi(`DELETE ${path}`, headers, '{}')).status, 405);
    assert.equal((await askApi(`POST ${CONSOLE_PATH}/sign-out`, [`content-type: ${type}`])).status, 403);
  },
);

test('a type with parameters stays what it is', async () => {
  const headers = ['content-type: application/json; charset=utf-8; =;', 'content-length: 2'];
  const answer = await askApi(`POST ${API_PATH}/media/uploads`, headers, '{}');
  assert.match(answer.body.toString(), /Missing: id, name/);
});

test('QUERY is another method like any, with and without a content type', async () => {
  for (const headers of [[], ['content-type: text/plain', 'content-length: 1']]) {
    const answer = await askApi(`QUERY ${API_PATH}/tags`, headers, headers.length > 0 ? 'x' : '');
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET']);
  }
});

test.each([
  [`/media?q=\xc3\xa9`, 400, `${ENCODE} They are in q.`],
  [`/tags?limit=1&q=\xe9`, 400, `${ENCODE} They are in q.`],
  [`/changes?wait=0&\xe9=1`, 400, ENCODE],
  [`/media/\xc3\xa9`, 404, ENCODE],
  [`/media/${MISSING}?q=\xc3\xa9`, 404, `${ENCODE} They are in q.`],
])('rejects the address %j, which is not percent-encoded, with a %i', async (target, status, message) => {
  const answer = await askApi(`GET ${API_PATH}${target}`, []);
  const error = status === 400 ? 'invalid_request' : 'not_found';
  assert.deepEqual([answer.status, bodyOf(answer)], [status, { error, message }]);
});

const FOLD = 'Send each header on one line.';
test.each([
  [
    `GET ${API_PATH}/tags?q=a b HTTP/1.1`,
    [],
    'The request line is malformed. If the address contains a space, send %20 instead.',
  ],
  [
    `GET ${API_PATH}/tags?q=${'a'.repeat(17_000)} HTTP/1.1`,
    [],
    'The address and headers together are over 16 KB. Send fewer or shorter parameters.',
  ],
  [TAGS, ['content-length: x'], 'The Content-Length header is not a whole number of bytes.'],
  [
    TAGS,
    ['content-length: 1', 'content-length: 1'],
    'The Content-Length header is given more than once. Send it once.',
  ],
  [
    TAGS,
    ['content-length: 1', 'transfer-encoding: chunked'],
    'Content-Length and Transfer-Encoding exclude each other. Send one of them.',
  ],
  [TAGS, ['x-note: a', ' b'], `The header x-note continues on a second line. ${FOLD}`],
  [TAGS, ['x-note: a\0'], 'The header x-note contains a character that is not allowed there.'],
  [TAGS, ['host: y'], 'The Host header is given more than once. Send it once.'],
])('says what is wrong with %j and %j', async (request, headers, message) => {
  const answer = await ask(service.url, [request, 'host: x', ...headers]);
  assert.deepEqual([answer.status, bodyOf(answer)], [400, invalid(message)]);
});

test.each(['a b', 'a/b', 'x:80:80', '[::1', 'é'])('rejects the Host %j', async (host) => {
  const answer = await ask(service.url, [TAGS, `host: ${host}`]);
  assert.deepEqual(
    [answer.status, bodyOf(answer)],
    [400, invalid('The Host header is malformed. Send a name and a port, such as example.com:443.')],
  );
});

test.each(['', 'x', 'example.com:8080', '127.0.0.1:80', '[::1]:80', 'a_b'])('accepts the Host %j', async (host) => {
  const answer = await ask(service.url, [TAGS, `host: ${host}`, `authorization: Bearer ${shop.secret}`]);
  assert.equal(answer.status, 200);
});

test.each([
  ['FOO', '/tags', 405, 'FOO is not allowed here. Use GET.'],
  ['get', '/tags', 405, 'The method get is unknown: methods are upper case. Use GET.'],
  ['Post', '/media/uploads', 405, 'The method Post is unknown: methods are upper case. Use POST.'],
  [
    'FOO',
    '/nothing',
    404,
    `No such endpoint. Paths begin with ${API_PATH}, are case-sensitive and have no slash at the end.`,
  ],
] as const)('answers the unknown method %s on %s with a %i', async (method, path, status, message) => {
  const answer = await askApi(`${method} ${API_PATH}${path}`, []);
  const error = status === 405 ? 'method_not_allowed' : 'not_found';
  assert.deepEqual([answer.status, bodyOf(answer)], [status, { error, message }]);
  const allow = path === '/tags' ? 'GET' : 'POST';
  assert.equal(answer.headers.get('allow'), status === 405 ? allow : undefined);
});

test.each([
  [`${API_PATH}/tags`, 'GET'],
  ['example.com:443', 'GET, POST'],
])('answers CONNECT %s with a 405 and closes the connection', async (target, allow) => {
  const connection = await openConnection(service.url);
  connection.write(`CONNECT ${target} HTTP/1.1\r\nhost: x\r\n\r\n`);
  const [answer, ...others] = await connection.untilClosed();
  const message = `CONNECT is not allowed here. Use ${allow.replace(', ', ' or ')}.`;
  assert.deepEqual([answer?.status, answer?.headers.get('allow')], [405, allow]);
  assert.deepEqual(JSON.parse(String(answer?.body)), { error: 'method_not_allowed', message });
  assert.deepEqual(others, []);
});

describe('Expect: 100-continue', () => {
  const START = `POST ${API_PATH}/media/uploads HTTP/1.1\r\nhost: x\r\nexpect: 100-continue`;
  const JSON_HEAD = 'content-type: application/json';
  const open = async (lines: readonly string[]) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write([...lines, '', ''].join('\r\n'));
    const read = async (): Promise<string> => String((await once(socket, 'data'))[0]);
    return { read, write: (text: string) => void socket.write(text) };
  };

  test.each([
    ['without a token', 401, () => [START, 'content-length: 10']],
    ['for a path that is not there', 404, () => [START.replace('uploads', 'x/y/z'), 'content-length: 10']],
    ['with a body that is too large', 413, () => [START, bearer(), JSON_HEAD, 'content-length: 20000']],
    ['with another content type', 400, () => [START, bearer(), 'content-type: text/plain', 'content-length: 10']],
    ['with a compressed body', 400, () => [START, bearer(), JSON_HEAD, 'content-encoding: gzip', 'content-length: 10']],
  ])('is answered at once %s (%i)', async (_title, status, toLines) => {
    const { read } = await open(toLines());
    assert.ok((await read()).startsWith(`HTTP/1.1 ${status} `));
  });

  test('is continued once the head has passed', async () => {
    const { read, write } = await open([START, bearer(), JSON_HEAD, 'content-length: 2']);
    assert.equal(await read(), 'HTTP/1.1 100 Continue\r\n\r\n');
    write('{}');
    assert.match(await read(), /^HTTP\/1\.1 400 /);
  });
});

test.each([
  ['content-encoding', 'gzip'],
  ['content-encoding', 'identity, br'],
  ['transfer-encoding', 'gzip, chunked'],
])('rejects a body with %s: %s as compressed', async (name, value) => {
  const length = name === 'content-encoding' ? ['content-length: 2'] : [];
  const headers = ['content-type: application/json', `${name}: ${value}`, ...length];
  const body = name === 'content-encoding' ? '{}' : '2\r\n{}\r\n0\r\n\r\n';
  const answer = await askApi(`POST ${API_PATH}/media/uploads`, headers, body);
  assert.deepEqual(
    [answer.status, bodyOf(answer)],
    [400, invalid('The body is compressed. Send it uncompressed, without Content-Encoding.')],
  );
});

test.each([
  ['{"add":}', 'The body is not JSON: unexpected "}" at character 8.'],
  ['{"add":["a"]}}', 'The body is not JSON: unexpected "}" at character 14.'],
  ["{'add':[]}", `The body is not JSON: unexpected "'" at character 2.`],
  ['{"add":["a\n"]}', 'The body is not JSON: unexpected "\\n" at character 11.'],
  ['{"add":[1 2]}', 'The body is not JSON: unexpected "2" at character 11.'],
  ['{"add":["a",]}', 'The body is not JSON: unexpected "]" at character 13.'],
  ['{"add":["a"', 'The body is not JSON: it ends too early.'],
  ['{"add":["\xff"]}', 'The body is not UTF-8. Send JSON in UTF-8.'],
  ['{"add":["a"],"add":["b"]}', 'Given more than once: "add".'],
  ['{"add":["a"],"\\u0061dd":["b"]}', 'Given more than once: "add".'],
  ['{"add":[{"x":1,"x":2}]}', 'Given more than once: "x". add[0]: must be a string.'],
])('rejects the body %j', async (body, message) => {
  const headers = ['content-type: application/json', `content-length: ${body.length}`];
  const answer = await askApi(`POST ${API_PATH}/media/${mediaId}/tags`, headers, body);
  assert.deepEqual([answer.status, bodyOf(answer)], [400, invalid(message)]);
});

test('accepts a body nested as deep as it is long, up to its meaning', async () => {
  const body = `{"add":${'['.repeat(8_000)}${']'.repeat(8_000)}}`;
  const headers = ['content-type: application/json', `content-length: ${body.length}`];
  const answer = await askApi(`POST ${API_PATH}/media/${mediaId}/tags`, headers, body);
  assert.deepEqual([answer.status, bodyOf(answer)], [400, invalid('add[0]: must be a string.')]);
});

test('what follows a # is no part of a path', async () => {
  for (const target of ['/media/uploads/#/finalize', '/media/#']) {
    assert.equal((await askApi(`POST ${API_PATH}${target}`, [])).status, 404, target);
  }
  assert.equal((await askApi(`GET ${API_PATH}/tags#/x`, [])).status, 200);
});

test('a mark of the byte order before the JSON is passed over', async () => {
  const headers = ['content-type: application/json', 'content-length: 5'];
  const answer = await askApi(`POST ${API_PATH}/media/uploads`, headers, '\xef\xbb\xbf{}');
  assert.match(answer.body.toString(), /Missing: id, name/);
});

test('an expectation that nobody knows is passed over', async () => {
  assert.equal((await askApi(`GET ${API_PATH}/tags`, ['expect: a miracle'])).status, 200);
});

test('a request without Host is refused in JSON, HTTP/1.0 is not', async () => {
  const authorization = `authorization: Bearer ${shop.secret}`;
  const answer = await ask(service.url, [`GET ${API_PATH}/tags HTTP/1.1`, authorization]);
  assert.deepEqual([answer.status, bodyOf(answer)], [400, invalid('The Host header is missing.')]);
  assert.equal((await ask(service.url, [`GET ${API_PATH}/tags HTTP/1.0`, authorization])).status, 200);
});

test('what is not HTTP at all has an X-Request-Id too', async () => {
  const answer = await ask(service.url, ['nonsense']);
  assert.deepEqual([answer.status, bodyOf(answer)], [400, invalid('This is not an HTTP/1.1 request.')]);
  assert.match(answer.headers.get('x-request-id') ?? '', UUID);
});

test('a target that is named whole is its path, and one that cannot be read is a path that does not exist', async () => {
  assert.equal((await askApi(`GET http://x${API_PATH}/token`, [])).status, 200);
  const answer = await askApi('GET http://[::1', []);
  assert.equal(answer.status, 404);
  assert.match(answer.headers.get('x-request-id') ?? '', UUID);
});

test('what follows a request that was answered before its body was read gets no answer of its own', async () => {
  const connection = await openConnection(service.url);
  connection.write(`POST ${CONSOLE_PATH}/me HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel`);
  connection.write('GET /hidden HTTP/1.1\r\nhost: x\r\n\r\n');
  const [first, ...others] = await connection.untilClosed();
  // The 405 of the request, or the 400 of its body, whichever was known first.
  assert.ok(first?.status === 405 || first?.status === 400, first?.head);
  assert.deepEqual(others, []);
});

test('the storage port refuses a missing Host in XML and passes over an unknown expectation', async () => {
  const disk = await openTestDisk();
  const nameless = await ask(disk.endpoint, ['GET /vitrine/x HTTP/1.1']);
  assert.equal(nameless.status, 400);
  assert.match(
    nameless.body.toString(),
    /<Code>InvalidArgument<\/Code><Message>The Host header is missing\.<\/Message>/,
  );
  const expecting = await ask(disk.endpoint, ['GET /vitrine/x HTTP/1.1', 'host: x', 'expect: a miracle']);
  assert.match(expecting.body.toString(), /<Code>AccessDenied<\/Code>/);
  await disk.close();
});
