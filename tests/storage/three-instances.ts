// For tests: three built servers over one PostgreSQL on TCP, or over the cluster of CITUS_URL, and one bucket.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestAPI } from 'vitest';
import { newFolder, removeFolder, startServe, type Environment } from '../harness/command-line.js';
import { hasPostgres, startTcpPostgres } from '../harness/tcp-postgres.js';
import { s3Settings, test as cephTest } from './ceph.js';

export const test: TestAPI['skip'] = hasPostgres ? cephTest : cephTest.skip;
export const READS = 60;
export const WRITES = 30;

// What the tests ask of all merchants is not refused to them, as it is to the instances.
function findCluster() {
  const url = process.env['CITUS_URL'];
  if (url === undefined || url === '') return undefined;
  return {
    url: () => url,
    async query(text: string): Promise<Record<string, unknown>[]> {
      const client = new pg.Client(url);
      await client.connect();
      try {
        await client.query('set citus.multi_task_query_log_level to off');
        return (await client.query<Record<string, unknown>>(text)).rows;
      } finally {
        await client.end();
      }
    },
    remove: () => Promise.resolve(),
  };
}

export type ThreeInstances = Awaited<ReturnType<typeof startThree>>;

export async function startThree(more: Environment = {}) {
  const postgres = findCluster() ?? (await startTcpPostgres());
  const folder = await newFolder();
  const limits = { READS_PER_MINUTE: String(READS), WRITES_PER_MINUTE: String(WRITES) };
  const env: Environment = { ...s3Settings(), ...limits, DATABASE_URL: postgres.url(), LOG_LEVEL: 'warn', ...more };
  // All at once on an empty database: one of them migrates, the others wait for it.
  const servers = await Promise.all([1, 2, 3].map(() => startServe(folder, env)));
  const at = (index: number): string => servers[index % 3]?.url ?? '';
  return {
    postgres,
    folder,
    env,
    at,
    urls: () => servers.map(({ url }) => url),
    adminUrls: () => servers.map(({ adminUrl }) => adminUrl),
    inTurn: () => {
      let turn = 0;
      return () => at(turn++);
    },
    // kills -9 the last of them, and starts it again at its port a moment later
    async killLast(): Promise<void> {
      const victim = servers.pop();
      await victim?.end('SIGKILL');
      await sleep(500);
      servers.push(await startServe(folder, { ...env, PORT: new URL(victim?.url ?? '').port }));
    },
    async close(): Promise<void> {
      await Promise.all(servers.map((server) => server.end('SIGTERM')));
      await removeFolder(folder);
      await postgres.remove();
    },
  };
}
