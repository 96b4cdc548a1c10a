import assert from 'node:assert/strict';
import { test } from 'vitest';
import { endMsMax } from './end-at-last.js';

test('whoever stops the embedded database has the minute of its last checkpoint, and nobody else', () => {
  const shared = { stopMs: 10_000, databaseUrl: 'postgres://db.test/vitrine' };
  const embedded = { stopMs: 10_000, databaseUrl: undefined };
  assert.deepEqual(
    [endMsMax(shared, false), endMsMax(shared, true), endMsMax(embedded, true), endMsMax(embedded, false)],
    [25_000, 25_000, 25_000, 85_000],
  );
});
