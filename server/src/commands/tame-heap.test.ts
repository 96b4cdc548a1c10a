// In this file's own process, which it changes for good.
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapSpaceStatistics, queryObjects } from 'node:v8';
import { test } from 'vitest';
import { tameHeap } from './tame-heap.js';

// As V8 doubles it: 8 MiB, and once more when two collections come in one turn.
const SMALL_BYTES = 8 * 1024 * 1024;
const LARGE_BYTES = 2 * SMALL_BYTES;
const TURNS = 400;

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

// What requests do: some objects live for some turns and then fall.
async function work(): Promise<void> {
  const alive: string[][] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    alive[turn % 20] = Array.from({ length: 3_000 }, (_, at) => `${turn} ${at}`);
    await nextTurn();
  }
}

// Counting objects collects all there is and lets the young generation shrink, as an idle process does after seconds.
const giveMemoryBack = (): unknown => queryObjects(class Nothing {}, { format: 'count' });

test('the young generation stays small under work, and grows again after it was given back', async () => {
  tameHeap();
  giveMemoryBack();
  await work();
  const once = youngBytes();
  assert.ok(once >= SMALL_BYTES && once <= LARGE_BYTES, `${once} bytes`);
  giveMemoryBack();
  assert.ok(youngBytes() < SMALL_BYTES, `${youngBytes()} bytes after all was given back`);
  await work();
  const again = youngBytes();
  assert.ok(again >= SMALL_BYTES && again <= LARGE_BYTES, `${again} bytes the second time`);
});
