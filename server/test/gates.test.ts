import assert from 'node:assert/strict';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { SCOPES } from '@vitrine/contract/scopes';
import { newTokenSecret } from '../src/access/bearer-token.js';
import { resumeMerchant, setPlan, suspendMerchant } from '../src/merchants/change-merchant.js';
import { parseMerchantId, parseTokenId } from '../src/ids.js';
import { revokeToken } from '../src/tokens/revoke-token.js';
import { aToken, send, startService, type Service, type Shop } from './service.js';
import { addressOf, call, walk, walkContent, type WalkIds } from './walk.js';

const UNAUTHORIZED = {
  error: 'unauthorized',
  message: 'A valid integration token is needed: send the header Authorization: Bearer <token>.',
};
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
  });

  test.each(walk)('%s without a token is a 401', async (_name, endpoint) => {
    const answer = await call(service.url, endpoint, ids);
    assert.equal(answer.status, 401);
    assert.deepEqual(answer.body, UNAUTHORIZED);
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    assert.equal(answer.headers.get('ratelimit-limit'), null);
  });

  test.each(walk)('%s without its scope is a 403 that names the scope', async (_name, endpoint) => {
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
  });

  test.each(walk)(
    '%s with another method is a 405 that says which one it takes, without a token',
    async (_name, endpoint) => {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'PURGE']) {
        if (method === endpoint.method) continue;
        const answer = await rawRequest(addressOf(service.url, endpoint, ids), method);
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
      const missing = await send(addressOf(service.url, endpoint, withMissingIds()), shop.secret, {
        method: endpoint.method,
      });
      assert.deepEqual(answer.body, missing.body);
    } else assert.deepEqual(answer.body, { items: [], nextCursor: null });
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
      for (const id of bent) {
        const address = service.url + API_PATH + endpoint.path.replace(/:\w+/, id);
        assert.equal((await rawRequest(address, endpoint.method)).status, 401, id);
        assert.equal((await rawRequest(address, endpoint.method, shop.secret)).status, 404, id);
      }
    },
  );

  test.each(walk.filter(([, { path }]) => path.includes(':')))(
    '%s compares ids without regard to case and writes them in lower case',
    async (_name, endpoint) => {
      const upper = {
        ...ids,
        [endpoint.path]: Object.entries(ids)
          .find(([path]) => endpoint.path.startsWith(path))?.[1]
          .toUpperCase(),
      };
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

describe('a list', () => {
  const lists = walk.filter(([, { query }]) => query !== undefined);
  test.each(lists)('%s refuses what it does not know or cannot read, and names it', async (_name, endpoint) => {
    const faults: [string, string][] = [
      ['colour=red', 'colour'],
      ['Limit=1', 'Limit'],
      ['limit[]=1', 'limit[]'],
      ['__proto__=1', '__proto__'],
      ['constructor=1', 'constructor'],
      ['=1', 'body'],
      ['limit=1&limit=1', 'limit'],
      ['q=a&q=a', 'q'],
      ['cursor=', 'cursor'],
      ['cursor=abc', 'cursor'],
      ['q=%00', 'q'],
      ['q=%zz', 'q'],
      ['q=%ff', 'q'],
      [`q=${'a'.repeat(201)}`, 'q'],
      [`q=${encodeURIComponent('😀'.repeat(201))}`, 'q'],
      ...['', '0', '201', '-1', '1.0', '1e1', '0x10', '+1', '%201', 'ten', '99999999999999999999'].map(
        (limit): [string, string] => [`limit=${limit}`, 'limit'],
      ),
    ];
    if (!('tag' in (endpoint.query?.properties ?? {}))) faults.push([`tag=${ids['/media/:id']}`, 'tag']);
    else faults.push(['tag=', 'tag'], ['tag=x', 'tag'], [`tag=urn:uuid:${ids['/media/:id']}`, 'tag']);
    for (const [query, field] of faults) {
      const answer = await send(`${addressOf(service.url, endpoint, ids)}?${query}`, shop.secret);
      assert.equal(answer.status, 400, query);
      const { error, message } = answer.body as { error: string; message: string };
      assert.equal(error, 'invalid_request');
      assert.ok(message.includes(field), `${query}: ${message}`);
    }
  });

  test.each(lists)('%s names every faulty parameter, not only the first', async (_name, endpoint) => {
    const answer = await send(
      `${addressOf(service.url, endpoint, ids)}?limit=0&colour=red&q=${'a'.repeat(201)}`,
      shop.secret,
    );
    assert.deepEqual(answer.body, {
      error: 'invalid_request',
      message:
        'colour: is not known here. limit: must be a whole number from 1 to 200. q: must be a text of at most 200 characters.',
    });
  });

  test.each(lists)('%s takes limits from 1 to 200 and texts up to 200 code points', async (_name, endpoint) => {
    for (const query of [
      'limit=1',
      'limit=200',
      'limit=007',
      'q=',
      'q=%20%20',
      `q=${encodeURIComponent('😀'.repeat(200))}`,
      '',
      '&',
    ]) {
      assert.equal((await send(`${addressOf(service.url, endpoint, ids)}?${query}`, shop.secret)).status, 200, query);
    }
  });
});

test.each(walk.filter(([, { query, method }]) => query === undefined && method === 'GET'))(
  '%s does not read its query: a single read never gives 400',
  async (_name, endpoint) => {
    const answer = await send(`${addressOf(service.url, endpoint, ids)}?colour=red&limit=0&q=%zz`, shop.secret);
    assert.equal(answer.status, 200);
  },
);

describe('a token', () => {
  const path = `${API_PATH}/tags`;
  const statusOf = async (secret: string): Promise<number> => (await send(service.url + path, secret)).status;

  test('stops when it expires, to the millisecond', async () => {
    const { secret } = await service.newMerchant();
    const before = service.clock.now();
    service.clock.set('2026-07-31T23:59:59.999Z');
    assert.equal(await statusOf(secret), 200);
    service.clock.advance(1);
    assert.equal(await statusOf(secret), 401);
    service.clock.set(new Date(before).toISOString());
  });

  test('stops while its merchant is suspended, and goes on when it is resumed', async () => {
    const { id, secret } = await service.newMerchant();
    assert.equal(await statusOf(secret), 200);
    await suspendMerchant(service.db, parseMerchantId(id));
    await settles(() => statusOf(secret), 401);
    await resumeMerchant(service.db, parseMerchantId(id));
    await settles(() => statusOf(secret), 200);
  });

  test("stops when its merchant's plan has ended", async () => {
    const { id, secret } = await service.newMerchant();
    await setPlan(service.db, parseMerchantId(id), { plan_ends_at: new Date(service.clock.now() + 1).toISOString() });
    await settles(() => statusOf(secret), 200);
    service.clock.advance(1);
    assert.equal(await statusOf(secret), 401);
  });

  test('is refused with one and the same answer, whatever the reason', async () => {
    const [revoked, expired] = [newTokenSecret(), newTokenSecret()];
    const tokens = [
      { ...aToken(revoked), revokedAt: '2026-06-02T00:00:00Z' },
      { ...aToken(expired), expiresAt: '2026-06-02T00:00:00Z' },
    ];
    await service.newMerchant({ tokens });
    const suspended = await service.newMerchant({ merchant: { suspended: true } });
    const ended = await service.newMerchant({
      merchant: { plan: { name: 'pro', endsAt: '2026-06-01T00:00:00Z', allowsWrites: true, storageQuotaBytes: 1 } },
    });
    for (const secret of [revoked, expired, suspended.secret, ended.secret, newTokenSecret(), 'vitrine_short', '']) {
      const answer = await send(service.url + path, undefined, { headers: { authorization: `Bearer ${secret}` } });
      assert.equal(answer.status, 401);
      assert.deepEqual(answer.body, UNAUTHORIZED);
    }
  });

  test('is read from the header alone; the scheme word is case-insensitive', async () => {
    const lower = await send(service.url + path, undefined, { headers: { authorization: `bEARER ${shop.secret}` } });
    assert.equal(lower.status, 200);
    for (const authorization of [
      shop.secret,
      `Basic ${shop.secret}`,
      `Bearer${shop.secret}`,
      `Bearer ${shop.secret} x`,
    ]) {
      assert.equal(
        (await send(service.url + path, undefined, { headers: { authorization } })).status,
        401,
        authorization,
      );
    }
    assert.equal((await send(`${service.url}${path}?access_token=${shop.secret}`)).status, 401);
  });

  test('that was revoked is refused by the next request, on this instance and on another', async () => {
    for (const isShared of [false, true]) {
      const pair = await startService({ isShared });
      const { id, secret, token } = await pair.newMerchant();
      const urls = [pair.url, await pair.newInstance()];
      const statuses = () => Promise.all(urls.map(async (url) => (await send(url + path, secret)).status));
      assert.deepEqual(await statuses(), [200, 200]);
      await revokeToken(pair, parseMerchantId(id), parseTokenId(token.id));
      // Shared: the statement that counts also reads the validity. Alone: NOTIFY, within a tenth of a second.
      if (isShared) assert.deepEqual(await statuses(), [401, 401]);
      else await settles(statuses, [401, 401], 100);
      await pair.close();
    }
  });
});

describe('rate limits', () => {
  test('count every request with a good token, whatever its answer, and not those without', async () => {
    const small = await startService({ limits: { readsPerMinute: 4, writesPerMinute: 2 } });
    const { secret } = await small.newMerchant();
    const at = (path: string, bearer?: string) => send(`${small.url}${API_PATH}${path}`, bearer);
    await at('/tags');
    await at('/nowhere', secret);
    await send(`${small.url}${API_PATH}/tags`, secret, { method: 'DELETE' });
    assert.equal((await at('/tags?limit=0', secret)).status, 400);
    assert.equal((await at('/media/x', secret)).status, 404);
    assert.equal((await at('/tags', secret)).headers.get('ratelimit-remaining'), '1');
    assert.equal((await at('/tags', secret)).status, 200);
    // The limit comes before the parameters.
    assert.equal((await at('/tags?limit=0', secret)).status, 429);
    await small.close();
  });

  test('are exact over several instances that count in the database', async () => {
    const pair = await startService({ isShared: true, limits: { readsPerMinute: 30, writesPerMinute: 2 } });
    const { secret } = await pair.newMerchant();
    const urls = [pair.url, await pair.newInstance(), await pair.newInstance()];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => send(`${urls[at % 3]}${API_PATH}/tags`, secret)),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 30);
    assert.equal(answers.filter(({ status }) => status === 429).length, 30);
    pair.clock.advance(30_000);
    assert.equal((await send(`${pair.url}${API_PATH}/tags`, secret)).status, 200);
    await pair.close();
  });

  test('are counted for each token apart', async () => {
    const small = await startService({ limits: { readsPerMinute: 1, writesPerMinute: 1 } });
    const other = newTokenSecret();
    const { secret } = await small.newMerchant({ tokens: [aToken(other)] });
    for (const bearer of [secret, other]) {
      assert.equal((await send(`${small.url}${API_PATH}/tags`, bearer)).status, 200);
      assert.equal((await send(`${small.url}${API_PATH}/tags`, bearer)).status, 429);
    }
    await small.close();
  });
});

