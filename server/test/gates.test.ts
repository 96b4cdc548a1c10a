import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { SCOPES } from '@vitrine/contract/scopes';
import { newTokenSecret } from '../src/access/bearer-token.js';
import { rawRequest } from './raw-request.js';
import { aToken, send, startService, UNAUTHORIZED, type Service, type Shop } from './service.js';
import { addressOf, bodyOf, call, walk, walkContent, type WalkIds } from './walk.js';

const JSON_BODY = { 'content-type': 'application/json' };
const UNKNOWN_PATH = { error: 'not_found', message: 'There is no such path.' };

let service: Service;
let shop: Shop;
let ids: WalkIds;

beforeAll(async () => {
  service = await startService();
  const content = walkContent();
  ids = content.ids;
  shop = await service.newMerchant(content.archive);
});
afterAll(() => service.close());

describe('every endpoint', () => {
  test.each(walk)('%s answers its own caller', async (_name, endpoint) => {
    const answer = await call(service.url, endpoint, ids, shop.secret);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
    // Signed URLs are in some of them; no cache may keep any.
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
  });

  test.each(walk)('%s without a token is a 401', async (_name, endpoint) => {
    const answer = await call(service.url, endpoint, ids);
    assert.equal(answer.status, 401);
    assert.deepEqual(answer.body, UNAUTHORIZED);
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    assert.equal(answer.headers.get('ratelimit-limit'), null);
  });

  test.each(walk.filter(([, { scope }]) => scope !== null))(
    '%s without its scope is a 403 that names the scope',
    async (_name, endpoint) => {
      const secret = newTokenSecret();
      const scopes = SCOPES.filter((scope) => scope !== endpoint.scope);
      const content = walkContent();
      await service.newMerchant({ ...content.archive, tokens: [aToken(secret, scopes)] });
      const answer = await call(service.url, endpoint, content.ids, secret);
      assert.equal(answer.status, 403);
      assert.deepEqual(answer.body, {
        error: 'forbidden',
        message: `The token lacks the scope ${endpoint.scope}. Issue one that has it in the settings under integrations.`,
      });
    },
  );

  test.each(walk)(
    '%s with another method is a 405 that says which one it takes, without a token',
    async (_name, endpoint) => {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'PURGE']) {
        if (method === endpoint.method) continue;
        const answer = await rawRequest(addressOf(service.url, endpoint, ids), { method });
        assert.equal(answer.status, 405, method);
        assert.equal(answer.allow, endpoint.method);
        const body = { error: 'method_not_allowed', message: `This path takes ${endpoint.method}.` };
        if (method !== 'HEAD') assert.deepEqual(JSON.parse(answer.text), body);
      }
    },
  );

  test.each(walk)('%s of another merchant looks missing', async (_name, endpoint) => {
    const other = await service.newMerchant();
    const answer = await call(service.url, endpoint, ids, other.secret);
    if (endpoint.path.includes(':')) {
      assert.equal(answer.status, 404);
      const missing = await call(
        service.url,
        endpoint,
        mapIds(() => '00000000-0000-4000-8000-000000000000'),
        shop.secret,
      );
      assert.deepEqual(answer.body, missing.body);
    } else if (endpoint.query !== undefined) assert.deepEqual(answer.body, { items: [], nextCursor: null });
  });

  test.each(walk.filter(([, { path }]) => path.includes(':')))(
    '%s with a malformed id is a 404, after the token',
    async (_name, endpoint) => {
      const bent = [
        'x',
        'a'.repeat(300),
        ids['/media/:id'].slice(1),
        `urn:uuid:${ids['/media/:id']}`,
        '%zz',
        '%ff',
        '%00',
        '..%2f..',
        '%20',
        `${ids['/media/:id']}%0a`,
      ];
      const body = bodyOf(endpoint);
      const sample = {
        method: endpoint.method,
        ...(body !== undefined && { headers: JSON_BODY, body: JSON.stringify(body) }),
      };
      for (const id of bent) {
        const address = service.url + API_PATH + endpoint.path.replace(/:\w+/, id);
        assert.equal((await rawRequest(address, sample)).status, 401, id);
        assert.equal((await rawRequest(address, { ...sample, bearer: shop.secret })).status, 404, id);
      }
    },
  );

  test.each(walk.filter(([, { path }]) => path.includes(':')))(
    '%s compares ids without regard to case and writes them in lower case',
    async (_name, endpoint) => {
      const upper = mapIds((id) => id.toUpperCase());
      await call(service.url, endpoint, upper, shop.secret);
      const loud = await call(service.url, endpoint, upper, shop.secret);
      const quiet = await call(service.url, endpoint, ids, shop.secret);
      assert.equal(loud.status, 200);
      assert.deepEqual(withoutSignatures(loud.body), withoutSignatures(quiet.body));
    },
  );

  test.each(walk)('%s over its rate is a 429 with Retry-After to the next minute', async (_name, endpoint) => {
    const small = await startService({ limits: { readsPerMinute: 2, writesPerMinute: 2 } });
    const content = walkContent();
    const { secret } = await small.newMerchant(content.archive);
    const remaining = [];
    for (let at = 0; at < 2; at += 1) {
      const answer = await call(small.url, endpoint, content.ids, secret);
      assert.equal(answer.headers.get('ratelimit-limit'), '2');
      assert.equal(answer.headers.get('ratelimit-reset'), '30');
      remaining.push(answer.headers.get('ratelimit-remaining'));
    }
    assert.deepEqual(remaining, ['1', '0']);
    const refused = await call(small.url, endpoint, content.ids, secret);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '30');
    assert.equal(refused.headers.get('ratelimit-remaining'), '0');
    const kind = endpoint.method === 'GET' ? 'reads' : 'writes';
    assert.deepEqual(refused.body, {
      error: 'rate_limited',
      message: `More than 2 ${kind} in this minute. Try again in 30 s.`,
    });
    small.clock.advance(30_000);
    const next = await call(small.url, endpoint, content.ids, secret);
    assert.equal(next.status, 200);
    assert.equal(next.headers.get('ratelimit-reset'), '60');
    await small.close();
  });
});

