// A PostgreSQL in a folder, for as long as somebody uses it.
import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquire } from './acquire.js';
import { toClusterPaths, toSuperuser, type Instance, type SocketAddress } from './cluster-paths.js';
import { toPid } from './pid-file.js';
import { stopPostmaster } from './postmaster.js';
import type { PresenceLock } from './presence-lock.js';

export type EmbeddedPostgres = {
  /** what pg's Client and Pool take; stays the same when the postmaster has to be started again */
  readonly connection: Connection;
  /** the same as the cluster's superuser; for maintenance only */
  readonly superuser: Connection;
  /** leaves; the last one out stops the postmaster. End your pool first. */
  readonly stop: () => Promise<void>;
};

type Connection = SocketAddress & { readonly database: string };

export type EmbeddedOptions = {
  readonly dataDir: string;
  /** the role that owns the database, and the database's name; the same at every start */
  readonly user?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
  /** the postmaster died under us; it is being started again */
  readonly onLost?: () => void;
  /** the address of the server that this process is; refused while another one serves from the folder */
  readonly servedAt?: string | undefined;
  /** the folder of `postgres` and `initdb`, if not the npm package's; the same major version */
  readonly binDir?: string | undefined;
};

const RETRY_MS_FIRST = 100;
const RETRY_MS_MAX = 10_000;

export async function startPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, user = 'postgres', log = () => undefined, onLost = () => undefined, servedAt, binDir } = options;
  await mkdir(dataDir, { recursive: true });
  const paths = await toClusterPaths(dataDir, user);
  const instance = { ...paths, settings: { ...defaultSettings(paths.address), ...options.settings }, servedAt, binDir };
  const stopping = new AbortController();
  const first = await acquire(instance, { cluster: 'create', log });
  const last = keepRunning(instance, first, { signal: stopping.signal, log, onLost });
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopping.abort();
    const lock = await last;
    if (lock !== undefined) await leave(instance, lock, log);
  };
  const connection = { ...paths.address, database: user };
  return {
    connection,
    superuser: { ...connection, user: toSuperuser(user) },
    stop: () => (stopped ??= stop()),
  };
}

// Given at each start and not written to postgresql.conf, so that a new release can change them.
function defaultSettings({ host, port }: SocketAddress): Readonly<Record<string, string>> {
  return {
    listen_addresses: '',
    port: String(port),
    unix_socket_directories: `"${host.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    // Errors of single statements go to the client, who knows what they mean; here they would fill the log with rows.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
  };
}

type Watch = { readonly signal: AbortSignal; readonly log: (line: string) => void; readonly onLost: () => void };

/** Until the signal: a lost postmaster is started again. Resolves to the lock of that moment, if there is one. */
async function keepRunning(instance: Instance, first: PresenceLock, watch: Watch): Promise<PresenceLock | undefined> {
  let lock: PresenceLock | undefined = first;
  const aborted = new Promise<void>((resolve) => watch.signal.addEventListener('abort', () => resolve()));
  for (;;) {
    await Promise.race([lock.gone, aborted]);
    if (watch.signal.aborted) return lock;
    watch.log('PostgreSQL is gone; starting it again.');
    watch.onLost();
    await lock.close();
    lock = await reacquire(instance, watch);
    if (lock === undefined) return undefined;
    watch.log('PostgreSQL is back.');
  }
}

async function reacquire(instance: Instance, { signal, log }: Watch): Promise<PresenceLock | undefined> {
  for (let wait = RETRY_MS_FIRST; !signal.aborted; wait = Math.min(2 * wait, RETRY_MS_MAX)) {
    try {
      return await acquire(instance, { cluster: 'find', signal, log });
    } catch (error) {
      if (!signal.aborted) log(`PostgreSQL is still gone: ${String(error)}`);
    }
    await sleep(wait, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

async function leave(instance: Instance, lock: PresenceLock, log: (line: string) => void): Promise<void> {
  try {
    const pid = toPid(await lock.readPidFile());
    // While we hold the lock alone, a newcomer waits for it; the shutdown cuts that wait off and it starts anew.
    const alone = await lock.release();
    if (alone && !(await stopPostmaster(pid, instance.clusterDir))) log(`PostgreSQL (pid ${pid}) was left running.`);
  } catch (error) {
    log(`PostgreSQL was gone before it was stopped: ${String(error)}`);
  } finally {
    await lock.close();
  }
}
