// Where one PostgreSQL lives: its folders, its log, its socket.
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, errorCode } from './errors.js';
import type { Owner } from './run-command.js';

// `ssl` is said because pg would else read PGSSLMODE, and a unix socket has no TLS.
export type SocketAddress = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly ssl: false;
};

type ClusterPaths = {
  readonly dataDir: string;
  readonly clusterDir: string;
  readonly logFile: string;
  readonly address: SocketAddress;
};

/** One PostgreSQL as it is to run. */
export type Instance = ClusterPaths & {
  readonly settings: Readonly<Record<string, string>>;
  readonly servedAt?: string | undefined;
  readonly binDir?: string | undefined;
};

/**
 * The superuser of the cluster, who makes the program's own role. A program connects as a plain role, so that a statement that
 * somebody injects there cannot read files or run commands.
 */
export const toSuperuser = (user: string): string => `${user}_admin`;

const SOCKET_PORT = 5432; // a part of the socket's name, not a TCP port

// sockaddr_un holds 108 bytes on Linux and 104 on macOS, the closing zero included.
const SOCKET_PATH_BYTES_MAX = 103;

export async function toClusterPaths(dataDir: string, user: string): Promise<ClusterPaths> {
  const real = await realpath(dataDir); // two names of one folder must find the same socket
  return {
    dataDir: real,
    clusterDir: join(real, 'postgres'),
    logFile: join(real, 'postgres.log'),
    address: { host: socketDirFor(real, user), port: SOCKET_PORT, user, ssl: false },
  };
}

export function socketDirFor(dataDir: string, user: string): string {
  const inside = join(dataDir, 'run');
  // PostgreSQL also makes `<socket>.lock`, but only the socket's own name is limited.
  if (Buffer.byteLength(join(inside, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_BYTES_MAX) return inside;
  // '/tmp' and not os.tmpdir(): a command with another TMPDIR must find the same socket.
  return join('/tmp', `${user}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
}

/**
 * Makes the folder for `owner` alone; refuses one that somebody else put there first. `before` is whom the cluster
 * belonged to so far: the folder may be from then, when it ran another way (run-as.ts).
 */
export async function prepareSocketDir(dir: string, owner: Owner, before: number): Promise<void> {
  await mkdir(dir, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  const found = await lstat(dir);
  if (!found.isDirectory() || ![process.getuid?.(), owner.uid, before].includes(found.uid)) {
    const message = `${dir} is meant for PostgreSQL's socket but belongs to somebody else. Remove it and start again.`;
    throw new EmbeddedPostgresError('folder', message);
  }
  if (found.uid !== owner.uid) await chown(dir, owner.uid, owner.gid);
  if ((found.mode & 0o777) !== 0o700) await chmod(dir, 0o700);
}
