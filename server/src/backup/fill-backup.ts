import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { objectPath } from '@vitrine/disk-s3';
import { unlock } from '../db/advisory-lock.js';
import { queryable, type Db } from '../db/db.js';
import { sql } from '../db/sql.js';
import { CommandError } from '../errors.js';
import { stagingKey, type ObjectKey } from '../storage/object-key.js';
import { DROP_LOCK } from '../uploads/drop-abandoned.js';
import type { Hashed } from '../storage/write-hashed.js';
import { backupPath } from './backup-folder.js';
import { copyFile, eachAtOnce, type Watch } from './copy-file.js';
import { selectStillNamed, type NamedObject } from './queries.js';
import { dumpTables, type Dumped } from './tables.js';

export type FillDeps = Watch & { readonly db: Db; readonly dataDir: string };

export type Filled = {
  readonly dumped: Dumped;
  // Path in the backup to what was written there.
  readonly copied: ReadonlyMap<string, Hashed>;
  readonly missing: readonly ObjectKey[];
  readonly damaged: readonly ObjectKey[];
};

const ATTEMPTS_MAX = 5;

// The tables first: what a row names as ready was in the store before the row said so, and is copied after it. Objects
// that go away in between are met twice. The deletions that run by themselves wait. Any other takes the row away first
// and the object after it, so an object that is gone while its row is still there was never here; and where the row
// is gone too, the tables are read anew.
export async function fillBackup(deps: FillDeps, folder: string): Promise<Filled> {
  const copied = new Map<string, Hashed>();
  return withoutDrops(deps.db, async () => {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      await deps.report('Reading the tables …');
      const dumped = await dumpTables(deps.db, folder, deps.signal);
      await deps.report(`Copying ${dumped.objects.length} files …`);
      const outcome = await copyObjects(deps, { folder, copied }, dumped.objects);
      if (await areStillNamed(deps.db, outcome.missing)) {
        await removeUnnamed(folder, copied, dumped);
        return { ...outcome, dumped, copied };
      }
      await deps.report('Files were deleted meanwhile: once more.');
    }
    throw new CommandError('Files are being deleted faster than they can be copied. Try again at a quieter time.');
  });
}

// One backup at a time, and no round of dropping abandoned uploads: it asks for the same lock and skips its turn.
async function withoutDrops<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const client = await db.checkOut();
  try {
    await queryable(client).rows(sql`select pg_advisory_lock(${DROP_LOCK})`);
    return await work();
  } finally {
    await unlock(client, DROP_LOCK);
  }
}

type Target = { readonly folder: string; readonly copied: Map<string, Hashed> };

const COPIES_AT_ONCE = 8;

// Objects are only ever replaced by others, never written again, so each can be copied by itself. What an earlier
// attempt copied is not read again. Bytes that wait for their finalize come too where they are there.
async function copyObjects(deps: FillDeps, { folder, copied }: Target, named: readonly NamedObject[]) {
  const [missing, damaged]: [ObjectKey[], ObjectKey[]] = [[], []];
  const copyOnce = async (key: ObjectKey): Promise<Hashed | undefined> => {
    const path = backupPath(key);
    const from = objectPath(join(deps.dataDir, 'objects'), key);
    const written = copied.get(path) ?? (await copyFile(from, join(folder, path)));
    if (written !== undefined) copied.set(path, written);
    return written;
  };
  await eachAtOnce(deps, { noun: 'Files', atOnce: COPIES_AT_ONCE }, named, async (object) => {
    const written = await copyOnce(object.key);
    if (!object.isReady) await copyOnce(stagingKey(object.key));
    else if (written === undefined) missing.push(object.key);
    else if (!isAsDeclared(object, written)) damaged.push(object.key);
    return written?.sizeBytes ?? 0;
  });
  return { missing, damaged };
}

const isAsDeclared = ({ sizeBytes, sha256 }: NamedObject, written: Hashed): boolean =>
  (sizeBytes === null || sizeBytes === written.sizeBytes) && (sha256 === null || sha256 === written.sha256);

async function areStillNamed(db: Db, missing: readonly ObjectKey[]): Promise<boolean> {
  if (missing.length === 0) return true;
  const named = new Set((await selectStillNamed(db, missing)).map(({ key }) => key));
  return missing.every((key) => named.has(key));
}

// What an attempt before this one copied for rows that are gone.
async function removeUnnamed(folder: string, copied: Target['copied'], { objects }: Dumped): Promise<void> {
  const named = new Set(objects.flatMap(({ key }) => [backupPath(key), backupPath(stagingKey(key))]));
  for (const path of copied.keys()) {
    if (named.has(path)) continue;
    copied.delete(path);
    await rm(join(folder, path));
  }
}
