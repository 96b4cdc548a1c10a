// For tests: a PgBouncer in front of the tests' PostgreSQL, with sessions so few that they change hands all the time.
// Debian's, or the one that PGBOUNCER names.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../../server/src/db/db.js';
import { startDatabaseProxy } from './database-proxy.js';
import { findFreePort } from './free-port.js';
import { until } from './until.js';

const PROGRAM = process.env['PGBOUNCER'] ?? 'pgbouncer';
const about = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' });
export const hasPgBouncer = about.status === 0;
const [, major = 0, minor = 0] = /PgBouncer (\d+)\.(\d+)/.exec(about.stdout ?? '')?.map(Number) ?? [];
// From 1.21 on it finds a named statement again in whichever session comes next.
export const keepsStatements = major > 1 || minor >= 21;

type Mode = 'session' | 'transaction' | 'statement';

export async function startPgBouncer(server: Connection, { mode, sessions }: { mode: Mode; sessions: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await findFreePort();
  const proxy = await startDatabaseProxy(server);
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(join(folder, 'users'), `"${server.user}" ""\n`);
  await writeFile(
    file,
    `[databases]
* = host=127.0.0.1 port=${proxy.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
default_pool_size = ${sessions}
max_client_conn = 500
${keepsStatements ? 'max_prepared_statements = 200' : ''}
`,
  );
  // It refuses to be root.
  const child = spawn(PROGRAM, ['-q', ...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file], {
    stdio: 'ignore',
  });
  await until(() => answers(port));
  return {
    at: ({ user, database }: Connection): Connection => ({ host: '127.0.0.1', port, user, database }),
    async stop(): Promise<void> {
      child.kill('SIGKILL');
      await once(child, 'exit');
      proxy.close();
      await rm(folder, { recursive: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
