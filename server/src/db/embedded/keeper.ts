// Our mark in PostgreSQL that somebody is here: a connection holding a shared advisory lock for as long as the
// process uses the embedded postmaster. Who can get the same lock for itself alone is the last one out.
// A lock of PostgreSQL's goes when its holder dies, however it dies; a count in a file would not.
import { Client } from 'pg';

// `ssl` is said because pg would else read PGSSLMODE, and a unix socket has no TLS.
export type SocketAddress = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly ssl: false;
};

export type Keeper = {
  /** postmaster.pid as the server itself reads it */
  readonly readPidFile: () => Promise<string>;
  /** gives up our share; true when nobody else is here, and then nobody can come in until `close` */
  readonly leave: () => Promise<boolean>;
  readonly close: () => Promise<void>;
  /** resolves when the connection is gone, for whatever reason */
  readonly gone: Promise<void>;
};

const PRESENCE_LOCK = 7_598_262_001;
const SETUP_LOCK = 7_598_262_002;
const CONNECT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 5_000;

export async function openKeeper(address: SocketAddress, database: string): Promise<Keeper> {
  // Locks belong to one database, so every keeper uses this one, which nobody drops or restores.
  const client = new Client({
    ...address,
    database: 'postgres',
    application_name: 'vitrine-keeper',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The holder may be frozen while it stops the server. Written as options, which also keeps PGOPTIONS out.
    options: `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
  });
  const gone = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  try {
    await client.connect();
    await client.query(`select pg_advisory_lock_shared(${PRESENCE_LOCK})`);
    await createDatabase(client, database);
  } catch (error) {
    await close(client);
    throw error;
  }
  return {
    readPidFile: () => readServersPidFile(client),
    leave: () => leave(client),
    close: () => close(client),
    gone,
  };
}

async function createDatabase(client: Client, name: string): Promise<void> {
  // `create database` knows no "if not exists"; the lock makes two first starts take turns.
  await client.query(`select pg_advisory_lock(${SETUP_LOCK})`);
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  await client.query(`select pg_advisory_unlock(${SETUP_LOCK})`);
}

async function readServersPidFile(client: Client): Promise<string> {
  const { rows } = await client.query<{ text: string }>("select pg_read_file('postmaster.pid') as text");
  return rows[0]?.text ?? '';
}

async function leave(client: Client): Promise<boolean> {
  await client.query(`select pg_advisory_unlock_shared(${PRESENCE_LOCK})`);
  const { rows } = await client.query<{ alone: boolean }>(`select pg_try_advisory_lock(${PRESENCE_LOCK}) as alone`);
  return rows[0]?.alone === true;
}

// Ending a connection that broke already is no error here.
const close = (client: Client): Promise<void> => client.end().catch(() => undefined);
