// postmaster.pid in the cluster, and the lock file beside the socket, which begins the same way.
import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, foreignFolder } from './errors.js';

// A postmaster makes the file before it writes its number there.
const UNWRITTEN_MS_MAX = 200;

export const readPidFile = (clusterDir: string): Promise<string | undefined> =>
  readLockFile(join(clusterDir, 'postmaster.pid'));

export async function readLockFile(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw errorCode(error) === 'EACCES' ? foreignFolder(path, error) : error;
  });
}

/** The first line; 0 when it is not a number (a file cut off in the middle). */
export function toPid(text: string | undefined): number {
  const pid = Number.parseInt(text ?? '', 10);
  return pid > 0 ? pid : 0;
}

/** Pid, folder and start time: what tells one run from another. The lines below them change while it runs. */
export const toRun = (text: string | undefined): string | undefined => text?.split('\n').slice(0, 3).join('\n');

/**
 * PostgreSQL clears the lock file of a dead process itself, but stops at one whose number another live process has:
 * in a restarted container often our own. Dead ones are left to it: it looks for orphans on the shared memory
 * named in the file. `stale` is what was read and judged: moved aside and looked at again, so that a file
 * which a new postmaster wrote in between is put back.
 */
export async function clearStaleLockFile(path: string, stale: string): Promise<void> {
  const pid = toPid(stale);
  if (pid !== 0 && !isAlive(pid)) return;
  if (pid === 0) await sleep(UNWRITTEN_MS_MAX);
  const aside = `${path}.stale-${process.pid}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== stale) await link(aside, path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
