// For the tests of `serve` as built: an installation that is started as often as they like, and what it must never say.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  newFolderWithCluster,
  removeFolder,
  startServe,
  type Environment,
  type Folder,
  type Served,
} from '../../harness/command-line.js';
import { until } from '../../harness/until.js';

export type Serving = Awaited<ReturnType<typeof newServing>>;

// A folder in which nothing runs until it is told to; an empty one is given where the first start is what it is about.
export async function newServing(makeFolder: () => Promise<Folder> = newFolderWithCluster) {
  const folder = await makeFolder();
  const running: Served[] = [];
  return {
    folder,
    async start(more: Environment = {}): Promise<Served> {
      const served = await startServe(folder, more);
      running.push(served);
      return served;
    },
    async endAll(): Promise<void> {
      for (const one of running.splice(0)) await one.end('SIGTERM');
    },
    remove: () => removeFolder(folder),
  };
}

// Until nobody listens there any more.
export async function untilRefused(url: string): Promise<void> {
  const isTaken = (): Promise<boolean> =>
    fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    );
  while (await isTaken()) await sleep(10);
}

// A connection to the PostgreSQL of the folder that keeps it from nothing: who serves stops it all the same.
export async function connectTo({ dataDir }: Folder, database: string): Promise<pg.Client> {
  const client = new pg.Client({ host: join(dataDir, 'run'), port: 5432, user: 'vitrine', database });
  client.on('error', () => {}); // the server that it is connected to may be stopped under it
  await client.connect();
  return client;
}

// Until a process stands before a lock that another one holds.
export async function untilWaiting(client: pg.Client): Promise<void> {
  const waiting = "select from pg_locks where locktype = 'advisory' and not granted";
  await until(async () => (await client.query(waiting)).rowCount !== 0);
}

// Waits until PostgreSQL has noticed that the server was killed. Until then it counts as serving.
export async function untilUnserved(folder: Folder): Promise<void> {
  const client = await connectTo(folder, 'postgres');
  const serving = "select from pg_stat_activity where starts_with(application_name, 'serving-lock ')";
  await until(async () => (await client.query(serving)).rowCount === 0);
  await client.end();
}

// The lines in which a process wrote a secret, other than those of the banner and of `demo`, which are for that.
export async function findSecretLines({ dataDir, said }: Folder, own: readonly string[]): Promise<string[]> {
  const made = await readFile(join(dataDir, 'storage-secret'), 'utf8');
  const secrets = [...own, made, 'hidden-word', 'X-Amz-Signature', 'X-Amz-Credential'];
  for (const secret of secrets) assert.ok(secret.length > 8);
  const isMeant = (line: string): boolean =>
    /^ +(sign-in|read token|write token|curl) |^ {2}"(password|\w+Token)": /.test(line);
  return said
    .flatMap((text) => text.split('\n'))
    .filter((line) => !isMeant(line) && secrets.some((secret) => line.toLowerCase().includes(secret.toLowerCase())));
}
