import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { queryable, type Db } from '../db/db.js';
import { sql } from '../db/sql.js';
import { Refusal } from '../errors.js';
import { stagingKey, type ObjectKey } from '../storage/object-key.js';
import { DROP_LOCK } from '../uploads/drop-abandoned.js';
import { backupPath, copyObjects, type Copied, type CopyOutcome } from './copy-objects.js';
import { dumpTables, type Dumped } from './dump-tables.js';
import { selectStillNamed } from './queries.js';
import type { BackupDeps } from './take-backup.js';

export type Filled = CopyOutcome & { readonly dumped: Dumped; readonly copied: Copied };

const ATTEMPTS_MAX = 5;

// The tables first: what a row names as ready was in the store before the row said so, and is copied after it. Objects
// that go away in between are met twice. The deletions that run by themselves wait. Any other takes the row away first
// and the object after it, so an object that is gone while its row is still there was never here; and where the row
// is gone too, the tables are read anew.
export async function fillBackup(deps: BackupDeps, folder: string): Promise<Filled> {
  const copied: Copied = new Map();
  return withoutDrops(deps.db, async () => {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      await deps.report('Reading the tables …');
      const dumped = await dumpTables(deps.db, folder, deps.signal);
      await deps.report(`Copying ${dumped.objects.length} files …`);
      const outcome = await copyObjects({ ...deps, folder }, dumped.objects, { ...deps, copied });
      if (await areStillNamed(deps.db, outcome.missing)) {
        await removeUnnamed(folder, copied, dumped);
        return { ...outcome, dumped, copied };
      }
      await deps.report('Files were deleted meanwhile: once more.');
    }
    throw new Refusal('Files are being deleted faster than they can be copied. Try again at a quieter time.');
  });
}

// One backup at a time, and no round of dropping abandoned uploads: it asks for the same lock and skips its turn.
async function withoutDrops<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const client = await db.checkOut();
  try {
    await queryable(client).rows(sql`select pg_advisory_lock(${DROP_LOCK})`);
    return await work();
  } finally {
    client.release(true);
  }
}

async function areStillNamed(db: Db, missing: readonly ObjectKey[]): Promise<boolean> {
  if (missing.length === 0) return true;
  const named = new Set((await selectStillNamed(db, missing)).map(({ key }) => key));
  return missing.every((key) => named.has(key));
}

// What an attempt before this one copied for rows that are gone.
async function removeUnnamed(folder: string, copied: Copied, { objects }: Dumped): Promise<void> {
  const named = new Set(objects.flatMap(({ key }) => [backupPath(key), backupPath(stagingKey(key))]));
  for (const path of copied.keys()) {
    if (named.has(path)) continue;
    copied.delete(path);
    await rm(join(folder, path));
  }
}
