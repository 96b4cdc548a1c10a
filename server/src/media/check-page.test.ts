import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { onTestFinished, test } from 'vitest';
import { PAGE_CHECKS_PER_PERSON_MAX } from '@vitrine/contract/console-limits';
import { cookieOf, newPerson } from '../../../tests/harness/console.js';
import { aNetwork, PUBLIC } from '../../../tests/harness/network.js';
import { serve } from '../../../tests/harness/outside.js';
import { startService } from '../../../tests/harness/service.js';

// The console in a network where shop.example is public and till.example, which webhooks may call, is not.
async function newConsole(baseUrl?: string) {
  const network = aNetwork({ 'shop.example': [PUBLIC], 'till.example': ['127.0.0.1'] });
  const outside = { ...network, allowedHosts: ['till.example', '127.0.0.1'] };
  const service = await startService({ outside, ...(baseUrl !== undefined && { baseUrl }) });
  onTestFinished(() => service.close());
  const shop = await service.newMerchant();
  const person = await newPerson(service, { [shop.id]: 'staff' });
  const check = async (url: string) => {
    const { status, body } = await person.send('POST', '/media/pages/check', {
      body: { url },
      ...(baseUrl !== undefined && { headers: { origin: baseUrl, cookie: `__Host-${cookieOf(person.secret)}` } }),
    });
    return [status, body];
  };
  return { check, asked: outside.asked };
}

const is = (framing: string) => [200, { framing }];

test('a page is looked at once, wherever it leads, and what it says of frames is told', async () => {
  const { check, asked } = await newConsole();
  const requests: string[] = [];
  const answers: Readonly<Record<string, RequestListener>> = {
    '/plain': (_, response) => response.end('<h1>Menu</h1>'),
    '/denied': (_, response) => response.setHeader('x-frame-options', 'DENY').end(),
    '/moved': (_, response) => response.writeHead(302, { location: '/denied' }).end(),
    '/robot': (_, response) => response.writeHead(403, { 'x-frame-options': 'DENY' }).end(),
    // Larger than anybody wants to read; the first bytes are enough.
    '/large': (_, response) => response.writeHead(200, { 'content-length': 10 ** 9 }).write('<h1>'),
  };
  const port = await serve((request, response) => {
    requests.push(request.url ?? '');
    answers[request.url ?? '']?.(request, response);
  });
  const at = (path: string): string => `http://shop.example:${port}${path}`;
  assert.deepEqual(await check(at('/plain')), is('allowed'));
  assert.deepEqual(requests, ['/plain']);
  assert.deepEqual(await check(at('/denied')), is('refused'));
  assert.deepEqual(await check(at('/moved')), is('refused'));
  assert.deepEqual(await check(at('/robot')), is('unknown'));
  assert.deepEqual(await check(at('/large')), is('allowed'));
  assert.ok(asked.every((host) => host === 'shop.example'));
});

test('what is not reached and what lies in a private network look the same', async () => {
  const { check } = await newConsole();
  let calls = 0;
  const port = await serve((_, response) => void ((calls += 1), response.end()));
  for (const url of [
    'http://nobody.example/',
    `http://till.example:${port}/`,
    `http://127.0.0.1:${port}/`,
    'http://[::1]/',
  ]) {
    assert.deepEqual(await check(url), is('unknown'));
  }
  assert.equal(calls, 0);
  assert.deepEqual((await check('http://user:word@shop.example/'))[0], 422);
  assert.deepEqual((await check('ftp://shop.example/'))[0], 400);
});

test('a page without https is none for screens with it, and is not even asked', async () => {
  const { check, asked } = await newConsole('https://signs.example.com');
  assert.deepEqual(await check('http://shop.example/'), is('insecure'));
  assert.deepEqual(asked, []);
});

test('nobody looks around by it: a person has a number of looks', async () => {
  const { check } = await newConsole();
  const statuses = [];
  for (let look = 0; look <= PAGE_CHECKS_PER_PERSON_MAX; look += 1)
    statuses.push((await check('http://x.example/'))[0]);
  assert.deepEqual([statuses.at(-2), statuses.at(-1)], [200, 429]);
});
