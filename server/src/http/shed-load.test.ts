import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { onTestFinished, test } from 'vitest';
import { toErrorResponse } from './error-response.js';
import { shedLoad } from './shed-load.js';

const LATE_MS_MAX = 200;
const TICK_MS = 250;

// A server with one route that answers when told to, so that requests stay under way.
async function startHolding(underWayMax: number) {
  const app = fastify();
  const warnings: unknown[] = [];
  shedLoad(app, { warn: (details: unknown) => void warnings.push(details) }, { underWayMax, lateMsMax: LATE_MS_MAX });
  const held: (() => void)[] = [];
  app.get('/api/held', () => new Promise((resolve) => held.push(() => resolve({ held: true }))));
  app.get('/api/quick', async () => ({ quick: true }));
  app.get('/healthz', async () => ({ status: 'ok' }));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    for (const release of held) release();
    return app.close();
  });
  const get = async (path: string, signal?: AbortSignal) => {
    const response = await fetch(url + path, signal === undefined ? {} : { signal });
    return { status: response.status, body: await response.json() };
  };
  const untilHeld = async (count: number): Promise<void> => {
    while (held.length < count) await sleep(5);
  };
  return { get, held, untilHeld, warnings };
}

// The timer that measures comes before what is read from sockets, so what is sent after this meets a late process.
function beLate(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const QUICK = { status: 200, body: { quick: true } };
const REFUSED = { status: 500, body: toErrorResponse(undefined).body };

test('late and with too many under way, it refuses at once; health is answered; it is back when it is no longer late', async () => {
  const { get, held, untilHeld, warnings } = await startHolding(2);
  const waiting = [get('/api/held'), get('/api/held')];
  await untilHeld(2);
  beLate(TICK_MS + 2 * LATE_MS_MAX);
  const late = await Promise.all([get('/api/quick'), get('/healthz')]);
  assert.deepEqual(late, [REFUSED, { status: 200, body: { status: 'ok' } }]);
  while ((await get('/api/quick')).status !== 200) await sleep(50);
  assert.ok(warnings.length > 0, 'the operator is told');
  for (const release of held) release();
  assert.deepEqual(await Promise.all(waiting), Array(2).fill({ status: 200, body: { held: true } }));
});

test('late with few under way, it answers', async () => {
  const { get } = await startHolding(2);
  beLate(TICK_MS + 2 * LATE_MS_MAX);
  assert.deepEqual(await get('/api/quick'), QUICK);
});

test('callers who hang up are no longer under way', async () => {
  const { get, untilHeld } = await startHolding(1);
  const hungUp = new AbortController();
  const gone = assert.rejects(get('/api/held', hungUp.signal));
  await untilHeld(1);
  hungUp.abort();
  await gone;
  await sleep(100);
  beLate(TICK_MS + 2 * LATE_MS_MAX);
  assert.deepEqual(await get('/api/quick'), QUICK);
});

// Answers are judged by whole windows of a second.
const WINDOW_MS = 4 * TICK_MS;

test('not late, but with too many under way and no answer in time, it refuses', async () => {
  const { get, held, untilHeld } = await startHolding(2);
  const waiting = [get('/api/held'), get('/api/held'), get('/api/held')];
  await untilHeld(3);
  assert.deepEqual(await get('/api/quick'), QUICK);
  await sleep(2 * WINDOW_MS);
  held[0]?.();
  await Promise.race(waiting);
  await sleep(2 * WINDOW_MS);
  assert.deepEqual(await get('/api/quick'), REFUSED);
  for (const release of held) release();
  await Promise.all(waiting);
  assert.deepEqual(await get('/api/quick'), QUICK);
});

test('one answer that is slow for reasons of its own is no overload', async () => {
  const { get, held, untilHeld } = await startHolding(2);
  const waiting = [get('/api/held'), get('/api/held'), get('/api/held')];
  await untilHeld(3);
  await sleep(2 * LATE_MS_MAX);
  held[0]?.();
  await Promise.race(waiting);
  for (let asked = 0; asked < 3 * WINDOW_MS; asked += 50) {
    assert.deepEqual(await get('/api/quick'), QUICK);
    await sleep(50);
  }
  for (const release of held) release();
  await Promise.all(waiting);
});
