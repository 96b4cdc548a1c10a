// npm run tool -- model (scripts/timed-run.mjs): as long as asked for, from a seed of the day or a given one.
import assert from 'node:assert/strict';
import { inject, test } from 'vitest';
import { openInstances } from './instances-target.js';
import { openProcess } from './process-target.js';
import { newReport, runModel } from './run.js';
import { openService } from './target.js';
import { toReport } from './to-report.js';

declare module 'vitest' {
  interface ProvidedContext {
    model: { readonly seed: number; readonly minutes: number };
  }
}

const ROUND_MS = 30_000;
const BATCHES_MAX = 20;
const SCENARIOS_MAX = 10_000;

// In turns: the service in this process, with nights; the built one, which is killed in between; and three of it.
test('a long run', async () => {
  const { seed, minutes } = inject('model');
  const targets = [
    { target: await openService(), shape: { hasNights: true, hasKills: false, quotaBytes: 6_000 } },
    { target: await openProcess(), shape: { hasNights: false, hasKills: true, quotaBytes: 9_000, shrinksMax: 20 } },
    { target: await openInstances(), shape: { hasNights: false, hasKills: true, quotaBytes: 9_000, shrinksMax: 20 } },
  ];
  const report = newReport();
  const end = performance.now() + minutes * 60_000;
  for (let round = 0; report.failure === null && performance.now() < end; round += 1) {
    const { target, shape } = targets[round % targets.length] ?? assert.fail();
    const msMax = Math.min(ROUND_MS, end - performance.now());
    const budget = { seed: seed + round, scenariosMax: SCENARIOS_MAX, msMax, batchesMax: BATCHES_MAX };
    await runModel(target, { ...shape, ...budget, report });
  }
  process.stdout.write(`\n${toReport(report)}\n`);
  for (const { target } of targets) await target.close();
  assert.equal(report.failure, null, 'Something was not explained; it is shown above.');
});
