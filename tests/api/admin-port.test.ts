// What is inside is told at ADMIN_PORT and nowhere else.
import assert from 'node:assert/strict';
import { onTestFinished, test } from 'vitest';
import { openConnection } from '../harness/raw-connection.js';
import { rawRequest } from '../harness/raw-request.js';
import { useService } from '../harness/service.js';

const service = useService();

const NOT_FOUND = {
  error: 'not_found',
  message: 'No such endpoint. Paths begin with /api/integrations/v1, are case-sensitive and have no slash at the end.',
};

test.each([
  '/metrics',
  '/%6Detrics',
  '/%6d%65trics',
  '/metrics/',
  '//metrics',
  '/metrics?x=1',
  '/Metrics',
  '/./metrics',
])('%s is a 404 on the public port', async (path) => {
  const { status, text } = await rawRequest(service.url + path, { method: 'GET' });
  assert.deepEqual([status, JSON.parse(text)], [404, NOT_FOUND]);
});

test('the public /readyz and /healthz say ready or not, and nothing else', async () => {
  for (const path of ['/readyz', '/healthz', '/%72eadyz']) {
    const { status, text } = await rawRequest(service.url + path, { method: 'GET' });
    assert.deepEqual([status, JSON.parse(text)], [200, { status: 'ok' }]);
  }
});

test('the admin port has metrics and the detail of /readyz, for GET, and no other path', async () => {
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(service.adminUrl + path, init);
    return { status: response.status, text: await response.text(), type: response.headers.get('content-type') ?? '' };
  };
  const metrics = await ask('/metrics');
  assert.deepEqual([metrics.status, metrics.type], [200, 'text/plain; version=0.0.4; charset=utf-8']);
  assert.match(metrics.text, /^vitrine_database_connections\{state="idle"\} \d+$/m);
  const ready = await ask('/readyz');
  assert.deepEqual([ready.status, ready.text], [200, '{"status":"ok","database":"ok","storage":"ok"}']);
  assert.equal((await ask('/healthz')).status, 200);
  assert.equal((await ask('/metrics', { method: 'POST' })).status, 405);
  for (const path of ['/', '/docs', '/api/integrations/v1/openapi.json']) assert.equal((await ask(path)).status, 404);
});

test('the admin port closes a connection whose request it did not read to its end', async () => {
  const connection = await openConnection(service.adminUrl);
  onTestFinished(() => connection.end());
  connection.write('POST /metrics HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel');
  const answers = await connection.untilClosed();
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers.get('connection')]),
    [[405, 'close']],
  );
});
