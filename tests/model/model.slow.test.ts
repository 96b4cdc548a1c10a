import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { explain } from './explain.js';
import { startStep } from './media-steps.js';
import { newWorld } from './model.js';
import { runModel } from './run.js';
import { openService, type Target } from './target.js';
import { issueStep } from './token-steps.js';
import { toReport } from './to-report.js';

// The same scenarios in every run, however long they take; `npm run tool -- model` draws others.
const SHAPE = { batchesMax: 14, hasNights: true, hasKills: false, quotaBytes: 6_000 };
const BUDGET = { seed: 7, scenariosMax: 12, msMax: 900_000 };

let target: Target;
beforeAll(async () => void (target = await openService(3)));
afterAll(() => target.close());

test('clients at once, over three instances: every answer, every read and the feed are explained by one order of what they did', async () => {
  const report = await runModel(target, { ...SHAPE, ...BUDGET });
  assert.equal(report.failure, null, toReport(report));
  assert.equal(report.scenarios, BUDGET.scenariosMax);
  assert.ok(report.itemsChecked >= 100 && report.steps >= 100, toReport(report));
});

const start = (by: number, file: number) => startStep({ by, media: 0, file, hasThumbnail: false });

test('of two starts with one id and two files exactly one may be taken', () => {
  const threads = (...seen: (string | null)[]) => seen.map((said, at) => [{ step: start(at + 1, at), seen: said }]);
  const files = (...seen: (string | null)[]) =>
    explain([newWorld(9_000)], threads(...seen)).map(({ media }) => media[0]?.file ?? 'none');
  assert.deepEqual(files('ticket', '409 id_conflict'), [0]);
  assert.deepEqual(files('409 id_conflict', 'ticket'), [1]);
  assert.deepEqual(files('ticket', 'ticket'), []);
});

test('what was not answered may have happened or not; what was answered has happened', () => {
  const lost = [{ step: start(1, 0), seen: null }];
  const answered = [{ step: issueStep(2), seen: '200' }];
  const worlds = explain([newWorld(9_000)], [lost, answered]);
  const shown = worlds.map(({ media, tokens }) => `item ${media[0]?.state ?? 'none'}, token ${tokens[2]?.state}`);
  assert.deepEqual(shown.sort(), ['item awaiting, token active', 'item none, token active']);
});
