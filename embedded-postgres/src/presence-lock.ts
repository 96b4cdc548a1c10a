// Says that this process uses the postmaster: a connection with a shared advisory lock. Whoever can get the same lock for
// itself alone is the last one out. A lock goes when its holder dies, however it dies; a count in a file would not.
import { Client } from 'pg';
import { toSuperuser, type SocketAddress } from './cluster-paths.js';
import { errorCode } from './errors.js';

type Server = { readonly pid: string; readonly servedAt: string; readonly since: string };

const PRESENCE_LOCK = 7_598_262_001;
const SETUP_LOCK = 7_598_262_002;
const SERVING_LOCK = 7_598_262_003;
const SERVING_NAME = 'serving-lock';
const CONNECT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 5_000;
// Longer than a server takes to stop.
const LEAVING_MS_MAX = 30_000;
const LOCK_NOT_AVAILABLE = '55P03';

export type PresenceLock = Awaited<ReturnType<typeof openPresenceLock>>;

export async function openPresenceLock(address: SocketAddress) {
  // Locks belong to one database, so everybody takes them in this one, which nobody drops or restores.
  const client = new Client({
    ...address,
    user: toSuperuser(address.user),
    database: 'postgres',
    application_name: 'presence-lock',
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
    await createRoleAndDatabase(client, address.user);
  } catch (error) {
    await close(client);
    throw error;
  }
  return {
    /** postmaster.pid as the server itself reads it */
    readPidFile: () => readServersPidFile(client),
    /** marks this process as the server of the folder; resolves to the other one where there is one that does not leave */
    serve: (servedAt: string) => serve(client, servedAt),
    /** gives up our share; true when nobody else is here, and then nobody can come in until `close` */
    release: () => release(client),
    close: () => close(client),
    /** resolves when the connection is gone, for whatever reason */
    gone,
  };
}

// Creates the role last, so that a start that finds it needs to do nothing.
async function createRoleAndDatabase(client: Client, name: string): Promise<void> {
  // `create database` knows no "if not exists"; the lock makes two first starts take turns.
  await client.query(`select pg_advisory_lock(${SETUP_LOCK})`);
  const exists = async (text: string): Promise<boolean> => (await client.query(text, [name])).rowCount === 1;
  if (!(await exists('select from pg_roles where rolname = $1'))) {
    const quoted = client.escapeIdentifier(name);
    if (!(await exists('select from pg_database where datname = $1'))) await client.query(`create database ${quoted}`);
    // Statements that are sent together are one transaction.
    await client.query(`create role ${quoted} login; alter database ${quoted} owner to ${quoted}`);
  }
  await client.query(`select pg_advisory_unlock(${SETUP_LOCK})`);
}

async function readServersPidFile(client: Client): Promise<string> {
  const { rows } = await client.query<{ text: string }>("select pg_read_file('postmaster.pid') as text");
  return rows[0]?.text ?? '';
}

// The name of the connection says which process serves. It is gone together with the lock.
async function serve(client: Client, servedAt: string): Promise<Server | undefined> {
  const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${SERVING_LOCK}) as got`);
  const other = rows[0]?.got === true ? undefined : await findServer(client);
  if (other !== undefined && !(await isLeaving(client, other, servedAt))) return other;
  const name = `${SERVING_NAME} ${process.pid} ${servedAt}`;
  await client.query("select set_config('application_name', $1, false)", [name]);
  return undefined;
}

// One that had our own address stops, since the address was free when we looked: a restart overlaps, and waits.
async function isLeaving(client: Client, other: Server, servedAt: string): Promise<boolean> {
  if (other.servedAt !== servedAt) return false;
  await client.query(`set lock_timeout = ${LEAVING_MS_MAX}`);
  const taken = client.query(`select pg_advisory_lock(${SERVING_LOCK})`);
  const isTaken = await taken.then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === LOCK_NOT_AVAILABLE) return false;
      throw error;
    },
  );
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  return isTaken;
}

async function findServer(client: Client): Promise<Server> {
  const { rows } = await client.query<{ name: string; since: string }>(
    `select application_name as name, to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
     from pg_stat_activity where usename = current_user and starts_with(application_name, $1)`,
    [`${SERVING_NAME} `],
  );
  const [, pid = 'unknown', servedAt = 'an unknown address'] = rows[0]?.name.split(' ') ?? [];
  return { pid, servedAt, since: rows[0]?.since ?? 'just now' };
}

async function release(client: Client): Promise<boolean> {
  await client.query(`select pg_advisory_unlock_shared(${PRESENCE_LOCK})`);
  const { rows } = await client.query<{ alone: boolean }>(`select pg_try_advisory_lock(${PRESENCE_LOCK}) as alone`);
  return rows[0]?.alone === true;
}

// Ending a connection that broke already is no error here.
const close = (client: Client): Promise<void> => client.end().catch(() => undefined);
