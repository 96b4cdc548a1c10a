import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { SCREENS_PATH } from '@vitrine/contract/endpoint';
import { rawRequest } from '../../../tests/harness/raw-request.js';
import { startService, type Service } from '../../../tests/harness/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService({ baseUrl: 'https://signs.example' });
});
afterAll(() => service.close());
beforeEach(() => service.db.rows({ text: 'delete from sign_in_attempts', values: [] }));

const requestCode = (headers: Record<string, string>) =>
  rawRequest(`${service.url}${SCREENS_PATH}/pairings`, { method: 'POST', headers });

test.each([
  ['an old television that sends neither header', { host: 'signs.example' }],
  [
    'the page of BASE_URL',
    { host: 'instance-1:8080', origin: 'https://signs.example', 'sec-fetch-site': 'same-origin' },
  ],
  ['the page of another name', { host: '192.168.1.20:8080', origin: 'http://192.168.1.20:8080' }],
  ['the page of another name over https', { host: 'tv.example', origin: 'https://tv.example' }],
])('gives a pairing code to %s', async (_, headers) => {
  assert.equal((await requestCode(headers)).status, 200);
});

test.each([
  ['another site', { host: 'signs.example', origin: 'https://evil.example' }],
  ['a page without an origin', { host: 'signs.example', origin: 'null' }],
  ['another port', { host: 'tv.example:8080', origin: 'http://tv.example:9090' }],
  ['a cross-site request without an origin', { host: 'signs.example', 'sec-fetch-site': 'cross-site' }],
  ['a cross-site request', { host: 'a.example', origin: 'http://a.example', 'sec-fetch-site': 'cross-site' }],
])('refuses a pairing code to %s, and counts nothing', async (_, headers) => {
  const { status, text } = await requestCode(headers);
  assert.equal(status, 403);
  assert.deepEqual(JSON.parse(text), {
    error: 'forbidden',
    message: 'Another website cannot request a pairing code. Open the player of this service.',
  });
  assert.deepEqual(await service.db.rows({ text: 'select key from sign_in_attempts', values: [] }), []);
});
