// The PostgreSQL that comes with npm, for when there is no DATABASE_URL.
import {
  EmbeddedPostgresError,
  hasCluster,
  startPostgres,
  type EmbeddedOptions,
  type EmbeddedPostgres,
} from '@vitrine/embedded-postgres';
import { CommandError } from '../errors.js';

// What to do about it, behind the package's own sentence.
const ADVICE: Readonly<Record<string, string>> = {
  unavailable: ' Or set DATABASE_URL to a PostgreSQL server.',
  served: ' Stop that one first, or set DATA_DIR to another folder.',
};

export async function startEmbedded(options: Omit<EmbeddedOptions, 'user'>): Promise<EmbeddedPostgres> {
  return startPostgres({ ...options, user: 'vitrine' }).catch(refuse);
}

/** Refuses when DATA_DIR has no database yet. */
export async function requireCluster(dataDir: string): Promise<void> {
  if (await hasCluster(dataDir).catch(refuse)) return;
  throw new CommandError('No database here. Set DATABASE_URL or DATA_DIR as the service has them.');
}

/** Refuses a server in production that would create a database nobody asked for. */
export async function requireWanted({ databaseUrl, dataDir, mayCreateDatabase }: ServerDatabase): Promise<void> {
  if (databaseUrl !== undefined || mayCreateDatabase || (await hasCluster(dataDir).catch(refuse))) return;
  throw new CommandError(
    `DATABASE_URL is not set, and ${dataDir} has no database. Set DATABASE_URL, or set DATABASE=embedded to create a database there.`,
  );
}

type ServerDatabase = {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly mayCreateDatabase: boolean;
};

function refuse(error: unknown): never {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  throw new CommandError(`${error.message}${ADVICE[error.code] ?? ''}`, { cause: error });
}
