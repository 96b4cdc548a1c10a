import { stat } from 'node:fs/promises';
import type { Client, Wait } from '@vitrine/client';
import { createBarReporter, type BarReporter } from './bar-reporter.js';
import type { Context } from './context.js';
import type { FileSource } from './file-source.js';
import { createLineReporter } from './line-reporter.js';
import { openSession, PATIENT, tellWait, type Session } from './open-client.js';
import type { OutputOptions } from './print.js';
import type { Run } from './summary.js';
import { uploadFiles, type Batch } from './upload-files.js';

export type Uploads = Session & {
  readonly run: (batch: Batch, onStored?: OnStored) => Promise<Run>;
};
type OnStored = (file: FileSource, stored: { readonly mediaId: string; readonly checksum: string }) => Promise<void>;

// Uploading with what the terminal can show: bars at one, lines into a pipe.
export async function openUploads(context: Context, options: OutputOptions): Promise<Uploads> {
  let bars: BarReporter | undefined;
  const onWait = (wait: Wait): void => (bars?.wait ?? (options.quiet ? silent : tellWait))(wait);
  const session = await openSession(context, { maxRetries: PATIENT, onWait });
  const hasBars = process.stderr.isTTY && !options.quiet && !options.json;
  const run = async (batch: Batch, onStored?: OnStored): Promise<Run> => {
    const started = performance.now();
    bars = hasBars ? createBarReporter({ ...(await measure(batch)), atOnce: batch.atOnce }) : undefined;
    try {
      const outcomes = await uploadFiles(
        toDeps(session.client, context, bars ?? createLineReporter(options), onStored),
        batch,
      );
      return { outcomes, seconds: (performance.now() - started) / 1000, isInterrupted: context.signal.aborted };
    } finally {
      bars?.stop();
    }
  };
  return { ...session, run };
}

const silent = (): void => undefined;

const toDeps = (
  client: Client,
  { signal }: Context,
  reporter: BarReporter | ReturnType<typeof createLineReporter>,
  onStored?: OnStored,
) => ({
  client,
  signal,
  reporter,
  ...(onStored !== undefined && { onStored }),
});

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
