import { Refusal } from '../errors.js';
import { createDb, type Connection, type Db } from './db.js';
import { startEmbedded } from './embedded/start-embedded.js';
import { migrate } from './migrate.js';

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
};

// The given PostgreSQL, or the embedded one started for us; migrated to the newest schema.
export async function openDatabase({ databaseUrl, dataDir, log }: Options): Promise<Database> {
  if (databaseUrl !== undefined) return connect({ connectionString: databaseUrl }, true, async () => {});
  const embedded = await startEmbedded({ dataDir, log });
  return connect(embedded.connection, false, embedded.stop);
}

async function connect(connection: Connection, isShared: boolean, leave: () => Promise<void>): Promise<Database> {
  const db = createDb(connection);
  const close = async (): Promise<void> => {
    await db.close();
    await leave();
  };
  try {
    const migrated = await migrate(db);
    return { db, connection, isShared, migrated, close };
  } catch (error) {
    await close();
    throw toRefusal(error);
  }
}

const AWAY = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET']);

// The address may hold a password, so no sentence repeats it.
function toRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const sentence = sentenceFor(code, error instanceof Error ? error.message : '');
  return sentence === undefined ? error : new Refusal(sentence, { cause: error });
}

function sentenceFor(code: string, message: string): string | undefined {
  if (AWAY.has(code) || message.includes('timeout')) {
    return 'PostgreSQL does not answer at DATABASE_URL. Check the address, and that the server is up and reachable.';
  }
  if (/TLS|SSL|certificate/i.test(message)) {
    return 'PostgreSQL and DATABASE_URL do not agree on TLS. Set sslmode in DATABASE_URL as the server wants it, and check its certificate.';
  }
  if (code === '28P01' || code === '28000')
    return 'PostgreSQL refused the user or password of DATABASE_URL. Correct them.';
  if (code === '3D000') return 'The database that DATABASE_URL names does not exist. Create it, or name another.';
  if (code === '42501') {
    return 'The user of DATABASE_URL may not create tables. Grant it «create» on the database and its schema public.';
  }
  return undefined;
}
