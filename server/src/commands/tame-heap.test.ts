import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'vitest';

// As V8 doubles it: 8 MiB, and once more when two collections come in one turn.
const SMALL_BYTES = 8 * 1024 * 1024;
const LARGE_BYTES = 2 * SMALL_BYTES;

// In a process of its own, which it changes for good: the built one, as the server starts it.
const SCRIPT = `
  import { setImmediate as nextTurn } from 'node:timers/promises';
  import { getHeapSpaceStatistics, queryObjects } from 'node:v8';
  import { tameHeap } from ${JSON.stringify(join(import.meta.dirname, '../../dist/commands/tame-heap.js'))};

  const youngBytes = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size;
  // Counting objects collects all there is and lets the young generation shrink, as an idle process does after seconds.
  const giveMemoryBack = () => queryObjects(class Nothing {}, { format: 'count' });
  // What requests do: some objects live for some turns and then fall.
  const work = async () => {
    const alive = [];
    for (let turn = 0; turn < 400; turn += 1) {
      alive[turn % 20] = Array.from({ length: 3_000 }, (_, at) => turn + ' ' + at);
      await nextTurn();
    }
  };

  tameHeap();
  giveMemoryBack();
  await work();
  const once = youngBytes();
  giveMemoryBack();
  const givenBack = youngBytes();
  await work();
  console.log(JSON.stringify({ once, givenBack, again: youngBytes() }));
  process.exit();
`;

test('the young generation stays small under work, and grows again after it was given back', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', SCRIPT]);
  const { once, givenBack, again }: Record<string, number> = JSON.parse(stdout);
  assert.ok(once !== undefined && once >= SMALL_BYTES && once <= LARGE_BYTES, stdout);
  assert.ok(givenBack !== undefined && givenBack < SMALL_BYTES, stdout);
  assert.ok(again !== undefined && again >= SMALL_BYTES && again <= LARGE_BYTES, stdout);
});
