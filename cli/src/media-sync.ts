import { realpath, stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { collect, command, parseCount } from './command.js';
import { journalFile } from './config.js';
import type { Context } from './context.js';
import { CliError } from './errors.js';
import { findFiles, type FoundFile } from './files.js';
import { openJournal, type Journal } from './journal.js';
import { tell, type OutputOptions } from './print.js';
import { openUploads, type Uploads } from './run-uploads.js';
import { finishRun, type Run } from './summary.js';
import { openWatch, settledFiles } from './watch-folder.js';

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
  const path = journalFile(context.env, uploads.login, real);
  const journal = await openJournal(path, folder, options.recheck ? 'forget' : 'remember');
  const parts = { context, uploads, journal, folder };
  if (options.watch) return keepWatching(parts, options);
  const { wanted, unchanged } = await look(parts, options);
  finishRun(context, { ...(await upload(parts, wanted, options)), unchanged }, options);
}

async function requireFolder(given: string): Promise<string> {
  const folder = await realpath(given).catch(() => undefined);
  if (folder === undefined || !(await stat(folder)).isDirectory())
    throw new CliError(`${given}: there is no such folder.`);
  return folder;
}

async function look({ journal, folder }: Sync, { tag: tags = [] }: Options) {
  const found = await findFiles(folder);
  const wanted = found.filter((file) => !journal.has(file, tags));
  return { wanted, unchanged: found.length - wanted.length };
}

function upload({ uploads, journal }: Sync, files: readonly FoundFile[], options: Options): Promise<Run> {
  const { tag: tags = [], atOnce } = options;
  const batch = { paths: files.map(({ path }) => path), atOnce, details: { tags } };
  return uploads.run(batch, async ({ path, size, mtimeMs }, { mediaId, checksum }) =>
    journal.add({ path, size, mtimeMs, sha256: checksum, mediaId, tags }),
  );
}

// Ctrl-C while nothing is on its way is how it is meant to end.
async function keepWatching(parts: Sync, options: Options): Promise<void> {
  const { context, folder } = parts;
  if (!options.quiet) tell(`Watching ${folder}. Ctrl-C ends it.`);
  const wait = openWatch(folder, context.signal);
  const wanted = async (): Promise<FoundFile[]> => (await look(parts, options)).wanted;
  for await (const files of settledFiles({ look: wanted, wait, signal: context.signal })) {
    finishRun(context, await upload(parts, files, options), options);
  }
}
