import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../errors.js';
import { isBegun } from './applied-migrations.js';
import { parseDatabaseUrl } from './connection.js';
import { createDb, MAINTENANCE_LIMITS, REQUEST_LIMITS, type Connection, type Db, type Limits } from './db.js';
import { lockMigrations, migrate } from './migrate.js';
import { requireCluster, startEmbedded } from './start-embedded.js';
import { requireFinishedRestore } from './unfinished-restore.js';

export type Database = {
  readonly db: Db;
  readonly connection: Connection;
  // PostgreSQL itself, where `connection` may lead to a pooler.
  readonly direct: Connection;
  // Other instances may serve the same database; the embedded one is this machine's own.
  readonly isShared: boolean;
  readonly migrated: readonly string[];
  readonly close: () => Promise<void>;
};

type Options = {
  readonly databaseUrl: string | undefined;
  readonly databaseDirectUrl?: string | undefined;
  readonly dataDir: string;
  // PostgreSQL's programs, if not those of the npm package.
  readonly postgresBin?: string | undefined;
  readonly log: (line: string) => void;
  readonly limits?: Limits;
  // What is made where it is missing. The tables: in the empty database that DATABASE_URL names. The folder: also DATA_DIR with
  // an embedded database. A command that made a folder in the wrong place would seem to work.
  readonly creates: 'nothing' | 'tables' | 'folder';
  // The address that a server listens on; of these there is one at a time on an embedded database.
  readonly servedAt?: string;
  // How many processes the server has, each with so many connections.
  readonly workers?: number;
  readonly databaseConnections?: number;
};

// The given PostgreSQL, or the embedded one started for us; migrated to the newest schema.
export async function openDatabase(options: Options): Promise<Database> {
  const { databaseUrl, dataDir, log, limits = REQUEST_LIMITS, creates, servedAt } = options;
  if (databaseUrl !== undefined) {
    const direct = parseDatabaseUrl(options.databaseDirectUrl ?? databaseUrl);
    return connect(parseDatabaseUrl(databaseUrl), { isShared: true, limits, direct, mayBegin: creates !== 'nothing' });
  }
  await requireFinishedRestore(dataDir);
  if (creates !== 'folder') await requireCluster(dataDir);
  const embedded = await startEmbedded({
    dataDir,
    binDir: options.postgresBin,
    log,
    servedAt,
    settings: settingsFor(options),
  });
  return connect(embedded.connection, { isShared: false, limits, leave: embedded.stop });
}

type Processes = Pick<Options, 'workers' | 'databaseConnections'>;

// The server's, whoever starts the database: a command may, and the server joins it. Each process has one more that listens; jobs,
// backups and an operator's commands have the rest.
const settingsFor = ({ workers = 1, databaseConnections = REQUEST_LIMITS.connections }: Processes) => ({
  max_connections: String(Math.max(100, workers * (databaseConnections + 1) + 50)),
});

// The database that another process of this program has opened, and keeps open.
export const joinDatabase = (connection: Connection, limits: Limits): Promise<Opened> =>
  connected(openPool(connection, limits), untilConnected);

// The database as it stands, not migrated; refuses to make one.
export async function openUnmigrated(
  {
    databaseUrl,
    dataDir,
    postgresBin,
    ...processes
  }: Pick<Options, 'databaseUrl' | 'dataDir' | 'postgresBin'> & Processes,
  log: (line: string) => void,
): Promise<Opened> {
  if (databaseUrl !== undefined) return connected(openPool(parseDatabaseUrl(databaseUrl), MAINTENANCE_LIMITS), tryOnce);
  await requireFinishedRestore(dataDir);
  await requireCluster(dataDir);
  const embedded = await startEmbedded({ dataDir, binDir: postgresBin, log, settings: settingsFor(processes) });
  return openPool(embedded.connection, MAINTENANCE_LIMITS, embedded.stop);
}

type How = {
  readonly isShared: boolean;
  readonly limits: Limits;
  readonly leave?: () => Promise<void>;
  readonly direct?: Connection;
  readonly mayBegin?: boolean;
};

async function connect(connection: Connection, how: How): Promise<Database> {
  const { isShared, limits, leave, direct = connection, mayBegin = true } = how;
  const migrated = await migrateOnce(direct, mayBegin).catch(async (error: unknown) => {
    await leave?.();
    throw toRefusal(error);
  });
  const opened = await connected(openPool(connection, limits, leave), untilConnected);
  return { ...opened, connection, direct, isShared, migrated };
}

