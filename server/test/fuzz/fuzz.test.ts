import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { runFuzz } from './run-fuzz.js';
import { toReport } from './to-report.js';
import { openWorld, type World } from './world.js';

// The same requests in every run; `npm run fuzz` draws others.
const SEED = 20_261_115;
const REQUESTS_MAX = 3_000;
const MS_MAX = 12_000;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('no request, however odd, gets an answer that the contract does not have', async () => {
  const report = await runFuzz(world, { seed: SEED, requestsMax: REQUESTS_MAX, msMax: MS_MAX });
  assert.deepEqual(report.findings, [], toReport(report));
});
