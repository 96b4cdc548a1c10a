import { stat } from 'node:fs/promises';
import type { Wait } from '@vitrine/client';
import { createBarReporter, type BarReporter } from './bar-reporter.js';
import type { Context } from './context.js';
import { openSession, UPLOAD_RETRIES_MAX, tellWait, type Session } from './open-client.js';
import { print, type OutputOptions } from './print.js';
import type { Run } from './summary.js';
import { isStored, toLine, uploadFiles, type Batch, type OnStored, type Reporter } from './upload-files.js';

export type Uploads = Session & {
  readonly run: (batch: Batch, onStored?: OnStored) => Promise<Run>;
};

// Uploading with what the terminal can show: bars at one, lines into a pipe.
export async function openUploads(context: Context, options: OutputOptions): Promise<Uploads> {
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
