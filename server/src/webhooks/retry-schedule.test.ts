import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { planRetry, RETRY_DELAYS_MS } from './retry-schedule.js';
import { toRetryAfter } from './send-message.js';

const NOW = Date.parse('2026-06-15T12:00:30.000Z');
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const [least, most] = [() => 0, () => 1];

const plan = (triesLeft: number, failures: number, random = () => 0.5, retryAfterMs?: number) =>
  planRetry({ triesLeft, failures, retryAfterMs }, random);

test('makes ten attempts with nine pauses, each up to a tenth longer or shorter', () => {
  for (const [at, delayMs] of RETRY_DELAYS_MS.entries()) {
    assert.equal(plan(10 - at, 1).delayMs, delayMs);
    assert.ok(Math.abs(plan(10 - at, 1, least).delayMs - 0.9 * delayMs) < 1);
    assert.ok(Math.abs(plan(10 - at, 1, most).delayMs - 1.1 * delayMs) < 1);
  }
  assert.deepEqual(
    RETRY_DELAYS_MS.map((ms) => ms / SECOND_MS),
    [5, 30, 300, 1_800, 7_200, 18_000, 36_000, 86_400, 86_400],
  );
  assert.deepEqual(
    [10, 2, 1].map((left) => plan(left, 1).isLast),
    [false, false, true],
  );
});

test('a webhook rests after the second failure in a row, longer each time, up to five minutes, never all at one moment', () => {
  assert.deepEqual(
    [1, 2, 3, 9, 10, 500].map((failures) => plan(5, failures, least).restMs / SECOND_MS),
    [0, 2, 4, 256, 300, 300],
  );
  assert.ok(Math.abs(plan(5, 500, most).restMs - 4 * MINUTE_MS) < 1);
});

test('the guide prints the pauses', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/api/webhooks.md'), 'utf8');
  const words = RETRY_DELAYS_MS.map((ms) => {
    if (ms < MINUTE_MS) return `${ms / SECOND_MS} s`;
    return ms < 60 * MINUTE_MS ? `${ms / MINUTE_MS} min` : `${ms / MINUTE_MS / 60} h`;
  });
  const pauses = `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
  assert.ok(guide.includes(`with pauses of ${pauses}`), pauses);
});

test('an early attempt that fails moves neither message nor webhook, unless the receiver asks for it', () => {
  const early = (retryAfterMs?: number) => planRetry({ triesLeft: 1, failures: 3, retryAfterMs, isEarly: true }, least);
  assert.deepEqual(early(), { isLast: false, delayMs: 0, restMs: 0, askedMs: 0 });
  assert.deepEqual(early(90_000), { isLast: false, delayMs: 90_000, restMs: 90_000, askedMs: 90_000 });
});

test('what the receiver asks for is heeded, for the message and the webhook, up to a day', () => {
  const { delayMs, restMs } = plan(10, 1, least, 90 * SECOND_MS);
  assert.deepEqual([delayMs, restMs], [90 * SECOND_MS, 90 * SECOND_MS]);
  assert.deepEqual([plan(10, 1, least, 9 * DAY_MS).delayMs, plan(10, 1, least, 9 * DAY_MS).restMs], [DAY_MS, DAY_MS]);
  // Less than it would have waited anyway is no less.
  assert.equal(plan(5, 1, () => 0.5, SECOND_MS).delayMs, RETRY_DELAYS_MS[5]);
});

test.each([
  ['120', 120_000],
  [' 120 ', 120_000],
  ['Mon, 15 Jun 2026 12:01:30 GMT', 60_000],
  ['Mon, 15 Jun 2026 12:00:00 GMT', undefined], // it is over
  ['0', undefined],
  ['-5', undefined],
  ['3600.5', undefined],
  ['120, 120', undefined],
  ['2 minutes', undefined],
  ['2027', 2_027_000],
  ['2027-01-01', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After: %s', (text, ms) => {
  assert.equal(toRetryAfter(text, { now: () => NOW }), ms);
});
