// Half-written files of a process that was killed. Their names say who wrote them, so that a restart can clear them at
// once, and an import that runs beside the server keeps its own.
import { hash } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { errorCode, isMissing } from './errors.js';

// Longer than a live upload can stand still: the idle timeout is a minute.
const FOREIGN_TEMP_AGE_MS_MAX = 60 * 60 * 1000;

export function tempDirectory(root: string): string {
  return join(root, 'tmp');
}

export function tempName(random: string): string {
  return `${machineName()}-${process.pid}-${random}`;
}

export async function sweepTempFiles(root: string): Promise<void> {
  const directory = tempDirectory(root);
  const now = await fileSystemNow(directory);
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const age = now - (await modifiedMs(path, now));
    if (isStale(name, age)) await rm(path, { recursive: true, force: true });
  }
}

// The time that the file system writes into its files: the service's own clock may stand elsewhere.
async function fileSystemNow(directory: string): Promise<number> {
  const probe = join(directory, tempName('probe'));
  await writeFile(probe, '');
  const now = await modifiedMs(probe, 0);
  await rm(probe, { force: true });
  return now;
}

/** When a file was written last; `otherwise` where it is gone. */
export async function modifiedMs(path: string, otherwise: number): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return otherwise;
    throw error;
  }
}

/** Of a process that is gone. */
export function isStale(name: string, ageMs: number): boolean {
  const [writer, pid] = name.split('-');
  // In a container the process number is often the same after a restart: what is older than this process is not its own.
  if (writer === machineName() && Number(pid) === process.pid) return ageMs > process.uptime() * 1000;
  if (writer === machineName() && !isAlive(Number(pid))) return true;
  return ageMs > FOREIGN_TEMP_AGE_MS_MAX;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

let machine: string | undefined;
const machineName = (): string => (machine ??= hash('sha256', hostname(), 'hex').slice(0, 12));
