import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { Refusal } from '../errors.js';
import { ownVersion } from '../own-version.js';
import { errorCode, isDiskFull } from '../storage/storage-errors.js';
import { writeChecksums, type Checksums } from './checksums.js';
import { writeHashed } from './copy-file.js';
import { copyKept, keptPath } from './copy-kept.js';
import { tablePath } from './dump-tables.js';
import { fillBackup, type Filled } from './fill-backup.js';
import { BACKUP_FORMAT, MANIFEST, type Manifest } from './manifest.js';
import type { Report } from './progress.js';
import { requireNew } from './require-new.js';
import { hashKnown } from './schema-steps.js';
import { syncTree } from './sync-tree.js';

export type BackupDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly report: Report;
  readonly signal: AbortSignal;
};

// Database and objects as of one moment, into a folder that must not be there. It is written under another name and
// gets its own when it is whole and on the disk, so that a folder of this name is a backup.
export async function takeBackup(deps: BackupDeps, folder: string): Promise<Manifest> {
  const partial = `${folder}.partial`;
  await requireNew(folder, partial, deps.dataDir);
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(partial, { mode: 0o700 });
  try {
    const madeAt = new Date(deps.clock.now()).toISOString();
    const manifest = await writeParts(deps, partial, madeAt);
    await syncTree(partial);
    deps.signal.throwIfAborted();
    await rename(partial, folder);
    await syncTree(dirname(folder), 'top');
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw toRefusal(error, folder);
  }
}

async function writeParts(deps: BackupDeps, partial: string, madeAt: string): Promise<Manifest> {
  const filled = await fillBackup(deps, partial);
  const kept = await copyKept(deps.dataDir, partial);
  const manifest = await toManifest(filled, [...kept.keys()], madeAt);
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const { sha256 } = await writeHashed(join(partial, MANIFEST), one(text));
  await writeChecksums(partial, toChecksums(filled, kept, sha256));
  return manifest;
}

async function toManifest(filled: Filled, kept: string[], madeAt: string): Promise<Manifest> {
  const { dumped, copied, missing, damaged } = filled;
  return {
    format: BACKUP_FORMAT,
    madeAt,
    madeBy: ownVersion(),
    postgres: dumped.postgres,
    migrations: await hashKnown(dumped.applied),
    tables: dumped.tables.map(({ name, columns, rows }) => ({ name, columns, rows })),
    objects: {
      files: copied.size,
      bytes: [...copied.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      missing: missing.length,
      damaged: damaged.length,
    },
    kept,
  };
}

function toChecksums({ dumped, copied }: Filled, kept: Checksums, manifest: string): Checksums {
  return new Map([
    [MANIFEST, manifest],
    ...dumped.tables.map(({ name, sha256 }) => [tablePath(name), sha256] as const),
    ...[...copied].map(([path, { sha256 }]) => [path, sha256] as const),
    ...[...kept].map(([name, sha256]) => [keptPath(name), sha256] as const),
  ]);
}

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function toRefusal(error: unknown, folder: string): unknown {
  if (isDiskFull(error)) return new Refusal(`The disk that holds ${folder} is full.`, { cause: error });
  if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') return error;
  return new Refusal(`${folder} has appeared while the backup was made. Name a new folder.`, { cause: error });
}
