// For tests: a PostgreSQL of its own on a loopback port with a password, as a host's own server is reached. It can be
// restarted, paused, killed, and followed by a replica. Debian's programs, which have pg_basebackup.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from './free-port.js';

const DEBIAN = '/usr/lib/postgresql';
const version = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted().at(-1) : undefined;
const bin = (name: string): string => join(DEBIAN, version ?? '', 'bin', name);
export const hasPostgres = version !== undefined && existsSync(bin('pg_basebackup'));

const PASSWORD = 'a password';
const DATABASE = 'vitrine';
const START_MS_MAX = 120_000;

type Settings = Readonly<Record<string, string>>;
export type TcpPostgres = Awaited<ReturnType<typeof startTcpPostgres>>;

export async function startTcpPostgres(settings: Settings = {}) {
  const site = await newSite();
  const passwordFile = join(site.folder, 'password');
  await writeFile(passwordFile, PASSWORD, { mode: 0o644 });
  const how = ['--encoding=UTF8', '--locale=C.UTF-8', '--auth=scram-sha-256', '--username=vitrine', '--no-sync'];
  await site.run('initdb', ['-D', site.cluster, `--pwfile=${passwordFile}`, ...how]);
  const server = await serverOn(site, settings);
  await server.start();
  await query(server.port, 'postgres', `create database ${DATABASE}`);
  return server;
}

// A standby that streams from the primary; it must be promoted to take writes.
export async function startReplica(primary: TcpPostgres, name: string) {
  const site = await newSite();
  const source = `host=127.0.0.1 port=${primary.port} user=vitrine password='${PASSWORD}' application_name=${name}`;
  await site.run('pg_basebackup', ['-D', site.cluster, '-d', source, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
  const server = await serverOn(site, {});
  await server.start();
  return { ...server, promote: () => site.run('pg_ctl', ['promote', '-w', '-D', site.cluster]) };
}

async function serverOn(site: Site, settings: Settings) {
  const port = await findFreePort();
  const options = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    ...settings,
  };
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    port,
    query: (text: string) => query(port, DATABASE, text),
    // the address of the database over these servers, this one first
    url: (...others: readonly { readonly port: number }[]) => {
      const hosts = [{ port }, ...others].map((server) => `127.0.0.1:${server.port}`);
      return `postgres://vitrine:${encodeURIComponent(PASSWORD)}@${hosts.join(',')}/${DATABASE}`;
    },
    async start(): Promise<void> {
      child = site.spawn('postgres', ['-D', site.cluster, ...args]);
      await untilItAnswers(port, child);
    },
    // SIGINT is the fast shutdown: it ends every session. SIGKILL of the postmaster ends its children by themselves.
    end,
    async remove(): Promise<void> {
      await end('SIGQUIT');
      await rm(site.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

type Site = Awaited<ReturnType<typeof newSite>>;

// PostgreSQL refuses root.
async function newSite() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-tcp-'));
  await chmod(folder, 0o755);
  const owner = process.getuid?.() === 0 ? await idsOf('postgres') : undefined;
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  const options = { cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' }, ...owner };
  return {
    folder,
    cluster: join(folder, 'cluster'),
    run: (program: string, args: readonly string[]) => promisify(execFile)(bin(program), args, options),
    spawn: (program: string, args: readonly string[]) => spawn(bin(program), args, { ...options, stdio: 'ignore' }),
  };
}

async function idsOf(name: string): Promise<{ uid: number; gid: number }> {
  const ask = async (flag: string): Promise<number> => Number((await promisify(execFile)('id', [flag, name])).stdout);
  return { uid: await ask('-u'), gid: await ask('-g') };
}

async function untilItAnswers(port: number, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_MS_MAX;
  for (;;) {
    const isUp = await query(port, 'postgres', 'select 1').then(
      () => true,
      () => false,
    );
    if (isUp) return;
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('PostgreSQL did not start');
    await sleep(50);
  }
}

async function query(port: number, database: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'vitrine', password: PASSWORD, database });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