test('an unknown path is a 404 without a token, in JSON', async () => {
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
    const answer = await send(service.url + API_PATH + path);
    assert.equal(answer.status, 404, path);
    assert.deepEqual(answer.body, UNKNOWN_PATH);
  }
});

test('what is not HTTP is refused in JSON', async () => {
  const answer = await rawRequest(`${service.url}${API_PATH}/tags`, 'GET', undefined, { 'content-length': 'x' });
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

const withMissingIds = (): WalkIds => {
  const missing = '00000000-0000-4000-8000-000000000000';
  return { '/media/:id': missing, '/playlists/:id': missing, '/campaigns/:lineageId': missing };
};

const withoutSignatures = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (key, value: unknown) => (key.endsWith('Url') ? typeof value : value)));

async function settles<Value>(read: () => Promise<Value>, expected: Value, withinMs = 1_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (JSON.stringify(value) === JSON.stringify(expected)) return;
    if (performance.now() > deadline) assert.deepEqual(value, expected);
  }
}

// fetch normalizes paths and forbids some methods; this sends what it is told.
function rawRequest(address: string, method: string, bearer?: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(address);
  const path = address.slice(address.indexOf('/', 'http://'.length));
  const auth = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  return new Promise<{ status: number; allow: string | undefined; text: string }>((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers: { ...auth, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, allow: response.headers.allow, text }));
    });
    outgoing.on('error', reject).end();
  });
}
