import { lstat, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { Clock } from '../clock.js';
import { hashMigration, listMigrations, type MigrationHash } from '../db/migration-files.js';
import { CommandError } from '../errors.js';
import { SECRET_KEY_FILE } from '../identity/secret-key.js';
import { ownVersion } from '../shipped.js';
import { syncFolder } from '@vitrine/disk-s3';
import { errorCode, isDiskFull } from '@vitrine/disk-s3';
import { writeHashed } from '../storage/write-hashed.js';
import {
  BACKUP_FORMAT,
  type Checksums,
  keptPath,
  MANIFEST,
  type Manifest,
  tablePath,
  writeChecksums,
} from './backup-folder.js';
import { copyFile, syncTree } from './copy-file.js';
import { fillBackup, type FillDeps, type Filled } from './fill-backup.js';

export type BackupDeps = FillDeps & {
  readonly clock: Clock;
  // Puts the key that opens what is sealed in the database beside it.
  readonly withSecretKey?: boolean | undefined;
};

/** Copies database and objects as of one moment into a new folder. */
export const takeBackup = (deps: BackupDeps, folder: string): Promise<Manifest> =>
  writeNewFolder(deps, folder, (partial) => writeParts(deps, partial, new Date(deps.clock.now()).toISOString()));

type FolderDeps = Pick<BackupDeps, 'dataDir' | 'signal'>;
type Written<Result> = { readonly result: Result; readonly files: number };

/**
 * Writes a folder that must not exist yet. It has another name until it is complete and on the disk, so a folder of this
 * name is complete.
 */
export async function writeNewFolder<Result>(
  { dataDir, signal }: FolderDeps,
  folder: string,
  write: (partial: string) => Promise<Written<Result>>,
): Promise<Result> {
  const partial = `${folder}.partial`;
  await requireNew(folder, partial, dataDir);
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(partial, { mode: 0o700 });
  try {
    const { result, files } = await write(partial);
    // Another service with the same BACKUP_DIR may have deleted files meanwhile.
    if ((await syncTree(partial)) !== files)
      throw new CommandError(
        `Files of ${partial} were deleted while it was written. Only one service may write there.`,
      );
    signal.throwIfAborted();
    await rename(partial, folder);
    await syncFolder(dirname(folder));
    return result;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw toReadable(error, folder);
  }
}

// Not one that is there, that another backup is being written for, or that would go down with the data.
async function requireNew(folder: string, partial: string, dataDir: string): Promise<void> {
  if (await exists(folder)) throw new CommandError(`${folder} is there already. Name a new folder.`);
  if (await exists(partial)) {
    throw new CommandError(
      `${partial} is of a backup that runs or was cut off. If none runs, remove it, or name a new folder.`,
    );
  }
  if (`${await realNameOf(folder)}${sep}`.startsWith(`${await realpath(dataDir)}${sep}`))
    throw new CommandError(`${folder} lies in DATA_DIR and would be lost with it. Name a folder elsewhere.`);
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

// Of a folder that is not there yet: by the nearest one above it that is.
async function realNameOf(path: string): Promise<string> {
  if (dirname(path) === path) return path;
  return realpath(path).catch(async () => join(await realNameOf(dirname(path)), basename(path)));
}

async function writeParts(deps: BackupDeps, partial: string, madeAt: string): Promise<Written<Manifest>> {
  const filled = await fillBackup(deps, partial);
  const kept = await copyKept(deps, partial);
  const manifest = await toManifest(filled, [...kept.keys()], madeAt);
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const { sha256 } = await writeHashed(join(partial, MANIFEST), [Buffer.from(text)]);
  const sums = toChecksums(filled, kept, sha256);
  await writeChecksums(partial, sums);
  // With that of the checksums.
  return { result: manifest, files: sums.size + 1 };
}

// Files that lie in DATA_DIR itself: secrets that this installation made (storage/open-store.ts), and whatever else a release
// comes to keep there. Not the log, and not a secret's draft, whose name ends in an id of its own.
async function copyKept({ dataDir, withSecretKey }: BackupDeps, folder: string): Promise<Checksums> {
  const sums = new Map<string, string>();
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (!entry.isFile() || !KEPT.test(entry.name) || LOG_OR_DRAFT.test(entry.name)) continue;
    if (entry.name === SECRET_KEY_FILE && withSecretKey !== true) continue;
    const written = await copyFile(join(dataDir, entry.name), join(folder, keptPath(entry.name)));
    if (written !== undefined) sums.set(entry.name, written.sha256);
  }
  return sums;
}

// Names that SHA256SUMS can hold.
const KEPT = /^[\w-][\w.-]*$/;
const LOG_OR_DRAFT = /\.log(?:\.\d+)?$|\.[0-9a-f]{8}-[0-9a-f]{4}-/;

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

// The steps that the database has, each as this program knows it.
async function hashKnown(applied: readonly string[]): Promise<MigrationHash[]> {
  const known = new Set(await listMigrations());
  const foreign = applied.find((name) => !known.has(name));
  if (foreign === undefined) return Promise.all(applied.map((name) => hashMigration(name)));
  throw new CommandError(
    `The database has the schema ${foreign}, which this version does not know. Use the newer one.`,
  );
}

function toChecksums({ dumped, copied }: Filled, kept: Checksums, manifest: string): Checksums {
  return new Map([
    [MANIFEST, manifest],
    ...dumped.tables.map(({ name, sha256 }) => [tablePath(name), sha256] as const),
    ...[...copied].map(([path, { sha256 }]) => [path, sha256] as const),
    ...[...kept].map(([name, sha256]) => [keptPath(name), sha256] as const),
  ]);
}

function toReadable(error: unknown, folder: string): unknown {
  if (isDiskFull(error)) return new CommandError(`The disk that holds ${folder} is full.`, { cause: error });
  if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') return error;
  return new CommandError(`${folder} has appeared while the backup was made. Name a new folder.`, { cause: error });
}
