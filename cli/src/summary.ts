import { EXIT_FAILED, EXIT_INTERRUPTED, type Context } from './context.js';
import { formatBytes, formatSeconds, plural } from './format.js';
import { print, printJson, tell, type OutputOptions } from './print.js';
import { plain } from './text-width.js';
import type { Outcome } from './upload-files.js';

export type Run = {
  readonly outcomes: readonly Outcome[];
  readonly seconds: number;
  readonly isInterrupted: boolean;
  /** What sync left alone because it was there already. */
  readonly unchanged?: number;
};

export function finishRun(context: Context, run: Run, options: OutputOptions): void {
  printSummary(run, options);
  context.exitCode = exitCodeOf(run);
}

// Failures go to standard error, also when quiet: they are what a person must see.
function printSummary(run: Run, { json, quiet }: OutputOptions): void {
  if (json) printJson(toJson(run));
  else if (!quiet) print(toSentence(run));
  if (!json && !quiet) tellWarnings(run);
  const failed = run.outcomes.filter((outcome) => outcome.kind === 'failed');
  if (failed.length > 0 && !json) {
    tell('Failed:');
    for (const { path, reason } of failed) tell(`  ${plain(path)}: ${plain(reason)}`);
  }
  const left = count(run, 'not-tried');
  if (run.isInterrupted && !quiet) tell('Interrupted. Run the same command again: what is done is not sent again.');
  else if (left > 0 && !json) tell(`${plural(left, 'file')} not tried. Run the same command again to go on.`);
}

// A warning that every video of a batch gets is said once.
function tellWarnings({ outcomes }: Run): void {
  const counts = new Map<string, number>();
  for (const message of outcomes.flatMap((outcome) => ('warnings' in outcome ? outcome.warnings : []))) {
    counts.set(message, (counts.get(message) ?? 0) + 1);
  }
  for (const [message, files] of counts) tell(`Warning for ${plural(files, 'file')}: ${plain(message)}`);
}

function exitCodeOf({ outcomes, isInterrupted }: Run): number {
  if (isInterrupted) return EXIT_INTERRUPTED;
  return outcomes.some(({ kind }) => kind === 'failed' || kind === 'not-tried') ? EXIT_FAILED : 0;
}

const count = ({ outcomes }: Run, kind: Outcome['kind']): number =>
  outcomes.filter((outcome) => outcome.kind === kind).length;

function toSentence(run: Run): string {
  const bytes = run.outcomes.reduce((sum, outcome) => sum + (outcome.kind === 'uploaded' ? outcome.bytes : 0), 0);
  const parts = [
    `${count(run, 'uploaded')} uploaded (${formatBytes(bytes)} in ${formatSeconds(run.seconds)})`,
    plural(count(run, 'duplicate'), 'duplicate'),
    `${count(run, 'failed')} failed`,
  ];
  if (run.unchanged !== undefined) parts.push(`${run.unchanged} unchanged`);
  return `${parts.join(', ')}.`;
}

function toJson({ outcomes, unchanged }: Run): object {
  return {
    uploaded: outcomes.filter(({ kind }) => kind === 'uploaded').map(withoutKind),
    duplicates: outcomes.filter(({ kind }) => kind === 'duplicate').map(withoutKind),
    failed: outcomes.filter(({ kind }) => kind === 'failed').map(withoutKind),
    notTried: outcomes.filter(({ kind }) => kind === 'not-tried').map(({ path }) => path),
    ...(unchanged !== undefined && { unchanged }),
  };
}

const withoutKind = (outcome: Outcome): object => ({ ...outcome, kind: undefined });
