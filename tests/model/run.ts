import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { explain, type Thread } from './explain.js';
import { checkFeed, hearFeed, openFeed, type Feed } from './follow-feed.js';
import { afterNight, newWorld, type World } from './model.js';
import { anyScenario, OPENING, type Batch, type Kill, type Scenario, type Shape } from './operations.js';
import { perform } from './perform.js';
import { readView } from './read-view.js';
import { openStage, overHttp, type Exchange, type Stage } from './stage.js';
import type { Target } from './target.js';
import { describeFailure, differencesOf, type Failed, type Report } from './to-report.js';
import { toView, type View } from './view.js';

export type RunOptions = Shape & {
  readonly seed: number;
  // Whichever comes first.
  readonly scenariosMax: number;
  readonly msMax: number;
  readonly quotaBytes: number;
  readonly shrinksMax?: number;
  // One that is gone on with.
  readonly report?: Report;
  // What stands between the clients and the service: a planted fault.
  readonly exchange?: (target: Target) => Exchange;
};

const SHRINKS_MAX = 60;

// Scenarios, each at a merchant of its own, until the budget is spent or one is not explained; that one is made as small
// as it can be by leaving out batches and operations.
export async function runModel(target: Target, options: RunOptions): Promise<Report> {
  const report = options.report ?? newReport();
  const end = performance.now() + options.msMax;
  let failures = 0;
  // The last that failed is the smallest.
  let failed: Failed | undefined;
  let shrinks = 0;
  const property = fc.asyncProperty(anyScenario(options), async (scenario) => {
    if (failures > 0 && (shrinks += 1) > (options.shrinksMax ?? SHRINKS_MAX)) return;
    if (failures === 0 && performance.now() > end) return;
    try {
      await runScenario(target, report, scenario, options);
    } catch (error) {
      failures += 1;
      failed = { scenario: scenario.slice(0, report.at), error };
      throw error;
    }
  });
  await fc.check(property, { seed: options.seed, numRuns: options.scenariosMax });
  if (failed !== undefined) report.failure = describeFailure(options.seed, failed);
  return report;
}

export const newReport = (): Report => ({
  answers: new Map(),
  scenarios: 0,
  at: 0,
  steps: 0,
  batches: 0,
  nights: 0,
  crashes: 0,
  lostAnswers: 0,
  itemsChecked: 0,
  changes: 0,
  worldsMax: 0,
  failure: null,
});

export async function runScenario(
  target: Target,
  report: Report,
  scenario: Scenario,
  { exchange = () => overHttp, quotaBytes }: Pick<RunOptions, 'exchange' | 'quotaBytes'>,
): Promise<void> {
  const stage = await openStage(target, exchange(target), quotaBytes);
  report.scenarios += 1;
  report.at = 0;
  const feed = await openFeed(stage);
  let worlds: readonly World[] = [newWorld(quotaBytes)];
  for (const batch of OPENING) worlds = await runBatch(target, { stage, report, worlds, feed }, batch);
  for (const [at, batch] of scenario.entries()) {
    report.at = at + 1;
    const possible = await runBatch(target, { stage, report, worlds, feed }, batch);
    const view = await readView(target, stage);
    worlds = possible.filter((world) => isDeepStrictEqual(toView(world), view));
    assert.ok(worlds.length > 0, `No order of the last batch leads to what is read: ${differencesOf(possible, view)}`);
    noteView(stage, report, view);
    await checkFeed(feed);
    report.changes += feed.told.length;
    report.worldsMax = Math.max(report.worldsMax, worlds.length);
  }
}

type Standing = {
  readonly stage: Stage;
  readonly report: Report;
  readonly worlds: readonly World[];
  readonly feed: Feed;
};

async function runBatch(target: Target, { stage, report, worlds, feed }: Standing, batch: Batch): Promise<World[]> {
  if (batch.kind === 'night') {
    report.nights += 1;
    await target.night?.();
    return worlds.map(afterNight);
  }
  report.batches += 1;
  const sent = batch.operations.map((operation) => perform({ stage, by: (report.steps += 1) }, operation));
  const hasCrashed = batch.kill !== null && (await crash(target, batch.kill, sent));
  const threads = (await Promise.all(sent)).map((thread) => (hasCrashed ? withLost(thread) : thread));
  if (hasCrashed) report.crashes += 1;
  for (const { seen } of threads.flat()) count(report, seen);
  assert.ok(hasCrashed || threads.flat().every(({ seen }) => seen !== null), 'A request was not answered.');
  const answered = JSON.stringify(threads.map(seenOf));
  assert.ok(explain(worlds, threads).length > 0, `No order explains the answers ${answered}.`);
  const told = await hearFeed(feed);
  const possible = explain(worlds, threads, told);
  assert.ok(possible.length > 0, `No order that explains the answers ${answered} is told as ${told.join(', ')}.`);
  return possible;
}

const seenOf = (thread: Thread) => thread.map(({ seen }) => seen);

async function crash({ kill, restart }: Target, { afterMs, what }: Kill, sent: readonly Promise<unknown>[]) {
  if (kill === undefined || restart === undefined) return false;
  await sleep(afterMs);
  await kill(what);
  await Promise.all(sent);
  await restart();
  return true;
}

// While everything dies, one part may still say that another is gone: that is no answer either.
const withLost = (thread: Thread): Thread =>
  thread.map((move) => (move.seen?.startsWith('5') === true ? { ...move, seen: null } : move));

function count(report: Report, seen: string | null): void {
  if (seen === null) report.lostAnswers += 1;
  const word = seen === null ? 'lost' : seen.replace(/^(file|revision|duplicate|added) .*/, '$1');
  report.answers.set(word, (report.answers.get(word) ?? 0) + 1);
}

// What clients go on with.
function noteView({ revisions }: Stage, report: Report, view: View): void {
  report.itemsChecked += Object.keys(view.media).length;
  for (const noun of ['playlists', 'campaigns'] as const) {
    revisions[noun].clear();
    for (const [slot, { revision }] of Object.entries(view[noun])) revisions[noun].set(Number(slot), revision);
  }
}
