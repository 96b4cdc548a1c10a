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

// Refuses where no command or server has begun yet.
export async function requireCluster(dataDir: string): Promise<void> {
  if (await hasCluster(dataDir).catch(refuse)) return;
  throw new CommandError(
    `There is no database in ${dataDir}. Run this where the server runs, or set DATA_DIR to its data folder.`,
  );
}

function refuse(error: unknown): never {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  throw new CommandError(`${error.message}${ADVICE[error.code] ?? ''}`, { cause: error });
}
