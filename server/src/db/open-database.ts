import { toRefusal } from './connection-refusal.js';
import { parseDatabaseUrl } from './connection.js';
import { createDb, MAINTENANCE_LIMITS, REQUEST_LIMITS, type Connection, type Db, type Limits } from './db.js';
import { migrate } from './migrate.js';
import { requireCluster, startEmbedded } from './start-embedded.js';
import { requireFinishedRestore } from './unfinished-restore.js';

export type Database = {
  readonly db: Db;
  readonly connection: Connection;
  // Other instances may serve the same database; the embedded one is this machine's own.
  readonly isShared: boolean;
  readonly migrated: readonly string[];
  readonly close: () => Promise<void>;
};

type Options = {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly log: (line: string) => void;
  readonly limits?: Limits;
  // Only what begins something makes a database where there is none: to everything else an empty one reads as data loss.
  readonly mayCreate: boolean;
  // The address that a server listens on; of these there is one at a time on an embedded database.
  readonly servedAt?: string;
};

// The given PostgreSQL, or the embedded one started for us; migrated to the newest schema.
export async function openDatabase(options: Options): Promise<Database> {
  const { databaseUrl, dataDir, log, limits = REQUEST_LIMITS, mayCreate, servedAt } = options;
  if (databaseUrl !== undefined) return connect(parseDatabaseUrl(databaseUrl), { isShared: true, limits });
  await requireFinishedRestore(dataDir);
  if (!mayCreate) await requireCluster(dataDir);
  const embedded = await startEmbedded({ dataDir, log, servedAt });
  return connect(embedded.connection, { isShared: false, limits, leave: embedded.stop });
}

/** The embedded database as it stands, not migrated; refuses to make one. */
export async function openUnmigrated(
  dataDir: string,
  log: (line: string) => void,
): Promise<Pick<Database, 'db' | 'close'>> {
  await requireFinishedRestore(dataDir);
  await requireCluster(dataDir);
  const embedded = await startEmbedded({ dataDir, log });
  return openPool(embedded.connection, MAINTENANCE_LIMITS, embedded.stop);
}

type How = { readonly isShared: boolean; readonly limits: Limits; readonly leave?: () => Promise<void> };

async function connect(connection: Connection, { isShared, limits, leave }: How): Promise<Database> {
  const migrated = await migrateOnce(connection).catch(async (error: unknown) => {
    await leave?.();
    throw toRefusal(error);
  });
  return { ...openPool(connection, limits, leave), connection, isShared, migrated };
}

function openPool(connection: Connection, limits: Limits, leave?: () => Promise<void>): Pick<Database, 'db' | 'close'> {
  const db = createDb(connection, limits);
  const close = async (): Promise<void> => {
    await db.close();
    await leave?.();
  };
  return { db, close };
}

// With the patience that a migration of large tables needs, and that requests must not have.
async function migrateOnce(connection: Connection): Promise<string[]> {
  const db = createDb(connection, MAINTENANCE_LIMITS);
  try {
    return await migrate(db);
  } finally {
    await db.close();
  }
}
