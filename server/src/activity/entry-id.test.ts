import assert from 'node:assert/strict';
import { test } from 'vitest';
import { newEntryId } from './queries.js';

const AT = '2026-06-15T13:00:57.000Z';

test('ids of one moment are UUIDs in the order in which they were made', () => {
  const ids = Array.from({ length: 5_000 }, () => newEntryId(AT));
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual([...ids].sort(), ids);
  assert.equal(new Set(ids).size, ids.length);
});

test('a later moment has the later id', () => {
  assert.ok(newEntryId('2026-06-15T13:00:57.001Z') > newEntryId(AT));
});
