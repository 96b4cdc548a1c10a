import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { openInstances } from './instances-target.js';
import { runModel } from './run.js';
import type { Target } from './target.js';
import { toReport } from './to-report.js';

let target: Target;
beforeAll(async () => void (target = await openInstances()));
afterAll(() => target.close());

test('three instances, of which one or all are killed: what was acknowledged is there and in the feed, once and in its order', async () => {
  const shape = { batchesMax: 14, hasNights: false, hasKills: true, quotaBytes: 9_000 };
  const report = await runModel(target, { ...shape, seed: 5, scenariosMax: 8, msMax: 900_000, shrinksMax: 5 });
  assert.equal(report.failure, null, toReport(report));
  assert.ok(report.crashes >= 10 && report.lostAnswers >= 10 && report.changes >= 100, toReport(report));
});
