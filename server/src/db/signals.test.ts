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
