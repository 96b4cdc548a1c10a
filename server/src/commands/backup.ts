import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Manifest } from '../backup/backup-folder.js';
import type { Restored } from '../backup/restore-backup.js';
import { readConfig, type Config } from '../config.js';
import { CommandError } from '../errors.js';
import { SECRET_KEY_FILE } from '../identity/secret-key.js';
import { command } from './command.js';
import { printRow, type Row } from './print.js';

export const backupCommand = (): Command =>
  command('backup', 'copy the embedded database and all files into a new folder; the server may run')
    .argument('<folder>', 'the folder to make; it is as secret as the data')
    .argument('[command...]', 'with --objects-only: the command that dumps the database, after --')
    .option('--objects-only', 'dump a database of your own with a command, and copy the files after it')
    .option('--with-secret-key', 'copy the secret key of DATA_DIR too: then the backup alone reveals what it seals')
    .action((folder: string, dump: string[], options: BackupOptions) => {
      if (options.objectsOnly === true) return backUpObjectsOnly(resolve(folder), dump, options);
      if (dump.length > 0) throw new CommandError('A command to run needs --objects-only.');
      return onEmbedded(async (run) => {
        const manifest = await backUp(run, resolve(folder), options.withSecretKey === true);
        tellSecretKey(run, manifest);
        await warn(run, manifest);
        printRow({ folder: resolve(folder), ...toRow(manifest) }, options);
      });
    });

type BackupOptions = { json?: boolean; withSecretKey?: boolean; objectsOnly?: boolean };

export const restoreCommand = (): Command =>
  command('restore', 'put a backup into an empty DATA_DIR, once all of it has been checked')
    .argument('<folder>', 'what «vitrine-server backup» made')
    .option('--check', 'only try it, in a folder of its own that is removed again; DATA_DIR is left alone')
    .option('--keep-webhooks', 'leave webhooks on: the original is gone, and this takes its place')
    .action((folder: string, options: { json?: boolean; check?: boolean; keepWebhooks?: boolean }) =>
      onEmbedded(async (run) => {
        const { dataDir } = run.config;
        const from = { folder, keepsWebhooks: options.keepWebhooks === true };
        if (options.check === true) {
          const { manifest, secretKey } = await inPassing((scratch) => putBack(run, scratch, from));
          return printRow({ restorable: true, ...toRow(manifest), secretKey }, options);
        }
        const { manifest, webhooksOff, secretKey } = await putBack(run, dataDir, from);
        return printRow({ dataDir, ...toRow(manifest), webhooksOff, secretKey }, options);
      }),
    );

async function putBack(
  { config, report, signal }: Run,
  dataDir: string,
  { folder, keepsWebhooks }: { readonly folder: string; readonly keepsWebhooks: boolean },
): Promise<Restored> {
  const { restoreBackup } = await import('../backup/restore-backup.js');
  const restored = await restoreBackup(
    { dataDir, config, report, signal, log: report, keepsWebhooks },
    resolve(folder),
  );
  if (restored.secretKey === 'missing') report(KEY_MISSING);
  if (restored.secretKey === 'differs') report(KEY_DIFFERS);
  return restored;
}

const KEY_MISSING =
  'The secret key of this backup is not here, and a start on it will be refused. Set SECRET_KEY, or put the key into DATA_DIR/secret-key.';
const KEY_DIFFERS =
  'SECRET_KEY is not the key of this backup, and a start on it will be refused. Set SECRET_KEY to the key that the backed-up service had.';

