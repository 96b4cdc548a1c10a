import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { rawRequest } from './raw-request.js';
import { send, startService, type Service, type Shop } from './service.js';
import { addressOf, bodyOf, call, initOf, walk, walkContent, type WalkIds } from './walk.js';

const writes = walk.filter(([, { method }]) => method === 'POST');
const JSON_BODY = { 'content-type': 'application/json' };
const TOO_LARGE = {
  error: 'payload_too_large',
  message: 'The body must be at most 16384 bytes. Files go to upload.url, not here.',
};

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

describe('every write', () => {
  test.each(writes)(
    "%s is a 403 with code plan when the merchant's plan does not allow it, after the scope and before the body",
    async (_name, endpoint) => {
      const content = walkContent();
      const plan = { name: 'free', endsAt: null, allowsWrites: false, storageQuotaBytes: 1 };
      const { secret } = await service.newMerchant({ ...content.archive, merchant: { plan } });
      for (const init of [initOf(endpoint), { method: 'POST', body: 'x'.repeat(20_000) }]) {
        const answer = await send(addressOf(service.url, endpoint, content.ids), secret, init);
        assert.equal(answer.status, 403);
        assert.deepEqual(answer.body, {
          error: 'forbidden',
          message: "The merchant's plan does not allow writes through integrations.",
          code: 'plan',
        });
      }
    },
  );

  test.each(writes)(
    '%s with a body over 16 KB is a 413, with and without a Content-Length',
    async (_name, endpoint) => {
      const body = JSON.stringify({ pad: 'x'.repeat(16_384 - '{"pad":""}'.length + 1) });
      assert.equal(body.length, 16_385);
      const address = addressOf(service.url, endpoint, ids);
      const known = await send(address, shop.secret, { method: 'POST', headers: JSON_BODY, body });
      assert.equal(known.status, 413);
      assert.deepEqual(known.body, TOO_LARGE);
      const headers = { ...JSON_BODY, 'transfer-encoding': 'chunked' };
      const chunked = await rawRequest(address, { method: 'POST', bearer: shop.secret, headers, body });
      assert.equal(chunked.status, 413);
      assert.deepEqual(JSON.parse(chunked.text), TOO_LARGE);
    },
  );

  test.each(writes)('%s with a body of exactly 16 KB is read', async (_name, endpoint) => {
    const body = JSON.stringify({ pad: 'x'.repeat(16_384 - '{"pad":""}'.length) });
    const answer = await send(addressOf(service.url, endpoint, ids), shop.secret, {
      method: 'POST',
      headers: JSON_BODY,
      body,
    });
    assert.equal(answer.status, 400);
    assert.match(JSON.stringify(answer.body), /pad: is not known here/);
  });

  test.each(writes)('%s refuses what is not a JSON object', async (_name, endpoint) => {
    for (const body of ['{', 'null', '[]', '"x"', '1', '{"a":1}}', '\ufeff{}x']) {
      const init = { method: 'POST', headers: JSON_BODY, body };
      const answer = await send(addressOf(service.url, endpoint, ids), shop.secret, init);
      assert.equal(answer.status, 400, body);
      assert.equal((answer.body as { error: string }).error, 'invalid_request');
    }
    const broken = { method: 'POST', headers: JSON_BODY, body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]) };
    assert.equal((await send(addressOf(service.url, endpoint, ids), shop.secret, broken)).status, 400);
  });

  test.each(writes)('%s takes application/json only', async (_name, endpoint) => {
    const body = JSON.stringify(bodyOf(endpoint));
    const address = addressOf(service.url, endpoint, ids);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', '']) {
      const answer = await rawRequest(address, {
        method: 'POST',
        bearer: shop.secret,
        headers: type === '' ? {} : { 'content-type': type },
        body,
      });
      assert.equal(answer.status, 400, type);
    }
    for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/json;charset=UTF-8']) {
      const answer = await rawRequest(address, {
        method: 'POST',
        bearer: shop.secret,
        headers: { 'content-type': type },
        body,
      });
      assert.equal(answer.status, 200, type);
    }
  });

  test.each(writes)(
    '%s refuses unknown fields and unknown query parameters, and names them all',
    async (_name, endpoint) => {
      const init = {
        method: 'POST',
        headers: JSON_BODY,
        body: JSON.stringify({ ...(bodyOf(endpoint) as object), colour: 'red' }),
      };
      const answer = await send(`${addressOf(service.url, endpoint, ids)}?dry=1`, shop.secret, init);
      assert.equal(answer.status, 400);
      assert.deepEqual(answer.body, {
        error: 'invalid_request',
        message: 'dry: is not known here. colour: is not known here.',
      });
    },
  );
});

test('a body that is missing is a 400 where one is needed', async () => {
  for (const [name, endpoint] of writes.filter(([, { bodyOptional }]) => bodyOptional !== true)) {
    const answer = await send(addressOf(service.url, endpoint, ids), shop.secret, { method: 'POST' });
    assert.deepEqual(
      [answer.status, answer.body],
      [400, { error: 'invalid_request', message: 'body: must be a JSON object.' }],
      name,
    );
  }
});

test('reads and writes have budgets of their own', async () => {
  const small = await startService({ limits: { readsPerMinute: 1, writesPerMinute: 1 } });
  const content = walkContent();
  const { secret } = await small.newMerchant(content.archive);
  const [read, write] = [walk[0], writes[0]].map((row) => row?.[1]);
  assert.ok(read && write);
  assert.equal((await call(small.url, read, content.ids, secret)).status, 200);
  assert.equal((await call(small.url, write, content.ids, secret)).status, 200);
  assert.equal((await call(small.url, read, content.ids, secret)).status, 429);
  assert.equal((await call(small.url, write, content.ids, secret)).status, 429);
  await small.close();
});

test('GET /media/uploads is a wrong method, not a media id', async () => {
  const answer = await shop.get('/media/uploads');
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.get('allow'), 'POST');
});
