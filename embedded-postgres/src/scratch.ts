// Folders that live for one attempt, beside the cluster so that a rename can put them in its place.
import { chmod, chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Owner } from './run-command.js';

const PREFIX = 'postgres.init-';

export const ATTEMPT_MS_MAX = 60_000;

export async function makeScratch(dataDir: string, owner: Owner): Promise<string> {
  const path = await mkdtemp(join(dataDir, PREFIX));
  await chmod(path, 0o700);
  await chown(path, owner.uid, owner.gid);
  return path;
}

export const removeScratch = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

/** Removes what cut-off attempts left. Told by age: a pid says nothing when the other process is in a container. */
export async function removeDeadScratch(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(PREFIX)) continue;
    const found = await stat(join(dataDir, name)).catch(() => undefined);
    if (found === undefined || Date.now() - found.mtimeMs < 2 * ATTEMPT_MS_MAX) continue;
    await removeScratch(join(dataDir, name));
  }
}
