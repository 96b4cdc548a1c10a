// For npm run test:citus: the nodes of the cluster as processes of this machine, to be killed and started again.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { until } from './until.js';

export type ClusterNode = Awaited<ReturnType<typeof findNode>> & object;

// The coordinator comes first. Each says over SQL where its data are; the process that serves them is in the folder's
// postmaster.pid, and pg_ctl is beside its program. Undefined where one of them is not on this machine, or is somebody's whom we
// cannot be.
export async function findNodes(): Promise<ClusterNode[] | undefined> {
  const rows = await ask<{ host: string; port: number }>(
    url(),
    `select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' order by groupid <> 0, groupid`,
  );
  const nodes = await Promise.all(rows.map(({ host, port }) => findNode(host, port)));
  return nodes.length >= 3 && nodes.every((node) => node !== undefined) ? nodes : undefined;
}

async function findNode(host: string, port: number) {
  const at = new URL(url());
  at.host = `${host}:${port}`;
  const query = <Row extends object>(text: string, values: unknown[] = []) => ask<Row>(at.href, text, values);
  const [found] = await query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const postmaster = found && findPostmaster(found.folder);
  if (found === undefined || postmaster === undefined) return undefined;
  const { folder } = found;
  const { uid, gid } = statSync(folder);
  const us = process.getuid?.();
  if (us !== 0 && us !== uid) return undefined;
  const pgCtl = join(dirname(readlinkSync(`/proc/${postmaster}/exe`)), 'pg_ctl');
  const start = () =>
    promisify(execFile)(pgCtl, ['-D', folder, '-w', '-l', join(folder, 'after-kill.log'), 'start'], {
      cwd: folder,
      // Of its own: with our HOME it would look there for what it connects to the others with.
      env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8' },
      ...(us === 0 && { uid, gid }),
    });
  return {
    port,
    query,
    // kill -9 of all its processes
    kill(): void {
      const pid = findPostmaster(folder);
      if (pid === undefined) throw new Error(`${folder} is not served`);
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
      for (const one of [pid, ...children]) killIfThere(one);
    },
    // Until what was left of the killed one has gone, it does not start.
    async start(): Promise<void> {
      await until(() =>
        start().then(
          () => true,
          () => false,
        ),
      );
    },
  };
}

function findPostmaster(folder: string): number | undefined {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return existsSync(`/proc/${pid}/exe`) ? pid : undefined;
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

const url = (): string => process.env['CITUS_URL'] ?? '';

async function ask<Row extends object>(connectionString: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
