import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_PATH } from '@vitrine/contract/endpoint';
import { expect, onTestFinished, test } from 'vitest';
import { send, startService } from '../../test/service.js';
import { toErrorResponse } from './error-response.js';
import { newServer } from './new-server.js';
import { shedLoad } from './shed-load.js';

const WINDOW_MS = 1_000;
// As many are always let through.
const UNDER_WAY_MIN = 100;
const REFUSED = toErrorResponse(undefined).body;

test('where statements wait without a pause, what comes on top is refused at once; then it is back by itself', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const { get } = await service.newMerchant();
  const release = await holdCampaigns(service.db);
  const held = Array.from({ length: 2 * UNDER_WAY_MIN }, () => get('/campaigns'));
  await sleep(2.2 * WINDOW_MS);
  const refused = await get('/tags');
  assert.deepEqual([refused.status, refused.body], [500, REFUSED]);
  assert.match(refused.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  assert.equal((await send(`${service.url}/healthz`)).status, 200);
  const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
  assert.match(metrics, /^vitrine_overload_refusals_total [1-9]/m);
  await release();
  const answers = await Promise.all(held);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  await expect.poll(async () => (await get('/tags')).status, { timeout: 3 * WINDOW_MS }).toBe(200);
});

async function holdCampaigns(db: Awaited<ReturnType<typeof startService>>['db']): Promise<() => Promise<void>> {
  const client = await db.checkOut();
  await client.query('begin; lock table campaigns in access exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

test('as many at once as a token may send in a minute are all answered', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const { get } = await service.newMerchant();
  const answers = await Promise.all(Array.from({ length: 120 }, () => get('/media')));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
});

// A server whose answers wait until they are released, over a database of which so many statements wait.
async function startHolding(waiting: number) {
  const warnings: unknown[] = [];
  const guard = shedLoad({ log: { warn: (details: unknown) => void warnings.push(details) }, waiting: () => waiting });
  const held: ServerResponse[] = [];
  const server = newServer(guard.around((_request, response) => void held.push(response)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    guard.stop();
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const ask = async (count: number, signal?: AbortSignal): Promise<Promise<number>[]> => {
    const wanted = held.length + count;
    const init = signal === undefined ? {} : { signal };
    const asked = Array.from({ length: count }, async () => (await fetch(`${url}${API_PATH}/tags`, init)).status);
    while (held.length < wanted) await sleep(5);
    return asked;
  };
  return { ask, url, held, warnings };
}

const release = (held: ServerResponse[]): void => held.forEach((response) => response.end());

test('many that wait for anything but the database are no overload', async () => {
  const { ask, held, warnings } = await startHolding(0);
  const first = await ask(2 * UNDER_WAY_MIN);
  await sleep(2.2 * WINDOW_MS);
  const later = await ask(1);
  release(held);
  assert.deepEqual(new Set(await Promise.all([...first, ...later])), new Set([200]));
  assert.deepEqual(warnings, []);
});

test('under overload a few are let through, callers who hang up make room, and the operator is told', async () => {
  const { ask, url, held, warnings } = await startHolding(1);
  await sleep(2.2 * WINDOW_MS);
  const hangUp = new AbortController();
  const gone = (await ask(UNDER_WAY_MIN, hangUp.signal)).map((asked) => assert.rejects(asked));
  assert.equal((await fetch(`${url}${API_PATH}/tags`)).status, 500);
  hangUp.abort();
  await Promise.all(gone);
  const last = await ask(1);
  release(held);
  assert.deepEqual(await Promise.all(last), [200]);
  await expect.poll(() => warnings, { timeout: 2 * WINDOW_MS }).toEqual([{ refused: 1, underWay: 0 }]);
});
