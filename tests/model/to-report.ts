import { isDeepStrictEqual } from 'node:util';
import type { World } from './model.js';
import type { Scenario } from './operations.js';
import { toView, type View } from './view.js';

export type Report = {
  readonly answers: Map<string, number>;
  scenarios: number;
  // How many batches of the scenario have begun.
  at: number;
  steps: number;
  batches: number;
  nights: number;
  crashes: number;
  lostAnswers: number;
  itemsChecked: number;
  // That the feed told, read after each batch.
  changes: number;
  worldsMax: number;
  failure: string | null;
};

const WORLDS_SHOWN = 2;

// In what the nearest worlds differ from what was read.
export function differencesOf(possible: readonly World[], view: View): string {
  const all = possible.map((world) => differing(toView(world), view)).sort((a, b) => a.length - b.length);
  return all
    .slice(0, WORLDS_SHOWN)
    .map((parts) => parts.join('; '))
    .join(' | or ');
}

const differing = (expected: View, view: View): string[] =>
  Object.entries(view).flatMap(([part, seen]) => {
    const wanted: unknown = Object.entries(expected).find(([name]) => name === part)?.[1];
    return isDeepStrictEqual(wanted, seen) ? [] : `${part} is ${JSON.stringify(seen)}, not ${JSON.stringify(wanted)}`;
  });

// A scenario up to the batch that was not explained.
export type Failed = { readonly scenario: Scenario; readonly error: unknown };

export function describeFailure(seed: number, { scenario, error }: Failed): string {
  const batches = scenario.map((batch) => `  ${JSON.stringify(batch.kind === 'night' ? 'night' : batch)}`);
  const message = error instanceof Error ? error.message : String(error);
  return [`seed ${seed}:`, ...batches, message].join('\n');
}

export function toReport(report: Report): string {
  const { scenarios, batches, steps, nights, crashes, lostAnswers, itemsChecked, worldsMax, failure } = report;
  const answers = [...report.answers].sort(([, a], [, b]) => b - a).map(([word, times]) => `${word} ${times}`);
  return [
    `scenarios ${scenarios}, batches ${batches}, steps ${steps}, nights ${nights}, crashes ${crashes}`,
    `answers lost in crashes ${lostAnswers}; worlds possible at once, at most ${worldsMax}`,
    `items checked byte for byte ${itemsChecked}, lost ${failure === null ? 0 : 'see below'}`,
    `answers: ${answers.join(', ')}`,
    failure === null ? 'Every batch is explained.' : `Not explained: ${failure}`,
  ].join('\n');
}
