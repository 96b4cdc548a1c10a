import { createReadStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openDiskStore, isDiskFull, isMissing } from '@vitrine/disk-s3';
import { createDb, MAINTENANCE_LIMITS } from '../db/db.js';
import { isUnreleasedSchema, toUnreadable } from '../db/applied-migrations.js';
import { migrate } from '../db/migrate.js';
import { listMigrations } from '../db/migration-files.js';
import { sql } from '../db/sql.js';
import { startEmbedded } from '../db/start-embedded.js';
import { markFinished, markUnfinished } from '../db/unfinished-restore.js';
import { CommandError } from '../errors.js';
import { systemClock } from '../clock.js';
import type { Config } from '../config.js';
import { checkSecretKey, findSecretKey, type SecretKeyState } from '../identity/secret-key.js';
import { selectMerchantIds } from '../merchants/queries.js';
import { switchOffRestored } from '../webhooks/switch-off-restored.js';
import { parseObjectKey, type ObjectKey } from '../storage/object-key.js';
import { keptPath, type Manifest } from './backup-folder.js';
import { copyFile, syncTree, eachAtOnce, type Watch } from './copy-file.js';
import { renewFeeds } from './queries.js';
import { loadTables } from './tables.js';
import { objectPathsOf, verifyBackup, type Backup } from './verify-backup.js';

type RestoreDeps = Watch & {
  readonly dataDir: string;
  // of the embedded PostgreSQL
  readonly log: (line: string) => void;
  // Where what is restored takes the place of the original, which is gone.
  readonly keepsWebhooks: boolean;
  // Where the operator keeps the secret key.
  readonly config: Pick<Config, 'secretKey' | 'databaseUrl' | 'dataDir' | 'postgresBin'>;
  // Other migrations than the server's own, for tests of an upgrade.
  readonly migrations?: URL;
};

export type Restored = {
  readonly manifest: Manifest;
  readonly webhooksOff: number;
  // Whether the operator has the key of the backup, in the settings or in the backup.
  readonly secretKey: SecretKeyState;
};

// Nothing is written before the whole backup has been read and found as it was made. From the first write to the last,
// a mark keeps everything else from starting on the folder.
export async function restoreBackup(deps: RestoreDeps, folder: string): Promise<Restored> {
  await requireEmpty(deps.dataDir);
  const backup = await verifyBackup(deps, folder);
  const lastStep = await requireKnownSchema(backup.manifest, deps.migrations);
  await mkdir(deps.dataDir, { recursive: true });
  await markUnfinished(deps.dataDir);
  try {
    await restoreFiles(deps, backup);
    const restored = await restoreDatabase(deps, backup, lastStep);
    await markFinished(deps.dataDir);
    return { manifest: backup.manifest, ...restored };
  } catch (error) {
    if (isDiskFull(error)) throw new CommandError(`The disk that holds ${deps.dataDir} is full.`, { cause: error });
    throw error;
  }
}

// A disk of its own has a folder of the file system's in it.
async function requireEmpty(dataDir: string): Promise<void> {
  const found = await readdir(dataDir).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  if (found.every((name) => name === 'lost+found')) return;
  throw new CommandError(`${dataDir} is not empty. Set DATA_DIR to a new folder, or move its content away.`);
}

// The last step of a backup's schema, which this program must be able to make.
async function requireKnownSchema({ migrations, madeBy }: Manifest, folder?: URL): Promise<string> {
  if (await isUnreleasedSchema(migrations, folder)) throw new CommandError(toUnreadable('backup'));
  const own = await listMigrations(folder);
  const newer = migrations.find(({ name }) => !own.includes(name));
  if (newer !== undefined) {
    throw new CommandError(
      `The backup has the schema ${newer.name}, which this version does not know. Restore it with version ${madeBy} or newer.`,
    );
  }
  const last = migrations.at(-1)?.name;
  if (last === undefined) throw new CommandError('The backup is of a database without a schema.');
  return last;
}

async function restoreFiles(deps: RestoreDeps, backup: Backup): Promise<void> {
  await deps.report(`Copying ${backup.manifest.objects.files} files …`);
  await restoreObjects(deps, backup);
  for (const name of backup.manifest.kept)
    await copyFile(join(backup.folder, keptPath(name)), join(deps.dataDir, name));
  await syncTree(join(deps.dataDir, 'objects'));
}

const WRITES_AT_ONCE = 8;

// Through the store's own write: hashed once more, on the disk, under its name only when whole.
async function restoreObjects(deps: RestoreDeps, { folder, sums }: Backup): Promise<void> {
  const disk = await openDiskStore(join(deps.dataDir, 'objects'));
  await eachAtOnce(deps, { noun: 'Files', atOnce: WRITES_AT_ONCE }, objectPathsOf(sums), async (path) => {
    const sizeBytes = (await stat(join(folder, path))).size;
    const expected = { sizeBytes, sha256: sums.get(path) };
    const outcome = await disk.write(toKey(path), createReadStream(join(folder, path)), expected);
    if (outcome !== 'written') throw new Error(`${path} cannot be restored: ${outcome}`);
    return sizeBytes;
  });
}

// objects/ab/abcd….png and objects/staging/ab/abcd….png, to the key that they are stored under.
function toKey(path: string): ObjectKey {
  const parts = path.split('/');
  return parseObjectKey(parts[1] === 'staging' ? `staging/${parts.at(-1)}` : `${parts.at(-1)}`);
}

async function restoreDatabase(
  deps: RestoreDeps,
  backup: Backup,
  lastStep: string,
): Promise<Omit<Restored, 'manifest'>> {
  await deps.report('Writing the tables …');
  const embedded = await startEmbedded({ ...deps, binDir: deps.config.postgresBin });
  const db = createDb(embedded.connection, MAINTENANCE_LIMITS);
  const superuser = createDb(embedded.superuser, MAINTENANCE_LIMITS);
  try {
    // The schema as it was, the rows as they were, then whatever this release adds.
    await migrate(db, lastStep, deps.migrations);
    await loadTables(superuser, backup, deps.signal);
    await migrate(db, undefined, deps.migrations);
    await renewFeeds(db);
    await db.rows(sql`analyze`);
    const inBackup = await findSecretKey({ ...deps.config, dataDir: deps.dataDir });
    const secretKey = await checkSecretKey(db, inBackup ?? (await findSecretKey(deps.config)));
    if (deps.keepsWebhooks) return { webhooksOff: 0, secretKey };
    const merchantIds = (await selectMerchantIds(db)).map(({ id }) => id);
    return { webhooksOff: await switchOffRestored({ db, clock: systemClock }, merchantIds), secretKey };
  } finally {
    await superuser.close();
    await db.close();
    await embedded.stop();
  }
}
