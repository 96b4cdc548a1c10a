// Makes the cluster in `<dataDir>/postgres`, whole or not at all.
import { lchown, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toSuperuser, type Instance } from './cluster-paths.js';
import { EmbeddedPostgresError, errorCode, foreignFolder } from './errors.js';
import { toCommand, type RunAs } from './run-as.js';
import { runCommand, type Owner } from './run-command.js';
import { ATTEMPT_MS_MAX, makeScratch, removeScratch } from './scratch.js';

export async function hasCluster(dataDir: string): Promise<boolean> {
  const clusterDir = join(dataDir, 'postgres');
  return stat(join(clusterDir, 'PG_VERSION')).then(
    () => true,
    (error: unknown) => {
      const code = errorCode(error);
      if (code === 'ENOENT' || code === 'ENOTDIR') return false;
      throw code === 'EACCES' ? foreignFolder(clusterDir, error) : error;
    },
  );
}

export async function findClusterOwner(dataDir: string): Promise<Owner | undefined> {
  if (!(await hasCluster(dataDir))) return undefined;
  const { uid, gid } = await stat(join(dataDir, 'postgres'));
  return { uid, gid };
}

export async function createCluster(instance: Instance, initdb: string, runAs: RunAs): Promise<void> {
  const { dataDir, clusterDir, address, settings } = instance;
  const attempt = await makeScratch(dataDir, runAs.owner);
  // Only the socket is trusted, whose folder nobody else may enter. It stays so when a setting opens a TCP port.
  const auth = ['--auth-local=trust', '--auth-host=reject'];
  const args = [`--pgdata=${attempt}`, `--username=${toSuperuser(address.user)}`, ...auth, '--no-instructions'];
  if (settings['fsync'] === 'off') args.push('--no-sync');
  try {
    const { code, output } = await runCommand(
      toCommand(runAs, initdb, [...args, ...localeArguments()]),
      ATTEMPT_MS_MAX,
    );
    const message = `initdb could not make a database in ${dataDir}. It said:\n${output.trim()}`;
    if (code !== 0) throw new EmbeddedPostgresError('unavailable', message);
    await moveIntoPlace(attempt, clusterDir);
  } finally {
    await removeScratch(attempt);
  }
  await syncDirectory(dataDir); // else a power cut could undo the rename after rows were promised
}

// The builtin locale sorts and folds case the same on every system. lc_ctype is still libc's, and pg_trgm reads
// it to know letters: with plain C it would drop every letter beyond ASCII. macOS has no C.UTF-8 before 15.
function localeArguments(): readonly string[] {
  const builtin = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  if (process.platform === 'darwin') return [...builtin, '--locale=C', '--lc-ctype=en_US.UTF-8'];
  return [...builtin, '--locale=C.UTF-8'];
}

// Renaming onto a folder that is not empty fails, so of two first starts the second throws its own away.
async function moveIntoPlace(attempt: string, clusterDir: string): Promise<void> {
  try {
    await rename(attempt, clusterDir);
  } catch (cause) {
    const code = errorCode(cause);
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw cause;
    if (await hasCluster(dirname(clusterDir))) return;
    const message = `${clusterDir} holds files but no PostgreSQL cluster. Move them away and start again.`;
    throw new EmbeddedPostgresError('folder', message, cause);
  }
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives the cluster to the account it will run as. */
export async function settleOwner(path: string, owner: Owner): Promise<void> {
  const found = await stat(path);
  if (found.uid === owner.uid && found.gid === owner.gid) return;
  if (process.getuid?.() !== 0) {
    if (found.uid === owner.uid) return; // another of our own groups: PostgreSQL asks for the user only
    throw foreignFolder(path);
  }
  for (const entry of await readdir(path, { recursive: true })) await lchown(join(path, entry), owner.uid, owner.gid);
  await lchown(path, owner.uid, owner.gid); // last: a cut-off change is then seen and begun again
}
