import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { findPlanted } from './find-planted.js';
import { planted } from './planted.js';
import { toReport } from './to-report.js';
import { openWorld, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

// Not test.each: what is planted knows the world's ids.
test('the fuzzer finds every fault that is planted', async () => {
  for (const one of planted(world)) {
    const [about, kind] = one;
    const report = await findPlanted(world, one);
    assert.deepEqual([about, ...report.findings.map(({ fault }) => fault.kind)], [about, kind], toReport(report));
  }
}, 600_000);
