// The postmaster as a process: is it there, its start, its end, and its log.
import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, readlink, rename, stat, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from './cluster-paths.js';
import { errorCode } from './errors.js';
import { isAlive, readPidFile, toPid } from './pid-file.js';
import { toCommand, type RunAs } from './run-as.js';
import { CHILD_ENV, runCommand, type Owner } from './run-command.js';

/** What a postmaster has for its last checkpoint before it is left running. */
export const STOP_MS_MAX = 60_000;
const POLL_MS = 20;
const LOG_BYTES_MAX = 10 * 1024 * 1024;
const LOG_TAIL_LINES = 12;

/** The pid of the PostgreSQL that runs on a data folder, or 0. */
export async function findPostmaster(dataDir: string): Promise<number> {
  const clusterDir = join(dataDir, 'postgres');
  const pid = toPid(await readPidFile(clusterDir));
  return (await isPostmaster(pid, clusterDir)) ? pid : 0;
}

/** Whether `pid` is a postgres on this cluster, and not a stranger who got a dead one's number. */
export async function isPostmaster(pid: number, clusterDir: string): Promise<boolean> {
  if (pid === 0 || !isAlive(pid)) return false;
  if (process.platform !== 'linux') return (await psCommand(pid)).includes(`postgres -D ${clusterDir}`);
  // A zombie has neither a folder nor a command line, so it counts as gone.
  const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  if (basename(command[0] ?? '') !== 'postgres') return false;
  // The folder is true even when the data folder was moved meanwhile. Reading it across accounts needs CAP_SYS_PTRACE,
  // which root in Docker lacks; the command line can always be read.
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => command[command.indexOf('-D') + 1]);
  return cwd === clusterDir;
}

async function psCommand(pid: number): Promise<string> {
  const command = { file: 'ps', args: ['-ww', '-o', 'command=', '-p', String(pid)], as: undefined };
  return (await runCommand(command, 5_000)).output;
}

export type Launched = { readonly hasExited: () => boolean };

export async function launchPostmaster(instance: Instance, postgres: string, runAs: RunAs): Promise<Launched> {
  const { clusterDir, logFile, settings } = instance;
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args, as } = toCommand(runAs, postgres, ['-D', clusterDir, ...flags]);
  const log = await openServerLog(logFile, runAs.owner);
  try {
    // A session of its own: Ctrl-C in the terminal must not end it before our last statements are through.
    const stdio: ['ignore', number, number] = ['ignore', log.fd, log.fd];
    return watchExit(spawn(file, args, { cwd: '/', env: CHILD_ENV, detached: true, stdio, ...as }));
  } finally {
    await log.close();
  }
}

function watchExit(child: ChildProcess): Launched {
  let exited = false;
  const onExit = (): void => {
    exited = true;
  };
  child.on('exit', onExit);
  child.on('error', onExit); // the caller sees that it never answered, and reads the log
  child.unref();
  return { hasExited: () => exited };
}

/** Fast shutdown; resolves to whether it is gone. */
export async function stopPostmaster(pid: number, clusterDir: string): Promise<boolean> {
  // Asked again right before the signal: behind another container's wall the number means another process.
  if (!(await isPostmaster(pid, clusterDir))) return false;
  process.kill(pid, 'SIGINT');
  const deadline = performance.now() + STOP_MS_MAX;
  while (await isPostmaster(pid, clusterDir)) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/** Opens the log for a new postmaster; a big one first becomes `postgres.log.1`, in place of the one before. */
export async function openServerLog(path: string, owner: Owner): Promise<FileHandle> {
  if ((await logSize(path)) > LOG_BYTES_MAX) await rename(path, `${path}.1`);
  try {
    const log = await open(path, 'ax', 0o600);
    // Only one that is new: what stands there may be a link to somewhere else.
    await log.chown(owner.uid, owner.gid);
    return log;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return open(path, 'a', 0o600);
  }
}

export async function logSize(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The last lines written after the byte `from`. */
export async function readLogTail(path: string, from = 0): Promise<string> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  const fresh = bytes.subarray(from <= bytes.length ? from : 0); // a new file is shorter
  return fresh.toString('utf8').trimEnd().split('\n').slice(-LOG_TAIL_LINES).join('\n');
}