test.each(['GET', 'POST', 'DELETE'])('an unknown path is a 404 for %s without a token, in JSON', async (method) => {
  for (const path of [
    '',
    '/',
    '/medias',
    '/media/',
    '/tags/',
    '/Tags',
    `/media/${ids['/media/:id']}/files`,
    '/../v2/media',
  ]) {
    const answer = await send(service.url + API_PATH + path, undefined, { method });
    assert.equal(answer.status, 404, path);
    assert.deepEqual(answer.body, UNKNOWN_PATH);
  }
});

test('what is not HTTP is refused in JSON', async () => {
  const answer = await rawRequest(`${service.url}${API_PATH}/tags`, {
    method: 'GET',
    headers: { 'content-length': 'x' },
  });
  assert.equal(answer.status, 400);
  assert.equal(JSON.parse(answer.text).error, 'invalid_request');
});

test('a failure inside is a 500 that tells nothing of it', async () => {
  const broken = await startService();
  const { secret } = await broken.newMerchant();
  assert.equal((await send(`${broken.url}${API_PATH}/tags`, secret)).status, 200);
  await broken.db.rows({ text: 'drop table tags cascade', values: [] });
  const answer = await send(`${broken.url}${API_PATH}/tags`, secret);
  assert.equal(answer.status, 500);
  assert.deepEqual(answer.body, {
    error: 'internal',
    message: 'Something went wrong on our side. Try again; if it stays, quote the X-Request-Id.',
  });
  await broken.close();
});

const mapIds = (change: (id: string) => string): WalkIds => ({
  '/media/:id': change(ids['/media/:id']),
  '/media/uploads/:id': change(ids['/media/uploads/:id']),
  '/playlists/:id': change(ids['/playlists/:id']),
  '/campaigns/:lineageId': change(ids['/campaigns/:lineageId']),
});

const withoutSignatures = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (key, value: unknown) => (key.endsWith('Url') ? typeof value : value)));
