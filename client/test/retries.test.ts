import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import {
  Client,
  ConflictError,
  ConnectionError,
  InternalError,
  RateLimitedError,
  UnprocessableError,
} from '@vitrine/client';
import { until } from '../../tests/harness/until.js';
import type { Wait } from '../src/retry.js';
import { answer, drop, hang, refuse, startLocalServer, type Handler } from './local-server.js';

const TOKEN = 'vitrine_secret-of-the-tests';
const PAGE = { items: [], nextCursor: null };
const ok = answer(200, PAGE);
const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

async function start(handlers: readonly Handler[], options: object = {}) {
  const server = await startLocalServer(...handlers);
  closing.push(server.close);
  return { server, client: new Client({ baseUrl: server.url, token: TOKEN, ...options }) };
}

test('429 is repeated after Retry-After', async () => {
  const waits: Wait[] = [];
  const onWait = (wait: Wait) => waits.push(wait);
  const { server, client } = await start([refuse(429, 'rate_limited', { 'retry-after': '1' }), ok], { onWait });
  assert.deepEqual(await client.tags.list().page(), PAGE);
  assert.deepEqual(
    waits.map(({ kind, seconds }) => [kind, seconds]),
    [['rate_limited', 1]],
  );
  assert.equal(server.requests.length, 2);
});

test('5xx, an answer that is cut off and a lost connection are repeated, GETs and POSTs alike', async () => {
  const cut: Handler = (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy());
  };
  const { server, client } = await start([answer(502, 'Bad gateway'), drop, cut, answer(200, { added: 1 })]);
  assert.deepEqual(await client.media.addTags('a', ['b']), { added: 1 });
  assert.equal(server.requests.length, 4);
});

test('what stays until somebody changes something is not repeated: a wrong name, a certificate', async () => {
  for (const [code, sentence] of [
    ['ENOTFOUND', 'there is no host of that name'],
    ['CERT_HAS_EXPIRED', 'its certificate has expired; tell who runs it'],
  ] as const) {
    let calls = 0;
    const fetch = (): Promise<Response> => {
      calls += 1;
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('no words for people'), { code }) });
    };
    const client = new Client({ baseUrl: 'https://a.example', token: TOKEN, fetch });
    const error: unknown = await client.token().catch((thrown: unknown) => thrown);
    assert.ok(error instanceof ConnectionError);
    assert.deepEqual([error.message, error.code, calls], [`Cannot reach https://a.example: ${sentence}.`, code, 1]);
  }
});

test('409 and 422 are never repeated', async () => {
  const { server, client } = await start([refuse(409, 'conflict'), refuse(422, 'unprocessable')]);
  await expect(client.media.addTags('a', ['b'])).rejects.toThrow(ConflictError);
  await expect(client.media.addTags('a', ['b'])).rejects.toThrow(UnprocessableError);
  assert.equal(server.requests.length, 2);
});

test('maxRetries bounds the repetitions, and the last error is thrown', async () => {
  const { server, client } = await start([refuse(500, 'internal', { 'x-request-id': 'r-1' })], { maxRetries: 1 });
  const error: unknown = await client.tags
    .list()
    .page()
    .catch((thrown: unknown) => thrown);
  assert.ok(error instanceof InternalError);
  assert.deepEqual([error.status, error.error, error.requestId, error.message], [500, 'internal', 'r-1', 'No.']);
  assert.equal(server.requests.length, 2);
});

test('a wait can be called off', async () => {
  const controller = new AbortController();
  const onWait = () => controller.abort();
  // Longer than any test may take.
  const { client } = await start([refuse(429, 'rate_limited', { 'retry-after': '86400' })], { onWait });
  await expect(client.tags.list({ signal: controller.signal }).page()).rejects.toThrow(/aborted/);
});

test('a request can be called off while it is on its way', async () => {
  const controller = new AbortController();
  const { client } = await start([() => controller.abort()]);
  await expect(client.media.get('a', { signal: controller.signal })).rejects.toThrow(/aborted/);
});

test('an answer that does not come in time is a lost connection', async () => {
  const { client } = await start([hang], { timeoutMs: 50, maxRetries: 0 });
  await expect(client.media.get('a')).rejects.toThrow(ConnectionError);
});

const spentFor = (seconds: number): Handler =>
  answer(200, PAGE, { 'ratelimit-remaining': '0', 'ratelimit-reset': String(seconds) });

