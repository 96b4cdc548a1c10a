import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createBoundedMap } from './bounded-map.js';

test('what came first goes when there is no room, and what is too large is not kept', () => {
  const dropped: string[] = [];
  const map = createBoundedMap<string, string>(
    10,
    (value) => value.length,
    (key) => dropped.push(key),
  );
  for (const [key, value] of Object.entries({ a: '1234', b: '1234', c: '1234' })) map.set(key, value);
  assert.deepEqual([map.get('a'), map.get('b'), map.get('c'), map.bytes()], [undefined, '1234', '1234', 8]);
  map.set('d', '1234567890');
  assert.deepEqual([map.get('b'), map.get('c'), map.get('d'), map.bytes()], [undefined, undefined, '1234567890', 10]);
  map.set('e', '12345678901');
  assert.deepEqual([map.get('d'), map.get('e'), map.bytes()], ['1234567890', undefined, 10]);
  map.set('d', '1');
  assert.equal(map.bytes(), 1);
  map.delete('d');
  assert.deepEqual([map.get('d'), map.bytes()], [undefined, 0]);
  assert.deepEqual(dropped, ['a', 'b', 'c', 'd', 'd']);
});
