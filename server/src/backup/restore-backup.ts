import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDb, PATIENT, type Db } from '../db/db.js';
import { startEmbedded } from '../db/embedded/start-embedded.js';
import { migrate } from '../db/migrate.js';
import { sql } from '../db/sql.js';
import { markFinished, markUnfinished } from '../db/unfinished-restore.js';
import { Refusal } from '../errors.js';
import { isDiskFull, isMissing } from '../storage/storage-errors.js';
import { copyFile } from './copy-file.js';
import { keptPath } from './copy-kept.js';
import { loadTables } from './load-tables.js';
import type { Manifest } from './manifest.js';
import type { Report } from './progress.js';
import { restoreObjects } from './restore-objects.js';
import { requireKnownSchema } from './schema-steps.js';
import { syncTree } from './sync-tree.js';
import { verifyBackup, type Backup } from './verify-backup.js';

export type RestoreDeps = {
  readonly dataDir: string;
  readonly report: Report;
  readonly signal: AbortSignal;
  /** of the embedded PostgreSQL */
  readonly log: (line: string) => void;
};

// Nothing is written before the whole backup has been read and found as it was made. From the first write to the last,
// a mark keeps everything else from starting on the folder.
export async function restoreBackup(deps: RestoreDeps, folder: string): Promise<Manifest> {
  await requireEmpty(deps.dataDir);
  const backup = await verifyBackup(deps, folder);
  const lastStep = await requireKnownSchema(backup.manifest);
  await mkdir(deps.dataDir, { recursive: true });
  await markUnfinished(deps.dataDir);
  try {
    await restoreFiles(deps, backup);
    await restoreDatabase(deps, backup, lastStep);
    await markFinished(deps.dataDir);
  } catch (error) {
    if (isDiskFull(error)) throw new Refusal(`The disk that holds ${deps.dataDir} is full.`, { cause: error });
    throw error;
  }
  return backup.manifest;
}

// A disk of its own has a folder of the file system's in it.
async function requireEmpty(dataDir: string): Promise<void> {
  const found = await readdir(dataDir).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  if (found.every((name) => name === 'lost+found')) return;
  throw new Refusal(`${dataDir} is not empty. Set DATA_DIR to a new folder, or move its content away.`);
}

async function restoreFiles(deps: RestoreDeps, backup: Backup): Promise<void> {
  await deps.report(`Copying ${backup.manifest.objects.files} files …`);
  await restoreObjects(deps, backup);
  for (const name of backup.manifest.kept)
    await copyFile(join(backup.folder, keptPath(name)), join(deps.dataDir, name));
  await syncTree(join(deps.dataDir, 'objects'));
}

async function restoreDatabase(deps: RestoreDeps, backup: Backup, lastStep: string): Promise<void> {
  await deps.report('Writing the tables …');
  const embedded = await startEmbedded(deps);
  const db = createDb(embedded.connection, PATIENT);
  try {
    await fillDatabase(db, deps, backup, lastStep);
  } finally {
    await db.close();
    await embedded.stop();
  }
}

// The schema as it was, the rows as they were, then whatever this release adds.
async function fillDatabase(db: Db, deps: RestoreDeps, backup: Backup, lastStep: string): Promise<void> {
  await migrate(db, lastStep);
  await loadTables(db, backup, deps.signal);
  await migrate(db);
  await db.rows(sql`analyze`);
}
