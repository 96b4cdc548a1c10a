import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { API_PATH } from '@vitrine/contract/endpoint';
import { beforeEach, onTestFinished, test, vi } from 'vitest';
import { send, startService } from '../../../tests/harness/service.js';
import { until } from '../../../tests/harness/until.js';
import { newServer } from './new-server.js';
import { shedLoad } from './shed-load.js';

const WINDOW_MS = 1_000;
// As many are always let through.
const UNDER_WAY_MIN = 100;
const BUSY = { error: 'internal', message: 'The service is busy. Try again in 5 s.' };

// Windows end when a test says so.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  return () => void vi.useRealTimers();
});
// The first is under way when a test begins; the second is a whole one.
const passWindow = (): void => void vi.advanceTimersByTime(WINDOW_MS);

test('where statements wait without a pause, what comes on top is refused at once; then it is back by itself', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const { get } = await service.newMerchant();
  const release = await holdCampaigns(service.db);
  const held = Array.from({ length: 2 * UNDER_WAY_MIN }, () => get('/campaigns'));
  // All of them and the lock have a connection or wait for one.
  const { pool } = service.db;
  await until(() => pool.waitingCount + pool.totalCount - pool.idleCount > held.length);
  passWindow();
  passWindow();
  const refused = await get('/tags');
  assert.deepEqual([refused.status, refused.body, refused.headers.get('retry-after')], [500, BUSY, '5']);
  assert.match(refused.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  assert.equal((await send(`${service.url}/healthz`)).status, 200);
  const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
  assert.match(metrics, /^vitrine_overload_refusals_total [1-9]/m);
  await release();
  const answers = await Promise.all(held);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  passWindow();
  passWindow();
  assert.equal((await get('/tags')).status, 200);
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
    await until(() => held.length >= wanted);
    return asked;
  };
  return { ask, url, held, warnings };
}

const release = (held: ServerResponse[]): void => held.forEach((response) => response.end());
const untilClosed = (held: ServerResponse[]): Promise<void> => until(() => held.every(({ closed }) => closed));

test('many that wait for anything but the database are no overload', async () => {
  const { ask, held, warnings } = await startHolding(0);
  const first = await ask(2 * UNDER_WAY_MIN);
  passWindow();
  passWindow();
  const later = await ask(1);
  release(held);
  assert.deepEqual(new Set(await Promise.all([...first, ...later])), new Set([200]));
  assert.deepEqual(warnings, []);
});

test('under overload a few are let through, callers who hang up make room, and the operator is told', async () => {
  const { ask, url, held, warnings } = await startHolding(1);
  passWindow();
  passWindow();
  const hangUp = new AbortController();
  const gone = (await ask(UNDER_WAY_MIN, hangUp.signal)).map((asked) => assert.rejects(asked));
  assert.equal((await fetch(`${url}${API_PATH}/tags`)).status, 500);
  hangUp.abort();
  await Promise.all(gone);
  await untilClosed(held);
  const last = await ask(1);
  release(held);
  assert.deepEqual(await Promise.all(last), [200]);
  await untilClosed(held);
  passWindow();
  assert.deepEqual(warnings, [{ refused: 1, underWay: 0 }]);
});
