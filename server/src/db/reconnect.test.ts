import assert from 'node:assert/strict';
import { test } from 'vitest';
import { newGate } from '../../../tests/harness/gate.js';
import { DatabaseUnavailableError } from '../errors.js';
import { createReconnect, RECONNECT_WAITING_MAX } from './reconnect.js';

const CLIENT = { release: () => undefined };
const POOL_FULL = new Error('the pool is full');
const AWAY = new Error('connection refused');

// Connects once. Then attempts fail with the error that is set, or succeed.
async function startConnected() {
  const state: { error: Error | undefined; attempts: number } = { error: undefined, attempts: 0 };
  const retried = newGate();
  const take = createReconnect({
    async connect() {
      state.attempts += 1;
      if (state.attempts > RECONNECT_WAITING_MAX + 2) await retried.opened;
      if (state.error !== undefined) throw state.error;
      return CLIENT;
    },
    isOutage: (error) => error !== POOL_FULL,
    waitMs: 600_000,
    onOutage: () => undefined,
  });
  await take();
  return { state, take, retried };
}

test('lets 200 wait, refuses the next at once, and serves the 200 when the database is back', async () => {
  const { state, take, retried } = await startConnected();
  state.error = AWAY;
  const waiting = Array.from({ length: RECONNECT_WAITING_MAX }, () => take());
  const refused = await take().catch((error: unknown) => error);
  assert.ok(refused instanceof DatabaseUnavailableError);
  assert.equal(RECONNECT_WAITING_MAX, 200);
  state.error = undefined;
  retried.open();
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set([CLIENT]));
});

test('does not wait when the pool is full', async () => {
  const { state, take } = await startConnected();
  state.error = POOL_FULL;
  await assert.rejects(take(), DatabaseUnavailableError);
  assert.equal(state.attempts, 2);
});

test('reports the error itself while nothing has ever connected', async () => {
  const take = createReconnect({
    connect: () => Promise.reject(AWAY),
    isOutage: () => true,
    waitMs: 600_000,
    onOutage: () => undefined,
  });
  await assert.rejects(take(), AWAY);
});
