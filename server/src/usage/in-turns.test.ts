import assert from 'node:assert/strict';
import { test } from 'vitest';
import { inTurns } from './collect-usage.js';

test('who asks while it runs shares one further run, which begins after they asked', async () => {
  const ends: (() => void)[] = [];
  const run = inTurns(() => new Promise((resolve) => ends.push(resolve)));
  const first = run();
  await turn();
  assert.equal(ends.length, 1);
  const others = Array.from({ length: 100 }, run);
  await turn();
  assert.equal(ends.length, 1, 'they wait for the one under way');
  ends[0]?.();
  await first;
  await turn();
  assert.equal(ends.length, 2, 'a hundred share one');
  ends[1]?.();
  await Promise.all(others);
  void run();
  await turn();
  assert.equal(ends.length, 3);
});

test('a run that fails is told to who asked for it, and the next one runs', async () => {
  let runs = 0;
  const run = inTurns(async () => {
    runs += 1;
    if (runs === 1) throw new Error('the first');
  });
  await assert.rejects(run(), /the first/);
  await run();
  assert.equal(runs, 2);
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
