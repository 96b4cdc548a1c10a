import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { objectPath } from '@vitrine/disk-s3';
import type { Db } from '../db/db.js';
import { CommandError } from '../errors.js';
import type { ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { holdDeletions } from '../uploads/hold-deletions.js';
import { backupPath, writeChecksums } from './backup-folder.js';
import { copyFile, eachAtOnce, type Watch } from './copy-file.js';
import { writeNewFolder } from './take-backup.js';

type Deps = Watch & { readonly db: Db; readonly store: ObjectStore; readonly dataDir: string };
type CopiedObjects = { readonly files: number; readonly bytes: number };

const COPIES_AT_ONCE = 8;

/**
 * Dumps a PostgreSQL of the operator's own with `command`, then copies the disk store into a new folder. Deletions wait
 * meanwhile, so every file that a row of the dump names is copied.
 */
export const backUpObjects = (deps: Deps, folder: string, command: readonly string[]): Promise<CopiedObjects> =>
  writeNewFolder(deps, folder, (partial) =>
    holdDeletions(deps.db, async () => {
      await run(command, deps.signal);
      return copyObjects(deps, partial);
    }),
  );

async function run([program = '', ...args]: readonly string[], signal: AbortSignal): Promise<void> {
  // Standard output is for the result of the backup.
  const child = spawn(program, args, { stdio: ['ignore', 2, 2], signal });
  const [code, killedBy] = (await once(child, 'exit').catch((error: Error) => {
    signal.throwIfAborted();
    throw new CommandError(`${program} cannot be run: ${error.message}. Nothing was backed up.`);
  })) as [number | null, string | null];
  if (code !== 0) throw new CommandError(`${program} ended with ${code ?? killedBy}. Nothing was backed up.`);
}

async function copyObjects({ store, dataDir, report, signal }: Deps, folder: string) {
  const keys: ObjectKey[] = [];
  for await (const some of store.list()) keys.push(...some);
  const sums = new Map<string, string>();
  let bytes = 0;
  await report(`Copying ${keys.length} files …`);
  await eachAtOnce({ report, signal }, { noun: 'Files', atOnce: COPIES_AT_ONCE }, keys, async (key) => {
    const path = backupPath(key);
    const written = await copyFile(objectPath(join(dataDir, 'objects'), key), join(folder, path));
    // Files of uploads that are not ready may still go.
    if (written === undefined) return 0;
    sums.set(path, written.sha256);
    bytes += written.sizeBytes;
    return written.sizeBytes;
  });
  await writeChecksums(folder, sums);
  return { result: { files: sums.size, bytes }, files: sums.size + 1 };
}
