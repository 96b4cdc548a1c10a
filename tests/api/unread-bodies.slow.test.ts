// After any refusal the connection is closed or ready for the next request, also when the body was not read to its end.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { beforeAll, describe, onTestFinished, test, vi } from 'vitest';
import { CONSOLE_PATH } from '@vitrine/contract/endpoint';
import { API_PATH } from '@vitrine/contract/endpoint';
import { newTokenSecret } from '../../server/src/identity/token-secret.js';
import { shedLoad } from '../../server/src/http/shed-load.js';
import { openConnection } from '../harness/raw-connection.js';
import { aToken, startService, useService, type Shop } from '../harness/service.js';
import { until } from '../harness/until.js';

const START = `POST ${API_PATH}/media/uploads`;
const CHUNKED = 'content-type: application/json\r\ntransfer-encoding: chunked';
const TOO_LARGE = {
  error: 'payload_too_large',
  message: 'The body is over 16 KB (16,384 bytes). Files go to upload.url, not here.',
};

const service = useService({ limits: { writesPerMinute: 1_000 } });
let shop: Shop;
let reader: string;
beforeAll(async () => {
  reader = newTokenSecret();
  shop = await service.newMerchant({ tokens: [aToken(reader, ['media:read'])] });
});

const head = (request: string, headers: string, bearer = shop.secret): string =>
  `${request} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${bearer}\r\n${headers}\r\n\r\n`;
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const NEXT = (): string => head(`GET ${API_PATH}/tags`, 'accept: */*');

async function open() {
  const connection = await openConnection(service.url);
  onTestFinished(() => connection.end());
  return connection;
}

test('a chunked body that comes slowly and is too large is a 413 that closes the connection', async () => {
  const connection = await open();
  connection.write(head(START, CHUNKED));
  connection.write(chunk('x'.repeat(10_000)));
  connection.write(chunk('x'.repeat(10_000)));
  const [answer] = await connection.untilAnswered(1);
  assert.deepEqual([answer?.status, answer?.headers.get('connection')], [413, 'close']);
  assert.deepEqual(JSON.parse(String(answer?.body)), TOO_LARGE);
  assert.equal((await connection.untilClosed()).length, 1);
});

test('who ends the body after the 413 is hung up on, and gets no answer to what follows', async () => {
  const connection = await open();
  connection.write(head(START, CHUNKED) + chunk('x'.repeat(20_000)));
  await connection.untilAnswered(1);
  connection.write(`0\r\n\r\n${NEXT()}`);
  assert.deepEqual(
    (await connection.untilClosed()).map(({ status }) => status),
    [413],
  );
});

test('a body that came whole, too large by far, leaves the connection closed or ready', async () => {
  const connection = await open();
  connection.write(head(START, CHUNKED) + chunk('x'.repeat(300_000)) + `0\r\n\r\n${NEXT()}`);
  const [first, second] = await connection.untilAnswered(2);
  assert.equal(first?.status, 413);
  assert.equal(second?.status, first?.headers.get('connection') === 'close' ? undefined : 200);
});

test('a small body that came whole and is not read leaves the connection ready', async () => {
  const connection = await open();
  connection.write(`${head(START, CHUNKED, 'vitrine_nobody')}${chunk('{}')}0\r\n\r\n`);
  await connection.untilAnswered(1);
  connection.write(NEXT());
  assert.deepEqual(
    (await connection.untilAnswered(2)).map(({ status }) => status),
    [401, 200],
  );
});

describe('every early answer to a body that is still coming is whole, and closes the connection', () => {
  const cases: [string, number, () => string][] = [
    ['no token', 401, () => head(START, CHUNKED, 'vitrine_nobody')],
    ['no scope', 403, () => head(START, CHUNKED, reader)],
    ['no such path', 404, () => head(`POST ${API_PATH}/nothing`, CHUNKED)],
    ['another method', 405, () => head(`POST ${API_PATH}/tags`, CHUNKED)],
    ['a length that is too large', 413, () => head(START, 'content-type: application/json\r\ncontent-length: 99999')],
    ['a read that has a body', 200, () => head(`GET ${API_PATH}/tags`, CHUNKED)],
    ['no session', 401, () => head(`GET ${CONSOLE_PATH}/me`, CHUNKED)],
    ['no Host', 400, () => head(START, CHUNKED).replace('host: x\r\n', '')],
    ['a path below a media item', 404, () => head(`POST ${API_PATH}/media/${randomUUID()}/x`, CHUNKED)],
  ];

  test.concurrent.each(cases)('%s (%i)', async (_name, status, toHead) => {
    const connection = await openConnection(service.url);
    connection.write(`${toHead()}5\r\nhel`);
    const answers = await connection.untilClosed();
    assert.deepEqual(
      answers.map((answer) => [answer.status, answer.headers.get('connection')]),
      [[status, 'close']],
    );
    assert.doesNotThrow(() => JSON.parse(String(answers[0]?.body)) as unknown);
  });

  test('over the limit (429)', async () => {
    const limited = await startService({ limits: { writesPerMinute: 1 } });
    onTestFinished(() => limited.close());
    const { post, secret } = await limited.newMerchant();
    await post('/media/uploads', {});
    const connection = await openConnection(limited.url);
    connection.write(`${head(START, CHUNKED, secret)}5\r\nhel`);
    const [answer] = await connection.untilClosed();
    assert.deepEqual([answer?.status, answer?.headers.get('connection')], [429, 'close']);
  });

  test('overload (500), refused before the framework sees it', async () => {
    const url = await startOverloaded();
    const connection = await openConnection(url);
    connection.write(`${head(START, CHUNKED)}5\r\nhel`);
    const [answer] = await connection.untilClosed();
    assert.deepEqual([answer?.status, answer?.headers.get('connection')], [500, 'close']);
    assert.deepEqual(JSON.parse(String(answer?.body)), {
      error: 'internal',
      message: 'The service is busy. Try again in 5 s.',
    });
    const whole = await openConnection(url);
    onTestFinished(() => whole.end());
    for (const count of [1, 2]) {
      whole.write(`${head(START, CHUNKED)}${chunk('{}')}0\r\n\r\n`);
      assert.equal((await whole.untilAnswered(count)).length, count);
    }
  });
});

const WINDOW_MS = 1_000;
// As many are always let through.
const UNDER_WAY_MIN = 100;

// A guard that has seen statements wait for a whole window, and as many requests under way as it lets through.
async function startOverloaded(): Promise<string> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const guard = shedLoad({ log: { warn: () => {} }, waiting: () => 1 });
  // The first window is under way as it begins; the second is a whole one.
  vi.advanceTimersByTime(2 * WINDOW_MS);
  vi.useRealTimers();
  let underWay = 0;
  const server = createServer(guard.around(() => void (underWay += 1)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    guard.stop();
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  for (let count = 0; count < UNDER_WAY_MIN; count += 1) {
    const connection = await openConnection(url);
    connection.write(head(`GET ${API_PATH}/tags`, 'accept: */*'));
    onTestFinished(() => connection.end());
  }
  await until(() => underWay === UNDER_WAY_MIN);
  return url;
}
