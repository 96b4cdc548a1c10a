import assert from 'node:assert/strict';
import { test } from 'vitest';
import { timeOf } from './log.js';

test('a line of the log has the moment as ISO 8601 writes it, to the millisecond', () => {
  const start = Date.UTC(2026, 11, 31, 23, 59, 58);
  for (const ms of [0, 7, 42, 999, 1000, 1001, 1999, 2000, 86_400_005, 5, 0])
    assert.equal(timeOf(start + ms), `,"time":"${new Date(start + ms).toISOString()}"`);
});
