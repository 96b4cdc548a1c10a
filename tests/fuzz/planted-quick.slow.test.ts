// A few of the planted faults, which are found soon; `npm run tool -- long` plants all of them.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { findPlanted } from './find-planted.js';
import { planted } from './planted.js';
import { runFuzz } from './run-fuzz.js';
import { toReport } from './to-report.js';
import { openWorld, type World } from './world.js';

const QUICK = [
  "another merchant's id in a list",
  'a deletion that reaches another merchant',
  'the token in a refusal',
  'a signed URL that works with a changed query',
  'a 500 for what is no HTTP, from a service that takes its time',
] as const;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test.each(QUICK)('the fuzzer finds %s', async (about) => {
  const one = planted(world).find(([name]) => name === about);
  assert.ok(one);
  const report = await findPlanted(world, one);
  assert.deepEqual(
    report.findings.map(({ fault }) => fault.kind),
    [one[1]],
    toReport(report),
  );
});

test('a judge that fails is a fault, and no request passes by it', async () => {
  const judgeless = {
    ...world,
    findCanary: () => {
      throw new Error('planted');
    },
  };
  const budget = { seed: 7, requestsMax: 50, msMax: 900_000, faultsMax: 1, shrinksMax: 0 };
  const { findings } = await runFuzz(judgeless, budget);
  assert.deepEqual(
    findings.map(({ fault }) => [fault.kind, fault.words.split('\n', 1)[0]]),
    [['no judgement', 'Error: planted']],
  );
});