test('a request that the budget does not allow waits for the next minute, and says so', async () => {
  const waits: Wait[] = [];
  const controller = new AbortController();
  const onWait = (wait: Wait): void => {
    waits.push(wait);
    controller.abort();
  };
  const { server, client } = await start([spentFor(900), ok], { onWait });
  await client.tags.list().page();
  await expect(client.tags.list({ signal: controller.signal }).page()).rejects.toThrow(/aborted/);
  assert.equal(server.requests.length, 1);
  assert.deepEqual(
    waits.map(({ kind, seconds }) => [kind, seconds > 890 && seconds <= 901]),
    [['rate_limited', true]],
  );
});

test('and goes when that has begun', async () => {
  const { server, client } = await start([spentFor(1), ok]);
  await client.tags.list().page();
  assert.deepEqual(await client.tags.list().page(), PAGE);
  assert.equal(server.requests.length, 2);
});

// Answers that are held until the test lets them go, and whether a request after them waits.
async function isHeldBackAfter(rates: readonly (readonly [remaining: number, reset: number])[]): Promise<boolean> {
  const held: ((response: Response) => void)[] = [];
  const controller = new AbortController();
  const client = new Client({
    baseUrl: 'https://a.example',
    token: TOKEN,
    onWait: () => controller.abort(),
    fetch: () => new Promise<Response>((resolve) => held.push(resolve)),
  });
  const options = { signal: controller.signal };
  const calls = rates.map(() => client.media.get('a', options));
  await until(() => held.length === rates.length);
  for (const [at, [remaining, reset]] of rates.entries()) {
    const headers = { 'ratelimit-remaining': String(remaining), 'ratelimit-reset': String(reset) };
    held[at]?.(Response.json({}, { headers }));
    await calls[at];
  }
  const last = client.media.get('a', options).catch(() => undefined);
  await until(() => held.length > rates.length || controller.signal.aborted);
  held[rates.length]?.(Response.json({}));
  await last;
  return controller.signal.aborted;
}

test('the first answer of a new minute counts, also before the old one is over as it was told', async () => {
  assert.equal(
    await isHeldBackAfter([
      [0, 900],
      [29, 960],
    ]),
    false,
  );
});

test('an answer that was overtaken, within its minute or by one of the next, gives and takes nothing', async () => {
  assert.equal(
    await isHeldBackAfter([
      [0, 900],
      [4, 901],
    ]),
    true,
  );
  assert.equal(
    await isHeldBackAfter([
      [29, 960],
      [0, 900],
    ]),
    false,
  );
});

test('a rate limit that lasts is told with its seconds', async () => {
  const { client } = await start([refuse(429, 'rate_limited', { 'retry-after': '7' })], { maxRetries: 0 });
  const error: unknown = await client.token().catch((thrown: unknown) => thrown);
  assert.ok(error instanceof RateLimitedError);
  assert.equal(error.retryAfterSeconds, 7);
});

test('fields that a later version adds are handed on', async () => {
  const { client } = await start([answer(200, { id: 'a', later: { deep: true } })]);
  assert.deepEqual(await client.media.get('a'), { id: 'a', later: { deep: true } });
});

test('the token is in no error and in no print', async () => {
  const { server, client } = await start([hang], { maxRetries: 0, timeoutMs: 50 });
  server.close();
  const errors = [
    await client.token().catch((thrown: unknown) => thrown),
    await Promise.resolve()
      .then(() => new Client({ baseUrl: server.url, token: `${TOKEN}\n` }))
      .catch((thrown: unknown) => thrown),
  ];
  const shown = inspect([client, { client }, ...errors], { depth: 9, showHidden: true }) + JSON.stringify(client);
  assert.ok(!shown.includes(TOKEN), shown);
  assert.equal(inspect(client), `Client { baseUrl: '${server.url}' }`);
});

test('an address that is none, or holds a password, is refused', () => {
  for (const baseUrl of ['signage.example.com', 'ftp://example.com', 'https://user:word@example.com']) {
    assert.throws(() => new Client({ baseUrl, token: TOKEN }), /baseUrl/);
  }
  assert.equal(
    new Client({ baseUrl: 'https://a.example/x/api/integrations/v1/', token: TOKEN }).baseUrl,
    'https://a.example/x',
  );
});
