import assert from 'node:assert/strict';
import { beforeAll, test } from 'vitest';
import { CONSOLE_PATH } from '@vitrine/contract/endpoint';
import { API_PATH } from '@vitrine/contract/endpoint';
import type { WireAnswer } from '../../tests/fuzz/find-answers.js';
import { exchange } from '../../tests/fuzz/wire.js';
import { openConnection } from '../../tests/harness/raw-connection.js';
import { useService, type Shop } from '../../tests/harness/service.js';
import { openTestDisk } from '../../tests/harness/test-disk.js';

// What the fuzzer found once (tests/fuzz), each as a sentence of its own.

const NOT_HTTP = { error: 'invalid_request', message: 'This is not a request that HTTP allows.' };
const UUID = /^[0-9a-f-]{36}$/;

const service = useService();
let shop: Shop;
beforeAll(async () => {
  shop = await service.newMerchant();
});

async function ask(url: string, lines: readonly string[], body = ''): Promise<WireAnswer> {
  const bytes = Buffer.from([...lines, 'connection: close', '', body].join('\r\n'), 'latin1');
  const port = Number(new URL(url).port);
  const { answers } = await exchange({ port, bytes, method: 'GET', until: 'answer', msMax: 120_000 });
  return answers[0] ?? assert.fail('There was no answer.');
}

const askApi = (request: string, headers: readonly string[], body = ''): Promise<WireAnswer> =>
  ask(service.url, [`${request} HTTP/1.1`, 'host: x', `authorization: Bearer ${shop.secret}`, ...headers], body);

const bodyOf = ({ body }: WireAnswer): unknown => JSON.parse(body.toString());

test.each(['', ';', 'json', 'application/json, text/plain', '\xff', '/', 'a/b/c'])(
  'a content type that cannot be read (%j) is not JSON: a 400 where a body is read, and no matter elsewhere',
  async (type) => {
    const headers = [`content-type: ${type}`, 'content-length: 2'];
    const path = `${API_PATH}/media/uploads`;
    const answer = await askApi(`POST ${path}`, headers, '{}');
    assert.deepEqual(
      [answer.status, bodyOf(answer)],
      [
        400,
        { error: 'invalid_request', message: 'The body must be JSON: send the header content-type: application/json.' },
      ],
    );
    assert.equal((await askApi(`DELETE ${path}`, headers, '{}')).status, 405);
    assert.equal((await askApi(`POST ${CONSOLE_PATH}/sign-out`, [`content-type: ${type}`])).status, 403);
  },
);

test('a type with parameters stays what it is', async () => {
  const headers = ['content-type: application/json; charset=utf-8; =;', 'content-length: 2'];
  const answer = await askApi(`POST ${API_PATH}/media/uploads`, headers, '{}');
  assert.match(answer.body.toString(), /id: is required/);
});

test('QUERY is another method like any, with and without a content type', async () => {
  for (const headers of [[], ['content-type: text/plain', 'content-length: 1']]) {
    const answer = await askApi(`QUERY ${API_PATH}/tags`, headers, headers.length > 0 ? 'x' : '');
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET']);
  }
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
  assert.match(answer.body.toString(), /id: is required/);
});

test('an expectation that nobody knows is passed over', async () => {
  assert.equal((await askApi(`GET ${API_PATH}/tags`, ['expect: a miracle'])).status, 200);
});

test('a request without Host is refused in JSON, HTTP/1.0 is not', async () => {
  const authorization = `authorization: Bearer ${shop.secret}`;
  const answer = await ask(service.url, [`GET ${API_PATH}/tags HTTP/1.1`, authorization]);
  assert.deepEqual([answer.status, bodyOf(answer)], [400, NOT_HTTP]);
  assert.equal((await ask(service.url, [`GET ${API_PATH}/tags HTTP/1.0`, authorization])).status, 200);
});

test('what is not HTTP at all has an X-Request-Id too', async () => {
  const answer = await ask(service.url, ['nonsense']);
  assert.deepEqual([answer.status, bodyOf(answer)], [400, NOT_HTTP]);
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
