import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'vitest';
import { noteArrival, takeTurn } from './turns.js';

test('while callers come a turn has one page; when nobody came, those who wait go on together', async () => {
  assert.equal(takeTurn(), undefined);
  noteArrival();
  const done: string[] = [];
  for (const page of ['a', 'b', 'c', 'd', 'e']) void takeTurn()?.then(() => done.push(page));
  await turn();
  assert.deepEqual(done, ['a']);
  noteArrival();
  await turn();
  assert.deepEqual(done, ['a', 'b']);
  await turn();
  assert.deepEqual(done, ['a', 'b', 'c', 'd', 'e']);
  assert.equal(takeTurn(), undefined);
});
