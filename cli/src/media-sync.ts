import { realpath, stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { collect, command, parseCount } from './command.js';
import { journalFile } from './config.js';
import type { Context } from './context.js';
import { Failure } from './failure.js';
import { findFiles } from './find-files.js';
import { openJournal, type Journal } from './journal.js';
import { tell, type OutputOptions } from './print.js';
import { openUploads, type Uploads } from './run-uploads.js';
import { exitCodeOf, printSummary, type Run } from './summary.js';
import { watchFolder } from './watch-folder.js';

type Options = OutputOptions & {
  readonly tag?: string[];
  readonly atOnce: number;
  readonly watch?: boolean;
  readonly recheck?: boolean;
};

const AT_ONCE = 3;

export const syncCommand = (context: Context): Command =>
  command('sync', 'upload what is new in a folder; running it again does nothing', [
    'media sync ./pictures --tag Summer',
    'media sync ./pictures --watch',
  ])
    .argument('<folder>', 'pictures and videos in it and below; hidden ones and other types are left alone')
    .option('--tag <name>', 'a tag for each of them; repeat it for several', collect)
    .option('--watch', 'stay, and upload what is added or changed, until Ctrl-C')
    .option('--recheck', 'ask the service about every file, also about those that an earlier run brought in')
    .option('--at-once <count>', 'how many at the same time', parseCount, AT_ONCE)
    .action((folder: string, options: Options) => sync(context, folder, options));

type Sync = {
  readonly context: Context;
  readonly uploads: Uploads;
  readonly journal: Journal;
  readonly folder: string;
};

async function sync(context: Context, folder: string, options: Options): Promise<void> {
  const real = await requireFolder(folder);
  const uploads = await openUploads(context, options);
  const journal = await openJournal(journalFile(context.env, uploads.login, real), folder);
  const parts = { context, uploads, journal, folder };
  const first = await pass(parts, options, options.recheck ? 'all' : 'new');
  printSummary(first, options);
  context.exitCode = exitCodeOf(first);
  if (options.watch && !context.signal.aborted) await keepWatching(parts, options);
}

async function requireFolder(given: string): Promise<string> {
  const folder = await realpath(given).catch(() => undefined);
  if (folder === undefined || !(await stat(folder)).isDirectory())
    throw new Failure(`${given}: there is no such folder.`);
  return folder;
}

async function pass({ uploads, journal, folder }: Sync, options: Options, which: 'all' | 'new'): Promise<Run> {
  const { tag: tags = [], atOnce } = options;
  const found = await findFiles(folder);
  const wanted = which === 'all' ? found : found.filter((file) => !journal.has(file, tags));
  const batch = { paths: wanted.map(({ path }) => path), atOnce, details: { tags } };
  const run = await uploads.run(batch, async ({ path, size, mtimeMs }, { mediaId, checksum }) =>
    journal.add({ path, size, mtimeMs, sha256: checksum, mediaId, tags }),
  );
  return { ...run, unchanged: found.length - wanted.length };
}

// Ctrl-C while nothing is on its way is how it is meant to end.
async function keepWatching(parts: Sync, options: Options): Promise<void> {
  if (!options.quiet) tell(`Watching ${parts.folder}. Ctrl-C ends it.`);
  for await (const _ of watchFolder(parts.folder, parts.context.signal)) {
    const run = await pass(parts, options, 'new');
    if (run.outcomes.length > 0) printSummary(run, options);
    if (parts.context.signal.aborted) parts.context.exitCode = exitCodeOf(run);
  }
}
