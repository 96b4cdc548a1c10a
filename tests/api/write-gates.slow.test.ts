import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { formatBytes } from '@vitrine/contract/format-bytes';
import { BODY_BYTES_MAX } from '@vitrine/contract/limits';
import {
  addressOf,
  bearer,
  callAs,
  endpointCases,
  newStage,
  sampleBody,
  tokenCases,
  tokenContent,
  type EndpointCase,
  type Stage,
} from '../harness/endpoint-cases.js';
import { rawRequest } from '../harness/raw-request.js';
import { send, startService, useService } from '../harness/service.js';

const JSON_BODY = { 'content-type': 'application/json' };

const service = useService({ company: 'own' });
let stage: Stage;

beforeAll(async () => {
  stage = await newStage(service);
});

// With a body, by whoever may do everything there.
const request = (
  [, { method, access }]: EndpointCase,
  body: string | Buffer,
  headers: Record<string, string> = JSON_BODY,
) => {
  const people = { cookie: stage.owner.cookie, origin: service.url };
  const keys: Partial<Record<typeof access.by, object>> = { token: stage.token.headers, screen: stage.screen.headers };
  return { method, headers: { ...(keys[access.by] ?? people), ...headers }, body };
};

const withBody = endpointCases.filter(([, { body }]) => body !== undefined);
const bytesMaxOf = ([, { bodyBytesMax }]: EndpointCase): number => bodyBytesMax ?? BODY_BYTES_MAX;
const padded = (bytes: number): string => JSON.stringify({ pad: 'x'.repeat(bytes - '{"pad":""}'.length) });

describe('every endpoint with a body', () => {
  test.each(withBody)('%s that is too long is a 413, with and without a Content-Length', async (...one) => {
    const body = padded(bytesMaxOf(one) + 1);
    const address = service.url + addressOf(one[1], stage.ids);
    const hint = one[1].path === '/media/uploads' ? ' Files go to upload.url, not here.' : '';
    const refusal = {
      error: 'payload_too_large',
      message: `The body is over ${formatBytes(bytesMaxOf(one))} (${bytesMaxOf(one).toLocaleString('en-US')} bytes).${hint}`,
    };
    const known = await send(address, undefined, request(one, body));
    assert.deepEqual([known.status, known.body], [413, refusal]);
    const chunked = await rawRequest(address, {
      ...request(one, body, { ...JSON_BODY, 'transfer-encoding': 'chunked' }),
      body,
    });
    assert.deepEqual([chunked.status, JSON.parse(chunked.text)], [413, refusal]);
  });

  test.each(withBody)('%s of exactly the most is read', async (...one) => {
    const answer = await send(
      service.url + addressOf(one[1], stage.ids),
      undefined,
      request(one, padded(bytesMaxOf(one))),
    );
    assert.equal(answer.status, 400);
    assert.match(JSON.stringify(answer.body), /Unknown field \\"pad\\"/);
  });

  test.each(withBody)('%s refuses what is not a JSON object', async (...one) => {
    const address = service.url + addressOf(one[1], stage.ids);
    for (const body of ['{', 'null', '[]', '"x"', '1', '{"a":1}}', '\ufeff{}x']) {
      const answer = await send(address, undefined, request(one, body));
      assert.equal(answer.status, 400, body);
      assert.equal((answer.body as { error: string }).error, 'invalid_request');
    }
    const broken = request(one, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]));
    assert.equal((await send(address, undefined, broken)).status, 400);
  });

  test.each(withBody)('%s takes application/json only', async (...one) => {
    const body = JSON.stringify(sampleBody(one[2], stage));
    const address = service.url + addressOf(one[1], stage.ids);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', '']) {
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
      assert.equal((await rawRequest(address, { ...request(one, body, headers), body })).status, 400, type);
    }
    if (one[1].access.by !== 'token') return;
    for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/json;charset=UTF-8']) {
      const headers = { 'content-type': type };
      assert.equal((await rawRequest(address, { ...request(one, body, headers), body })).status, 200, type);
    }
  });

  test.each(withBody)('%s refuses unknown fields and unknown query parameters, and names them all', async (...one) => {
    const body = JSON.stringify({ ...sampleBody(one[2], stage), unheard: 'red' });
    const answer = await send(`${service.url}${addressOf(one[1], stage.ids)}?dry=1`, undefined, request(one, body));
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body, {
      error: 'invalid_request',
      message: 'Unknown parameter "dry". This endpoint takes no parameters. Unknown field "unheard".',
    });
  });

  test.each(withBody.filter(([, { bodyOptional }]) => bodyOptional !== true))(
    '%s that is missing is a 400',
    async (...one) => {
      const { body: _body, ...bare } = request(one, '', {});
      const answer = await send(service.url + addressOf(one[1], stage.ids), undefined, bare);
      assert.deepEqual(
        [answer.status, answer.body],
        [400, { error: 'invalid_request', message: 'The body is empty: send a JSON object.' }],
      );
    },
  );
});

const writes = tokenCases.filter(([, { method }]) => method === 'POST');

test.each(writes)(
  "%s is a 403 with code plan when the merchant's plan does not allow it, after the scope and before the body",
  async (...one) => {
    const { archive, ids } = tokenContent();
    const plan = { name: 'free', endsAt: null, allowsWrites: false, storageQuotaBytes: 1 };
    const { secret } = await service.newMerchant({ ...archive, merchant: { plan } });
    const refusal = {
      error: 'forbidden',
      message: "The merchant's plan does not allow writes through integrations.",
      code: 'plan',
    };
    const good = await callAs(bearer(secret), one, { url: service.url, ids });
    assert.deepEqual([good.status, good.body], [403, refusal]);
    const large = await send(service.url + addressOf(one[1], ids), secret, {
      method: 'POST',
      body: 'x'.repeat(20_000),
    });
    assert.deepEqual([large.status, large.body], [403, refusal]);
  },
);

test('reads and writes have budgets of their own', async () => {
  const small = await startService({ limits: { readsPerMinute: 1, writesPerMinute: 1 } });
  const { archive, ids } = tokenContent();
  const token = bearer((await small.newMerchant(archive)).secret);
  const [read, write] = [tokenCases[0], writes[0]];
  assert.ok(read && write);
  const statusOf = async (one: EndpointCase) => (await callAs(token, one, { url: small.url, ids })).status;
  assert.deepEqual([await statusOf(read), await statusOf(write)], [200, 200]);
  assert.deepEqual([await statusOf(read), await statusOf(write)], [429, 429]);
  await small.close();
});

test('GET /media/uploads is a wrong method, not a media id', async () => {
  const answer = await stage.shop.get('/media/uploads');
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.get('allow'), 'POST');
});
