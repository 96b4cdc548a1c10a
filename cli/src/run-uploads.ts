import { stat } from 'node:fs/promises';
import type { Wait } from '@vitrine/client';
import { createBarReporter, type BarReporter } from './bar-reporter.js';
import { type Context, EXIT_FAILED, EXIT_INTERRUPTED } from './command.js';
import { formatBytes, formatSeconds, plural } from './format.js';
import { openSession, UPLOAD_RETRIES_MAX, tellWait, type Session } from './open-client.js';
import { print, type OutputOptions, printJson, tell } from './print.js';
import { plain } from './text-width.js';
import {
  isStored,
  toLine,
  uploadFiles,
  type Batch,
  type OnStored,
  type Reporter,
  type Outcome,
} from './upload-files.js';

export type Uploads = Session & {
  readonly run: (batch: Batch, onStored?: OnStored) => Promise<Run>;
};

// Uploading with what the terminal can show: bars at one, lines into a pipe.
export async function openUploads(context: Context, options: OutputOptions): Promise<Uploads> {
  context.outlivesReader = true;
  let bars: BarReporter | undefined;
  const onWait = (wait: Wait): void => (bars?.wait ?? (options.quiet ? silent : tellWait))(wait);
  const session = await openSession(context, { maxRetries: UPLOAD_RETRIES_MAX, onWait });
  const hasBars = process.stderr.isTTY && !options.quiet && !options.json;
  const run = async (batch: Batch, onStored?: OnStored): Promise<Run> => {
    const started = performance.now();
    bars = hasBars ? createBarReporter({ ...(await measure(batch)), atOnce: batch.atOnce }) : undefined;
    try {
      const reporter = bars ?? createLineReporter(options);
      const outcomes = await uploadFiles({ client: session.client, signal: context.signal, reporter, onStored }, batch);
      return { outcomes, seconds: (performance.now() - started) / 1000, isInterrupted: context.signal.aborted };
    } finally {
      bars?.stop();
    }
  };
  return { ...session, run };
}

const silent = (): void => undefined;

// Into a pipe or a file: a line for each file when it is there, and nothing that moves. Failures come with the summary.
function createLineReporter({ json, quiet }: OutputOptions): Reporter {
  return {
    start: () => undefined,
    progress: () => undefined,
    finish: (outcome) => {
      if (!json && !quiet && isStored(outcome)) print(toLine(outcome));
    },
  };
}

// A file that is missing is told when its turn comes.
async function measure({ paths }: Batch): Promise<{ files: number; bytes: number }> {
  const sizes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return { files: paths.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

export type Run = {
  readonly outcomes: readonly Outcome[];
  readonly seconds: number;
  readonly isInterrupted: boolean;
  // What sync left alone because it was there already.
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

const NAMED_MAX = 3;

// A warning that every video of a batch gets is printed once, with the names of the first files.
function tellWarnings({ outcomes }: Run): void {
  const pathsByMessage = new Map<string, string[]>();
  for (const { path, warnings } of outcomes.filter(isStored)) {
    for (const message of warnings) pathsByMessage.set(message, [...(pathsByMessage.get(message) ?? []), path]);
  }
  for (const [message, paths] of pathsByMessage) {
    const names = paths.slice(0, NAMED_MAX).map(plain).join(', ');
    const more = paths.length > NAMED_MAX ? ', …' : '';
    tell(`Warning for ${plural(paths.length, 'file')} (${names}${more}): ${plain(message)}`);
  }
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