// Where TMPDIR says; it needs the room that the data needs.
async function inPassing<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-restore-'));
  // The database may run as somebody else.
  await chmod(folder, 0o711);
  try {
    return await work(join(folder, 'data'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// The database is opened as it stands: a backup before an upgrade must not be the upgrade.
async function backUp({ config, report, signal }: Run, folder: string, withSecretKey: boolean): Promise<Manifest> {
  if (withSecretKey && config.secretKey !== undefined)
    throw new CommandError('SECRET_KEY is a setting, and no setting is in a backup. Leave out --with-secret-key.');
  const { openUnmigrated } = await import('../db/open-database.js');
  const { takeBackup } = await import('../backup/take-backup.js');
  const { systemClock } = await import('../clock.js');
  const { db, close } = await openUnmigrated({ ...config, databaseUrl: undefined }, report);
  try {
    return await takeBackup({ db, clock: systemClock, dataDir: config.dataDir, withSecretKey, report, signal }, folder);
  } finally {
    await close();
  }
}

function tellSecretKey({ config, report }: Run, { kept }: Manifest): void {
  if (kept.includes(SECRET_KEY_FILE)) return;
  const key = config.secretKey === undefined ? join(config.dataDir, SECRET_KEY_FILE) : 'SECRET_KEY';
  report(`The secret key is not in the backup. Keep a copy of ${key} in another place: a restore needs it.`);
}

async function warn({ report }: Run, { objects }: Manifest): Promise<void> {
  if (objects.missing > 0)
    report(`${objects.missing} files of ready items are not in the store, so not in the backup.`);
  if (objects.damaged > 0) report(`${objects.damaged} files do not have the checksum or size that they came with.`);
}

function toRow(manifest: Manifest): Row {
  const { madeAt, madeBy, migrations, tables, objects } = manifest;
  return {
    madeAt,
    madeBy,
    schema: migrations.at(-1)?.name ?? null,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: objects.files,
    fileBytes: objects.bytes,
    missingFiles: objects.missing,
    damagedFiles: objects.damaged,
  };
}

// What a command on a whole installation works with.
type Run = {
  readonly config: Config;
  // for the person who waits; standard output is the result's
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
};

// The lock is held on PostgreSQL itself: a pooler would end the connection of a long dump.
async function backUpObjectsOnly(folder: string, dump: readonly string[], options: BackupOptions): Promise<void> {
  const config = readConfig();
  if (config.databaseUrl === undefined || config.storage.kind === 's3')
    throw new CommandError(
      '--objects-only is for DATABASE_URL with the disk store. Without DATABASE_URL, leave it out. With S3, see docs/runbooks/restore-from-backup.md.',
    );
  if (dump.length === 0)
    throw new CommandError(
      'Name the command that dumps the database after --, such as: -- pg_dump --format=custom --file=vitrine.dump "$DATABASE_URL"',
    );
  // A store that is opened in the wrong folder would be a new, empty one.
  const objects = join(config.dataDir, 'objects');
  if (!existsSync(objects)) throw new CommandError(`${objects} does not exist. Set DATA_DIR as the service has it.`);
  const { openUnmigrated } = await import('../db/open-database.js');
  const { backUpObjects } = await import('../backup/back-up-objects.js');
  const { openStore } = await import('../storage/open-store.js');
  const { systemClock } = await import('../clock.js');
  await interruptible(async ({ report, signal }) => {
    const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl;
    const { db, close } = await openUnmigrated({ ...config, databaseUrl }, report);
    try {
      const store = await openStore(config, systemClock);
      const { dataDir } = config;
      printRow({ folder, ...(await backUpObjects({ db, store, dataDir, report, signal }, folder, dump)) }, options);
    } finally {
      await close();
    }
  });
}

// Refuses where database or files are not this program's own to copy.
async function onEmbedded(work: (run: Run) => Promise<void>): Promise<void> {
  const config = readConfig();
  if (config.databaseUrl !== undefined || config.storage.kind === 's3') {
    throw new CommandError(
      'This command copies the embedded database and store. With DATABASE_URL or the S3_… settings use the tools of ' +
        'PostgreSQL and of the bucket, or --objects-only with the disk store; docs/runbooks/restore-from-backup.md says which, and in what order.',
    );
  }
  await interruptible((watch) => work({ config, ...watch }));
}

async function interruptible(work: (watch: Omit<Run, 'config'>) => Promise<void>): Promise<void> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort(new CommandError('Interrupted.'));
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    await work({ report: (line) => void process.stderr.write(`${line}\n`), signal: interrupted.signal });
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
