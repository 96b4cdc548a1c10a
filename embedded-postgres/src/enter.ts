// Gets us a running PostgreSQL and a keeper in it: joins the one that runs, or starts one.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCluster, hasCluster, settleOwner } from './create-cluster.js';
import { findBinaries } from './find-binaries.js';
import { openKeeper, type Keeper } from './keeper.js';
import { clearStaleLockFile, readLockFile, readPidFile, toPid, toRun } from './pid-file.js';
import { isPostmaster, launchPostmaster, type Launched } from './postmaster.js';
import { chooseRunAs } from './run-as.js';
import { removeDeadScratch } from './scratch.js';
import { logSize, openServerLog, readLogTail } from './server-log.js';
import type { Site } from './site.js';
import { prepareSocketDir } from './socket-dir.js';
import { EmbeddedPostgresError, errorCode, foreignFolder } from './errors.js';

const START_TIMEOUT_MS = 30_000;
const POLL_MS = 15;
// A launch that fails for no reason known to pass by itself is repeated this often, then it is told.
const UNEXPLAINED_EXITS_MAX = 2;
// Another postmaster came first, or orphans of a killed one still hold its shared memory: both pass.
const PASSING = /lock file|shared memory/;

export type EnterOptions = {
  /** 'find' when the cluster was there before: one that vanished is not replaced by an empty one */
  readonly cluster: 'find' | 'create';
  readonly signal?: AbortSignal;
};

export async function enter(site: Site, { cluster, signal }: EnterOptions): Promise<Keeper> {
  let deadline = performance.now() + START_TIMEOUT_MS;
  const logFrom = await logSize(site.logFile);
  let launched: Launched | undefined;
  let unexplained = 0;
  let reason: unknown;
  while (performance.now() < deadline) {
    // One that we launched is waited for all the same: nobody else would stop it.
    if (launched === undefined) signal?.throwIfAborted();
    const joined = await tryJoin(site);
    if (joined.kind === 'joined') return joined.keeper;
    reason = joined.reason;
    if (launched?.hasExited() === true) {
      launched = undefined;
      if (!PASSING.test(await readLogTail(site.logFile, logFrom))) unexplained += 1;
      if (unexplained > UNEXPLAINED_EXITS_MAX) break;
      await sleep(100);
    } else if (launched === undefined && joined.kind === 'absent' && !(await isSomebodyThere(site))) {
      const began = performance.now();
      launched = await launch(site, cluster);
      deadline += performance.now() - began; // initdb on a slow disk has a limit of its own
    }
    await sleep(POLL_MS);
  }
  throw await startError(site, logFrom, reason);
}

type Joined =
  | { readonly kind: 'joined'; readonly keeper: Keeper }
  | { readonly kind: 'absent' | 'busy'; readonly reason: unknown };

async function tryJoin(site: Site): Promise<Joined> {
  let keeper: Keeper | undefined;
  try {
    keeper = await openKeeper(site);
    // The same pid file from inside and outside: it is our folder, also when seen from another container.
    if (toRun(await keeper.readPidFile()) === toRun(await readPidFile(site.clusterDir)))
      return { kind: 'joined', keeper: await asServer(site, keeper) };
    await keeper.close();
    return { kind: 'busy', reason: new Error('Another PostgreSQL answers on the socket.') };
  } catch (reason) {
    await keeper?.close(); // else its lock would say that we are here
    if (reason instanceof EmbeddedPostgresError) throw reason;
    const code = errorCode(reason);
    if (code === 'EACCES') throw foreignFolder(site.address.host, reason);
    return { kind: code === 'ENOENT' || code === 'ECONNREFUSED' ? 'absent' : 'busy', reason };
  }
}

// Only once it is known to be our folder: another installation may have a server of its own.
async function asServer({ dataDir, servedAt }: Site, keeper: Keeper): Promise<Keeper> {
  const other = servedAt === undefined ? undefined : await keeper.serve(servedAt);
  if (other === undefined) return keeper;
  throw new EmbeddedPostgresError(
    'served',
    `${dataDir} is served already, by process ${other.pid} at ${other.servedAt} since ${other.since}.`,
  );
}

/** A postmaster that does not answer yet, or no longer: waited for, never fought. */
async function isSomebodyThere({ clusterDir, address }: Site): Promise<boolean> {
  for (const path of [join(clusterDir, 'postmaster.pid'), join(address.host, `.s.PGSQL.${address.port}.lock`)]) {
    const text = await readLockFile(path);
    if (await isPostmaster(toPid(text), clusterDir)) return true;
    if (text !== undefined) await clearStaleLockFile(path, text);
  }
  return false;
}

async function launch(site: Site, cluster: 'find' | 'create'): Promise<Launched> {
  const { dataDir, clusterDir, settings } = site;
  const binaries = await findBinaries();
  const runAs = await chooseRunAs(binaries.postgres, dataDir);
  await removeDeadScratch(dataDir);
  if (!(await hasCluster(clusterDir))) {
    if (cluster === 'find')
      throw new EmbeddedPostgresError('folder', `The database folder ${clusterDir} has disappeared.`);
    await createCluster(clusterDir, { binaries, runAs, isSynced: settings['fsync'] !== 'off' });
  }
  await prepareSocketDir(site.address.host, runAs.owner, (await stat(clusterDir)).uid);
  await settleOwner(clusterDir, runAs.owner);
  const log = await openServerLog(site.logFile);
  try {
    return launchPostmaster({ postgres: binaries.postgres, runAs, clusterDir, settings, logFd: log.fd });
  } finally {
    await log.close();
  }
}

async function startError(site: Site, logFrom: number, cause: unknown): Promise<Error> {
  const tail = await readLogTail(site.logFile, logFrom);
  const pid = toPid(await readPidFile(site.clusterDir));
  const running = await isPostmaster(pid, site.clusterDir);
  const what = running
    ? `PostgreSQL (pid ${pid}) runs on ${site.clusterDir} but does not answer at ${site.address.host}. End it with "kill -INT ${pid}" and start again.`
    : `PostgreSQL did not start on ${site.clusterDir}.`;
  const said = cause instanceof Error ? ` The last answer: ${cause.message}.` : '';
  return new EmbeddedPostgresError('failed', `${what}${said} The end of ${site.logFile}:\n${tail}`, cause);
}
