// For tests of what callers see while something fails under the built server, and how soon it is over. Real parts, no
// stand-ins.
import pg from 'pg';
import { onTestFinished, test as anyTest, type TestAPI } from 'vitest';
import {
  newFolder,
  removeFolder,
  startServe,
  type Environment,
  type Folder,
  type Served,
} from '../harness/command-line.js';
import { newShop, PLENTY, timed } from '../harness/operator.js';
import { hasPostgres, startTcpPostgres } from '../harness/tcp-postgres.js';

export const test: TestAPI['skip'] = hasPostgres ? anyTest : anyTest.skip;

// At once, on a machine that has other things to do.
export const QUICK_MS = 2_000;
export const STATEMENT_MS = 5_000;
// How long a request waits for a database that is restarting.
export const RECONNECT_MS = 2_000;

export type FailingSite = Awaited<ReturnType<typeof startFailingSite>>;

// A server with a shop over a PostgreSQL of its own, whose connections are few.
export async function startFailingSite() {
  const postgres = await startTcpPostgres({ max_connections: '30' });
  const folder = await newFolder();
  const env: Environment = { DATABASE_URL: postgres.url(), LOG_LEVEL: 'warn', ...PLENTY };
  const shop = await newShop(folder, env);
  const served = await startServe(folder, env);
  return {
    postgres,
    folder,
    env,
    shop,
    served,
    get: (path = '/media', url = served.url) => timed(url, shop.token, path),
    async connect(): Promise<pg.Client> {
      const client = new pg.Client(postgres.url());
      await client.connect();
      return client;
    },
    async close(): Promise<void> {
      await served.end('SIGTERM');
      await removeFolder(folder);
      await postgres.remove();
    },
  };
}

// Another instance; it goes with the test, however that ends.
export async function startBeside(folder: Folder, settings: Environment): Promise<Served> {
  const server = await startServe(folder, settings);
  onTestFinished(() => void server.process.kill('SIGKILL'));
  return server;
}

export const tell = (what: string, ms: number): void => console.log(`${what}: ${Math.round(ms)} ms`);
