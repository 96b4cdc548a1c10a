// Gets us a running PostgreSQL and a presence lock in it: joins the one that runs, or starts one.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareSocketDir, type Instance } from './cluster-paths.js';
import { createCluster, findClusterOwner, settleOwner } from './create-cluster.js';
import { EmbeddedPostgresError, errorCode, foreignFolder } from './errors.js';
import { findBinaries, findBinariesIn } from './find-binaries.js';
import { createPatience } from './patience.js';
import { clearStaleLockFile, readLockFile, readPidFile, toPid, toRun } from './pid-file.js';
import { isPostmaster, launchPostmaster, logSize, readLogTail, type Launched } from './postmaster.js';
import { openPresenceLock, type PresenceLock } from './presence-lock.js';
import { chooseRunAs } from './run-as.js';
import { removeDeadScratch } from './scratch.js';

const SILENT_MS_MAX = 30_000;
const POLL_MS = 15;
// A launch that fails for no reason known to pass by itself is repeated this often, then it is told.
const UNEXPLAINED_EXITS_MAX = 2;
// Another postmaster came first, or orphans of a killed one still hold its shared memory: both pass.
const PASSING = /lock file|shared memory/;

type AcquireOptions = {
  /** 'find' when the cluster was there before: one that vanished is not replaced by an empty one */
  readonly cluster: 'find' | 'create';
  readonly signal?: AbortSignal;
  readonly log?: (line: string) => void;
  /** how long one that says nothing is waited for */
  readonly silentMsMax?: number;
};

export async function acquire(instance: Instance, options: AcquireOptions): Promise<PresenceLock> {
  const { cluster, signal, log = () => undefined, silentMsMax = SILENT_MS_MAX } = options;
  const patience = createPatience(silentMsMax, log);
  const logFrom = await logSize(instance.logFile);
  let launched: Launched | undefined;
  let unexplained = 0;
  for (;;) {
    // One that we launched is waited for all the same: nobody else would stop it.
    if (launched === undefined) signal?.throwIfAborted();
    const joined = await tryJoin(instance);
    if (joined.kind === 'joined') return joined.lock;
    patience.hear(joined.reason);
    if (launched?.hasExited() === true) {
      launched = undefined;
      if (!PASSING.test(await readLogTail(instance.logFile, logFrom))) unexplained += 1;
      await sleep(100);
    } else if (launched === undefined && joined.kind === 'absent' && !(await isSomebodyThere(instance))) {
      const began = performance.now();
      launched = await launch(instance, cluster);
      patience.extend(performance.now() - began); // initdb on a slow disk has a limit of its own
    }
    if (unexplained > UNEXPLAINED_EXITS_MAX || patience.isOver())
      throw await startError(instance, logFrom, joined.reason);
    await sleep(POLL_MS);
  }
}

type Joined =
  | { readonly kind: 'joined'; readonly lock: PresenceLock }
  | { readonly kind: 'absent' | 'busy'; readonly reason: unknown };

async function tryJoin(instance: Instance): Promise<Joined> {
  let lock: PresenceLock | undefined;
  try {
    lock = await openPresenceLock(instance.address);
    // The same pid file from inside and outside: it is our folder, also when seen from another container.
    if (toRun(await lock.readPidFile()) === toRun(await readPidFile(instance.clusterDir)))
      return { kind: 'joined', lock: await asServer(instance, lock) };
    await lock.close();
    return { kind: 'busy', reason: new Error('Another PostgreSQL answers on the socket.') };
  } catch (reason) {
    await lock?.close(); // else its lock would say that we are here
    if (reason instanceof EmbeddedPostgresError) throw reason;
    const code = errorCode(reason);
    if (code === 'EACCES') throw foreignFolder(instance.address.host, reason);
    return { kind: code === 'ENOENT' || code === 'ECONNREFUSED' ? 'absent' : 'busy', reason };
  }
}

// Only once it is known to be our folder: another installation may have a server of its own.
async function asServer({ dataDir, servedAt }: Instance, lock: PresenceLock): Promise<PresenceLock> {
  const other = servedAt === undefined ? undefined : await lock.serve(servedAt);
  if (other === undefined) return lock;
  throw new EmbeddedPostgresError(
    'served',
    `${dataDir} is served already, by process ${other.pid} at ${other.servedAt} since ${other.since}.`,
  );
}

/** A postmaster that does not answer yet, or no longer: waited for, never fought. */
async function isSomebodyThere({ clusterDir, address }: Instance): Promise<boolean> {
  for (const path of [join(clusterDir, 'postmaster.pid'), join(address.host, `.s.PGSQL.${address.port}.lock`)]) {
    const text = await readLockFile(path);
    if (await isPostmaster(toPid(text), clusterDir)) return true;
    if (text !== undefined) await clearStaleLockFile(path, text);
  }
  return false;
}

async function launch(instance: Instance, cluster: 'find' | 'create'): Promise<Launched> {
  const { dataDir, clusterDir, address, binDir } = instance;
  const binaries = binDir === undefined ? await findBinaries() : await findBinariesIn(binDir);
  const owner = await findClusterOwner(dataDir);
  const runAs = await chooseRunAs(binaries.postgres, dataDir, owner);
  await removeDeadScratch(dataDir);
  if (owner === undefined) {
    if (cluster === 'find')
      throw new EmbeddedPostgresError('folder', `The database folder ${clusterDir} has disappeared.`);
    await createCluster(instance, binaries.initdb, runAs);
  }
  await prepareSocketDir(address.host, runAs.owner, (await stat(clusterDir)).uid);
  await settleOwner(clusterDir, runAs.owner);
  return launchPostmaster(instance, binaries.postgres, runAs);
}

async function startError(instance: Instance, logFrom: number, cause: unknown): Promise<Error> {
  const tail = await readLogTail(instance.logFile, logFrom);
  const pid = toPid(await readPidFile(instance.clusterDir));
  const running = await isPostmaster(pid, instance.clusterDir);
  const what = running
    ? `PostgreSQL (pid ${pid}) runs on ${instance.clusterDir} but does not answer at ${instance.address.host}. End it with "kill -INT ${pid}" and start again.`
    : `PostgreSQL did not start on ${instance.clusterDir}.`;
  const said = cause instanceof Error ? ` The last answer: ${cause.message}.` : '';
  return new EmbeddedPostgresError('failed', `${what}${said} The end of ${instance.logFile}:\n${tail}`, cause);
}
