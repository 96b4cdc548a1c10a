// A mark in DATA_DIR from before the first to after the last write of a restore. What was cut off in between may look
// whole in every part, so nothing starts on it.
import { access, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '@vitrine/disk-s3';
import { CommandError } from '../errors.js';

const markOf = (dataDir: string): string => join(dataDir, 'restore-unfinished');

export async function markUnfinished(dataDir: string): Promise<void> {
  await (await open(markOf(dataDir), 'wx', 0o600)).close();
  await syncFolder(dataDir);
}

export async function markFinished(dataDir: string): Promise<void> {
  await syncFolder(dataDir);
  await unlink(markOf(dataDir));
  await syncFolder(dataDir);
}

export async function requireFinishedRestore(dataDir: string): Promise<void> {
  const isFinished = await access(markOf(dataDir)).then(
    () => false,
    () => true,
  );
  if (isFinished) return;
  throw new CommandError(
    `A restore into ${dataDir} runs or was cut off. If none runs, empty the folder and restore again.`,
  );
}
