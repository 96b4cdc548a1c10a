import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { createServiceClock, moment, type KeptClock } from './service-clock.js';

const NOON = Date.parse('2026-06-15T12:00:00Z');
const MINUTE = 60_000;
const DAY = 86_400_000;

beforeEach(() => void vi.useFakeTimers({ now: NOON }));
afterEach(() => void vi.useRealTimers());

// The device's clock alone moves, as while the device sleeps or when somebody sets it.
const moveDevice = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

function start(kept?: KeptClock) {
  const written: KeptClock[] = [];
  return { written, clock: createServiceClock(kept, (one) => void written.push(one)) };
}

// An answer that is stamped when it leaves the service, and takes so long to come.
function hear(clock: ReturnType<typeof start>['clock'], serviceTime: number, tookMs = 0): void {
  const asked = moment();
  vi.advanceTimersByTime(tookMs);
  clock.hear(serviceTime, asked);
}

test("goes by the device's clock until the service answers", () => {
  const { clock } = start();
  moveDevice(DAY);
  assert.deepEqual([clock.now(), clock.isWrong(), clock.isHeard()], [NOON + DAY, false, false]);
});

test("keeps the service's time when somebody sets the device's clock", () => {
  const { clock } = start();
  hear(clock, NOON - DAY);
  moveDevice(-3 * DAY);
  vi.advanceTimersByTime(MINUTE);
  assert.equal(clock.now(), NOON - DAY + MINUTE);
  assert.equal(clock.hasJumped(), true);
  hear(clock, NOON - DAY + MINUTE);
  assert.deepEqual([clock.now(), clock.hasJumped()], [NOON - DAY + MINUTE, false]);
});

test('calls a clock wrong from two minutes of difference on', () => {
  const { clock } = start();
  hear(clock, NOON - 2 * MINUTE + 1);
  assert.equal(clock.isWrong(), false);
  hear(clock, NOON - 2 * MINUTE);
  assert.equal(clock.isWrong(), true);
  hear(clock, NOON + 2 * MINUTE);
  assert.equal(clock.isWrong(), true);
});

test('moves the time only as far as an answer proves', () => {
  const { clock } = start();
  hear(clock, NOON);
  // Stamped 8 seconds ago.
  hear(clock, NOON, 8_000);
  assert.equal(clock.now(), NOON + 8_000);
  hear(clock, NOON + 20_000, 8_000);
  assert.equal(clock.now(), NOON + 20_000);
  const ahead = start().clock;
  hear(ahead, NOON - DAY, 8_000);
  assert.equal(ahead.now(), NOON - DAY + 8_000);
});

test('does not believe an answer that lay in the device while it slept', () => {
  const { clock } = start();
  hear(clock, NOON);
  const asked = moment();
  moveDevice(8 * 60 * MINUTE);
  clock.hear(NOON, asked);
  assert.equal(clock.hasJumped(), true);
  clock.settleJump();
  assert.equal(clock.now(), NOON + 8 * 60 * MINUTE);
});

test('counts sleep as passed time when the service does not answer', () => {
  const { clock } = start();
  hear(clock, NOON);
  moveDevice(DAY);
  clock.settleJump();
  assert.deepEqual([clock.now(), clock.isWrong(), clock.hasJumped()], [NOON + DAY, false, false]);
});

test('keeps the time when a wrong clock is set right, or back, without the service', () => {
  const { clock } = start();
  hear(clock, NOON + DAY);
  moveDevice(DAY);
  clock.settleJump();
  assert.deepEqual([clock.now(), clock.isWrong()], [NOON + DAY, false]);
  moveDevice(-5 * DAY);
  clock.settleJump();
  assert.deepEqual([clock.now(), clock.isWrong()], [NOON + DAY, true]);
});

test('starts with the kept difference, and never before the last service time', () => {
  const { clock, written } = start();
  hear(clock, NOON - DAY);
  assert.deepEqual(written, [{ offsetMs: -DAY, heardTime: NOON - DAY }]);
  vi.advanceTimersByTime(MINUTE);
  const again = start(written[0]).clock;
  assert.deepEqual([again.now(), again.isWrong(), again.isHeard()], [NOON - DAY + MINUTE, true, false]);
  // A device that lost its clock.
  moveDevice(-1000 * DAY);
  const lost = start(written[0]).clock;
  vi.advanceTimersByTime(5_000);
  assert.deepEqual([lost.now(), lost.isWrong()], [NOON - DAY + 5_000, true]);
});

test('writes the difference once a minute, and at once when it changes', () => {
  const { clock, written } = start();
  hear(clock, NOON);
  vi.advanceTimersByTime(30_000);
  hear(clock, NOON + 30_000);
  assert.equal(written.length, 1);
  vi.advanceTimersByTime(30_000);
  hear(clock, NOON + MINUTE);
  moveDevice(10_000);
  hear(clock, NOON + MINUTE);
  assert.deepEqual(written.slice(1), [
    { offsetMs: 0, heardTime: NOON + MINUTE },
    { offsetMs: -10_000, heardTime: NOON + MINUTE },
  ]);
});
