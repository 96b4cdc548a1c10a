import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { systemClock } from '../clock.js';
import { createAlarm } from './running.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an alarm that is set to what has passed again and again rings once a second', () => {
  let rings = 0;
  const alarm = createAlarm(systemClock, 60_000, () => {
    rings += 1;
    if (rings < 100) alarm.set(Date.now() - 5_000);
  });
  alarm.set(Date.now() - 5_000);
  vi.advanceTimersByTime(10_000);
  alarm.stop();
  assert.equal(rings, 10);
});

test('an alarm rings at the earliest moment that it was set to, and else every minute', () => {
  const rings: number[] = [];
  const begun = Date.now();
  const alarm = createAlarm(systemClock, 60_000, () => rings.push(Date.now() - begun));
  for (const ms of [40_000, 20_000, 30_000]) alarm.set(begun + ms);
  vi.advanceTimersByTime(150_000);
  alarm.stop();
  assert.deepEqual(rings, [20_000, 80_000, 140_000]);
});
