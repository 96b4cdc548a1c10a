import assert from 'node:assert/strict';
import { test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { toOpenApi } from '@vitrine/contract/openapi';
import { rawRequest } from '../harness/raw-request.js';
import { send, startService } from '../harness/service.js';

const BASE_URL = 'https://signage.example.org';

test('GET /openapi.json is the document with the address of this server, needs no token and is not counted; other methods are a 405', async () => {
  const service = await startService({ baseUrl: BASE_URL, limits: { readsPerMinute: 1, writesPerMinute: 1 } });
  const address = `${service.url}${API_PATH}/openapi.json`;
  const { secret, get } = await service.newMerchant();
  for (const bearer of [undefined, secret, 'nonsense']) {
    const answer = await send(address, bearer);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(answer.headers.get('ratelimit-limit'), null);
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
    assert.deepEqual(answer.body, JSON.parse(JSON.stringify(toOpenApi(BASE_URL))));
  }
  assert.equal((await get('/tags')).headers.get('ratelimit-remaining'), '0');
  for (const method of ['HEAD', 'POST', 'DELETE', 'OPTIONS']) {
    const answer = await rawRequest(address, { method });
    assert.deepEqual([answer.status, answer.allow], [405, 'GET']);
  }
  await service.close();
});
