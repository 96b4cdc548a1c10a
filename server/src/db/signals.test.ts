import assert from 'node:assert/strict';
import { afterEach, expect, test, vi } from 'vitest';
import { createSignals } from './signals.js';

afterEach(() => vi.useRealTimers());

const WAIT_MS = 20_000;
const LOOK_MS = 2_000;

test('of what is heard nobody looks while something else is silent', async () => {
  vi.useFakeTimers();
  const signals = createSignals(10);
  const { signal } = new AbortController();
  const wait = (topic: string) => signals.subscribe(topic)?.next(WAIT_MS, signal);
  signals.setListening(false, (topic) => topic === 'silent');
  const [silent, heard, told] = [wait('silent'), wait('heard'), wait('told')];
  signals.raise('told');
  assert.equal(await told, 'signal');
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  assert.equal(await silent, 'signal');
  const ended = vi.fn<() => void>();
  void heard?.then(() => ended());
  await vi.advanceTimersByTimeAsync(WAIT_MS - LOOK_MS - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  assert.equal(await heard, 'time');
  // Nothing is heard at all.
  signals.setListening(false);
  const deaf = wait('heard');
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  assert.equal(await deaf, 'signal');
});

test('gives a place of the topic that has most to a topic that has fewer, once all are taken', async () => {
  const signals = createSignals(4);
  signals.setListening(true);
  const never = new AbortController().signal;
  const large = Array.from({ length: 4 }, () => signals.subscribe('large'));
  const waits = large.map((one) => one?.next(600_000, never) ?? Promise.resolve('end'));
  assert.equal(signals.subscribe('large'), undefined);
  const small = signals.subscribe('small');
  assert.ok(small !== undefined);
  assert.equal(await waits[0], 'time');
  assert.equal(signals.waiting(), 3);
  assert.ok(signals.subscribe('small') !== undefined);
  assert.equal(await waits[1], 'time');
  // Two and two: nobody has a larger share.
  assert.equal(signals.subscribe('small'), undefined);
  assert.equal(signals.subscribe('large'), undefined);
  signals.raise('large');
  assert.deepEqual(await Promise.all(waits.slice(2)), ['signal', 'signal']);
});
