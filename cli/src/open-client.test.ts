import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'vitest';
import { ConnectionError } from '@vitrine/client';
import { createClient, tellOrGiveUp } from './open-client.js';

test('a host that takes the connection and says nothing is not asked again', async () => {
  let asked = 0;
  const silent = createServer(() => void (asked += 1)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const patience = { maxRetries: 2, timeoutMs: 500, onWait: tellOrGiveUp };
  await assert.rejects(createClient({ baseUrl, token: 'vitrine_some' }, patience).token(), (error) => {
    assert.ok(error instanceof ConnectionError);
    assert.equal(error.code, 'ETIMEDOUT');
    assert.equal(error.message, `No answer from ${baseUrl}/api/integrations/v1/token within 0.5 s.`);
    return true;
  });
  assert.ok(asked <= 1, `asked ${asked} times`);
  silent.closeAllConnections();
  silent.close();
});

test('a host whose connection never comes about is given up at the first try, one that is cut off is not', () => {
  const waitFor = (code: string) => () =>
    tellOrGiveUp({ kind: 'retry', seconds: 0.5, error: new ConnectionError('Cannot reach it.', { code }) });
  assert.throws(waitFor('UND_ERR_CONNECT_TIMEOUT'), ConnectionError);
  assert.doesNotThrow(waitFor('ECONNRESET'));
});
