import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openTestStore } from '../../../tests/harness/store.js';
import { createTestClock } from '../../../tests/harness/test-clock.js';
import { newObjectKey } from './object-key.js';
import { rememberUrls } from './remember-urls.js';

test('a URL is letter by letter what the store signs, however often it is asked for, and new with every second', async () => {
  const clock = createTestClock('2026-06-15T12:00:30.000Z');
  const { store, close } = await openTestStore(clock);
  const remembering = rememberUrls(store, clock);
  const keys = Array.from({ length: 3_000 }, () => newObjectKey('image/jpeg'));
  for (const _second of [1, 2]) {
    for (const _time of [1, 2, 3]) {
      assert.deepEqual(keys.map(remembering.signedGetUrl), keys.map(store.signedGetUrl));
    }
    clock.advance(1_000);
  }
  await close();
});
