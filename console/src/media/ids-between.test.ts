import assert from 'node:assert/strict';
import { test } from 'vitest';
import { idsBetween } from './ids-between.js';

const list = ['a', 'b', 'c', 'd', 'e'];

test('what lies between two is taken with both, whichever of them comes first', () => {
  assert.deepEqual(idsBetween(list, 'b', 'd'), ['b', 'c', 'd']);
  assert.deepEqual(idsBetween(list, 'd', 'b'), ['b', 'c', 'd']);
  assert.deepEqual(idsBetween(list, 'c', 'c'), ['c']);
});

test('it is the same when others have come before them, and unknown when one of them has gone', () => {
  assert.deepEqual(idsBetween(['new', ...list], 'b', 'd'), ['b', 'c', 'd']);
  assert.equal(idsBetween(list, 'b', 'gone'), undefined);
  assert.equal(idsBetween(list, 'gone', 'b'), undefined);
});
