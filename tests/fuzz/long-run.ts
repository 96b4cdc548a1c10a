// npm run tool -- fuzz (scripts/timed-run.mjs): as long as asked for, from a seed of the day or a given one.
import assert from 'node:assert/strict';
import { inject, test } from 'vitest';
import { runFuzz } from './run-fuzz.js';
import { toReport } from './to-report.js';
import { openWorld } from './world.js';

declare module 'vitest' {
  interface ProvidedContext {
    fuzz: { readonly seed: number; readonly minutes: number; readonly path: string | null };
  }
}

test('a long run', async () => {
  const { seed, minutes, path } = inject('fuzz');
  const world = await openWorld();
  const budget = { seed, requestsMax: Infinity, msMax: minutes * 60_000 };
  const report = await runFuzz(world, { ...budget, ...(path !== null && { path }) });
  process.stdout.write(`\n${toReport(report)}\n`);
  await world.close();
  assert.equal(report.findings.length, 0, 'Faults were found; they are listed above.');
});
