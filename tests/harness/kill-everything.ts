import { readdirSync, readFileSync } from 'node:fs';
import { findPostmaster, type Folder, type Served } from './command-line.js';

// kill -9 of the server, its PostgreSQL and everything below them, as a power cut would.
export async function killEverything(served: Served, folder: Folder): Promise<void> {
  const roots = [served.process.pid ?? 0, await findPostmaster(folder)].filter((pid) => pid > 0);
  for (const pid of roots.flatMap(withDescendants)) killQuietly(pid);
  await served.ended;
}

function withDescendants(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && findParent(name) === pid)
    .map(Number);
  return [pid, ...children.flatMap(withDescendants)];
}

function findParent(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went with its parent.
  }
}
