import { realpath, stat, appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { tagNameKey } from '@vitrine/client';
import type { Command } from 'commander';
import { collect, command, parseCount, type Context } from './command.js';
import { journalFile } from './config.js';
import { CliError, reasonOf } from './errors.js';
import { findFiles, type FoundFile, openWatch, settledFiles, type UnreadFolder } from './files.js';
import { tell, type OutputOptions } from './print.js';
import { openUploads, type Uploads, finishRun, type Run } from './run-uploads.js';
import { plain } from './text-width.js';
import type { Outcome } from './upload-files.js';

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
  const { wanted, unchanged, unread } = await look(parts, options);
  const run = await upload(parts, wanted, options);
  finishRun(context, { ...run, outcomes: [...run.outcomes, ...unread.map(toFailed)], unchanged }, options);
}

const toFailed = ({ path, error }: UnreadFolder): Outcome => ({
  kind: 'failed',
  path,
  reason: reasonOf(error),
  requestId: undefined,
});

async function requireFolder(given: string): Promise<string> {
  const folder = await realpath(given).catch(() => undefined);
  if (folder === undefined || !(await stat(folder)).isDirectory())
    throw new CliError(`${given}: there is no such folder.`);
  return folder;
}

async function look({ journal, folder }: Sync, { tag: tags = [] }: Options) {
  const wanted: FoundFile[] = [];
  const unread: UnreadFolder[] = [];
  let unchanged = 0;
  for await (const file of findFiles(folder, (one) => unread.push(one))) {
    if (journal.has(file, tags)) unchanged += 1;
    else wanted.push(file);
  }
  return { wanted, unchanged, unread };
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
  let told = new Set<string>();
  const wanted = async (): Promise<FoundFile[]> => {
    const { wanted, unread } = await look(parts, options);
    // Once, not at every look.
    for (const { path, error } of unread) if (!told.has(path)) tell(`${plain(path)}: ${plain(reasonOf(error))}`);
    told = new Set(unread.map(({ path }) => path));
    return wanted;
  };
  for await (const files of settledFiles({ look: wanted, wait, signal: context.signal })) {
    finishRun(context, await upload(parts, files, options), options);
  }
}

type Entry = FoundFile & {
  readonly sha256: string;
  readonly mediaId: string;
  readonly tags: readonly string[];
};

type Journal = {
  readonly has: (file: FoundFile, tags: readonly string[]) => boolean;
  readonly add: (entry: Entry) => Promise<void>;
};

// What sync has brought into the library: a line for each file, added when it is there, so that a crash loses at most
// the last one. It only saves asking. Without it the service's duplicate answer says the same.
async function openJournal(path: string, folder: string, past: 'remember' | 'forget'): Promise<Journal> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const known = past === 'remember' ? await readEntries(path) : [];
  const entries = new Map(known.map((entry) => [entry.path, entry]));
  return {
    has(file, tags) {
      const known = entries.get(relative(folder, file.path));
      if (known === undefined || known.size !== file.size || known.mtimeMs !== file.mtimeMs) return false;
      const carried = new Set(known.tags.map(tagNameKey));
      return tags.every((name) => carried.has(tagNameKey(name)));
    },
    async add(stored) {
      // Below the folder, so that it holds wherever the command is run from.
      const entry = { ...stored, path: relative(folder, stored.path) };
      entries.set(entry.path, entry);
      await appendFile(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    },
  };
}

async function readEntries(path: string): Promise<Entry[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap(parseEntry);
}

// A line that was cut off is as good as none.
function parseEntry(line: string): Entry[] {
  try {
    const entry = JSON.parse(line) as Entry | null;
    return typeof entry?.path === 'string' && Array.isArray(entry.tags) ? [entry] : [];
  } catch {
    return [];
  }
}
