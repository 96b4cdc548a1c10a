import { readConfig, type Config } from '../config.js';
import { CommandError } from '../errors.js';

/** What a command on a whole installation works with. */
export type Run = {
  readonly config: Config;
  /** for the person who waits; standard output is the result's */
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
};

/** Refuses where database or files are not this program's own to copy. */
export async function onEmbedded(work: (run: Run) => Promise<void>): Promise<void> {
  const config = readConfig();
  if (config.databaseUrl !== undefined || config.storage.kind === 's3') {
    throw new CommandError(
      'This command copies the embedded database and store. With DATABASE_URL or the S3_… settings use the tools of ' +
        'PostgreSQL and of the bucket; docs/runbooks/restore-from-backup.md says which, and in what order.',
    );
  }
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort(new CommandError('Interrupted.'));
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    await work({ config, report: (line) => void process.stderr.write(`${line}\n`), signal: interrupted.signal });
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
