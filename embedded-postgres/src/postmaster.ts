// The postmaster as a process: is it there, its start, its end.
import { spawn } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, readPidFile, toPid } from './pid-file.js';
import { toCommand, type RunAs } from './run-as.js';
import { CHILD_ENV, runCommand } from './run-command.js';

const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

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
  // The folder is true even when DATA_DIR was moved meanwhile. Reading it across accounts needs CAP_SYS_PTRACE,
  // which root in Docker lacks; the command line can always be read.
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => command[command.indexOf('-D') + 1]);
  return cwd === clusterDir;
}

async function psCommand(pid: number): Promise<string> {
  const command = { file: 'ps', args: ['-ww', '-o', 'command=', '-p', String(pid)], as: undefined };
  return (await runCommand(command, 5_000)).output;
}

export type PostmasterOptions = {
  readonly postgres: string;
  readonly runAs: RunAs;
  readonly clusterDir: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly logFd: number;
};

export type Launched = { readonly hasExited: () => boolean };

export function launchPostmaster({ postgres, runAs, clusterDir, settings, logFd }: PostmasterOptions): Launched {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args, as } = toCommand(runAs, postgres, ['-D', clusterDir, ...flags]);
  // A session of its own: Ctrl-C in the terminal must not end it before our last statements are through.
  const stdio: ['ignore', number, number] = ['ignore', logFd, logFd];
  const child = spawn(file, args, { cwd: '/', env: CHILD_ENV, detached: true, stdio, ...as });
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
  const deadline = performance.now() + STOP_TIMEOUT_MS;
  while (await isPostmaster(pid, clusterDir)) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
