import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { CONSOLE_PATH } from '@vitrine/contract/endpoint';
import { rawRequest } from '../../../tests/harness/raw-request.js';
import { startService, type Service } from '../../../tests/harness/service.js';

const services = new Map<string, Service>();
const BASE_URLS = ['http://127.0.0.1:8080', 'http://signs.example', 'https://signs.example'];

beforeAll(async () => {
  for (const baseUrl of BASE_URLS) services.set(baseUrl, await startService({ baseUrl }));
});
afterAll(async () => {
  for (const service of services.values()) await service.close();
});

// A sign-in with a wrong password: 401 where the origin will do, 403 where it does not.
async function signIn(baseUrl: string, host: string, origin: string) {
  const { status, text } = await rawRequest(`${services.get(baseUrl)?.url}${CONSOLE_PATH}/sign-in`, {
    method: 'POST',
    headers: { host, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'a guess' }),
  });
  return { status, body: JSON.parse(text) as unknown };
}

const refusal = (own: string) => ({
  error: 'forbidden',
  message: `Changes are taken from pages of ${own} only. If people are to use another address, the operator sets BASE_URL to it.`,
});

test.each([
  ['http://127.0.0.1:8080', '127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://127.0.0.1:8080', 'localhost:8080', 'http://localhost:8080'],
  ['http://127.0.0.1:8080', 'localhost', 'http://localhost'],
  ['http://127.0.0.1:8080', '[::1]:8080', 'http://[::1]:8080'],
  ['http://127.0.0.1:8080', '192.168.1.20:8080', 'http://192.168.1.20:8080'],
  ['http://signs.example', 'instance-1:8080', 'http://signs.example'],
  ['http://signs.example', '192.168.1.20', 'http://192.168.1.20'],
  ['https://signs.example', 'instance-1:8080', 'https://signs.example'],
])('with BASE_URL %s, asked as %s, a page of %s may write', async (baseUrl, host, origin) => {
  assert.equal((await signIn(baseUrl, host, origin)).status, 401);
});

// The first is what a rebound name looks like: the page of an attacker whose name was made to lead here.
test.each([
  ['http://127.0.0.1:8080', 'evil.example:8080', 'http://evil.example:8080'],
  ['http://127.0.0.1:8080', 'localhost.evil.example', 'http://localhost.evil.example'],
  ['http://127.0.0.1:8080', '127.0.0.1.evil.example', 'http://127.0.0.1.evil.example'],
  ['http://127.0.0.1:8080', '127.0.0.1:8080', 'http://127.0.0.1:9090'],
  ['http://127.0.0.1:8080', '127.0.0.1:8080', 'https://127.0.0.1:8080'],
  ['http://signs.example', 'evil.example', 'http://evil.example'],
  ['https://signs.example', 'localhost:8080', 'http://localhost:8080'],
  ['https://signs.example', 'signs.example', 'http://signs.example'],
])('with BASE_URL %s, asked as %s, a page of %s may not, and is told of BASE_URL', async (baseUrl, host, origin) => {
  assert.deepEqual(await signIn(baseUrl, host, origin), { status: 403, body: refusal(baseUrl) });
});