type Opened = Pick<Database, 'db' | 'close'>;

async function connected(opened: Opened, connect: (db: Db) => Promise<void>): Promise<Opened> {
  await connect(opened.db).catch(async (error: unknown) => {
    await opened.close();
    throw toRefusal(error);
  });
  return opened;
}

const tryOnce = async (db: Db): Promise<void> => (await db.checkOut()).release();

// Requests wait for a connection for seconds only. The first one has the time that a start has.
async function untilConnected(db: Db): Promise<void> {
  const end = performance.now() + MAINTENANCE_LIMITS.checkOutMs;
  for (;;) {
    try {
      return await tryOnce(db);
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(100);
    }
  }
}

function openPool(connection: Connection, limits: Limits, leave?: () => Promise<void>): Opened {
  const db = createDb(connection, limits);
  const close = async (): Promise<void> => {
    await db.close();
    await leave?.();
  };
  return { db, close };
}

// With the patience that a migration of large tables needs, and that requests must not have.
async function migrateOnce(connection: Connection, mayBegin: boolean): Promise<string[]> {
  const db = createDb(connection, MAINTENANCE_LIMITS);
  try {
    if (!mayBegin) await requireBegun(db);
    return await migrate(db);
  } finally {
    await db.close();
  }
}

// Behind whoever is beginning one right now.
async function requireBegun(db: Db): Promise<void> {
  const isThere = await db.transaction(async (db) => {
    await lockMigrations(db);
    return isBegun(db);
  });
  if (isThere) return;
  throw new CommandError(
    'Nothing of Vitrine is in the database that DATABASE_URL names. Name the one that the server has, or make its tables with: migrate',
  );
}

// Why there is no connection, in a sentence that says what to do. The address may hold a password: none repeats it.
function toRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message, code, syscall, path }: NodeJS.ErrnoException = error;
  const sentence =
    syscall === 'open' || syscall === 'read'
      ? `${path ?? 'A file'}, which DATABASE_URL names, cannot be read (${code}). Correct the name.`
      : (sentenceForTls(code ?? '', message) ?? sentenceFor(code ?? '', message));
  return sentence === undefined ? error : new CommandError(sentence, { cause: error });
}

function sentenceForTls(code: string, message: string): string | undefined {
  // Of PostgreSQL 13 and older: «SSL off». Not a word of the password, which was not asked for.
  if (message.includes('pg_hba.conf') && /no encryption|SSL off/.test(message)) {
    return 'PostgreSQL refused a connection without TLS. Add sslmode=verify-full to DATABASE_URL; or, if the server is to take this user from here without, add that to its pg_hba.conf.';
  }
  if (message.includes('pg_hba.conf')) {
    return 'PostgreSQL has no entry in its pg_hba.conf for this user, database and address. Add one there, or correct DATABASE_URL.';
  }
  if (message.includes('does not support SSL')) {
    return 'DATABASE_URL asks for TLS and this PostgreSQL offers none. Turn it on there (ssl = on), or take sslmode out of DATABASE_URL.';
  }
  if (/certificate/i.test(message)) {
    return `The certificate of PostgreSQL was refused (${code}). Name the file of the authority that issued it with sslrootcert in DATABASE_URL, and the host as the certificate does.`;
  }
  if (/TLS|SSL/i.test(message)) {
    return 'PostgreSQL and DATABASE_URL do not agree on TLS. Set sslmode in DATABASE_URL as the server wants it, and check its certificate.';
  }
  return undefined;
}

const AWAY = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET']);

function sentenceFor(code: string, message: string): string | undefined {
  if (AWAY.has(code) || message.includes('timeout')) {
    return 'PostgreSQL does not answer at DATABASE_URL. Check the address, and that the server is up and reachable.';
  }
  if (code === '28P01' || code === '28000')
    return 'PostgreSQL refused the user or password of DATABASE_URL. Correct them.';
  if (code === '3D000') return 'The database that DATABASE_URL names does not exist. Create it, or name another.';
  if (code === '42501') {
    return 'The user of DATABASE_URL may not create tables. Grant it «create» on the database and its schema public.';
  }
  return undefined;
}
