import { Command } from 'commander';
import { systemClock, type Clock } from '../clock.js';
import { readConfig, type Config } from '../config.js';
import { MAINTENANCE_LIMITS, type Db } from '../db/db.js';
import { openDatabase, type Database } from '../db/open-database.js';
import { ApiError, CommandError, notFound, requireFound } from '../errors.js';
import { parseMerchantId, type MerchantId } from '../ids.js';
import { selectMerchant } from '../merchants/queries.js';
import type { ObjectStore } from '../storage/object-store.js';

// What a command works with: the database that the configuration names, also while a server runs on it.
export type Parts = Database & {
  readonly config: Config;
  readonly clock: Clock;
  readonly openStore: () => Promise<ObjectStore>;
};

type Work<Result> = (parts: Parts) => Promise<Result>;

export const withParts = <Result>(work: Work<Result>): Promise<Result> => run(work, 'nothing');

// For commands that may come before the first start of a server: they make the tables in the database of DATABASE_URL.
export const withNewTables = <Result>(work: Work<Result>): Promise<Result> => run(work, 'tables');

// Also makes DATA_DIR with an embedded database.
export const withNewFolder = <Result>(work: Work<Result>): Promise<Result> => run(work, 'folder');

async function run<Result>(work: Work<Result>, creates: 'nothing' | 'tables' | 'folder'): Promise<Result> {
  const config = readConfig();
  const log = (line: string): void => void process.stderr.write(`${line}\n`);
  const database = await openDatabase({ ...config, log, limits: MAINTENANCE_LIMITS, creates });
  // An interrupted command leaves no database running behind it either.
  const interrupt = (): void => void database.close().finally(() => process.exit(EXIT_INTERRUPTED));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return await work({ ...database, config, clock: systemClock, openStore: () => loadStore(config) });
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await database.close();
  }
}

// Loaded by the few commands that need it: it takes longer than most of the others take to run.
async function loadStore(config: Config): Promise<ObjectStore> {
  const { openStore } = await import('../storage/open-store.js');
  return openStore(config, systemClock);
}

export const EXIT_REFUSED = 1;
export const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;

// A command with the options that every command has.
export function command(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--json', 'print JSON instead of a table')
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError('(--help shows how it is used)');
}

// A folder of commands: `merchant …`, `token …`.
export function commandGroup(name: string, description: string, commands: readonly Command[]): Command {
  const group = new Command(name).description(description).helpOption('-h, --help', 'show this help');
  for (const one of commands) group.addCommand(one);
  return group;
}

// The sentence for a person, or undefined when the failure is not one that was foreseen.
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof CommandError || error instanceof ApiError) return error.message;
  return isFileError(error) ? `${error.path} cannot be used (${error.code}).` : undefined;
}

// The system refused a file or folder that the operator named.
const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'path' in error && 'code' in error;

// A list of a merchant that is not there would be empty, which reads as if it had nothing.
export async function requireMerchant(db: Db, text: string): Promise<MerchantId> {
  const merchantId = parseMerchantId(text);
  requireFound(await selectMerchant(db, merchantId), 'merchant');
  return merchantId;
}

// Of the rows of one id, which two merchants may have.
export function requireOne<Row extends { readonly merchant_id: MerchantId }>(
  found: readonly Row[],
  merchant: string | undefined,
  noun: string,
): Row {
  const [row, second] =
    merchant === undefined ? found : found.filter(({ merchant_id }) => merchant_id === merchant.toLowerCase());
  if (row === undefined) throw notFound(noun);
  if (second !== undefined)
    throw new CommandError(`Several merchants have a ${noun} of that id: name one with --merchant.`);
  return row;
}
