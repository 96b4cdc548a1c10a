import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { EmbeddedPostgres } from '@vitrine/embedded-postgres';
import pg, { type ClientConfig } from 'pg';
import type { TestProject } from 'vitest/node';
import { toClusterPaths } from '../../embedded-postgres/src/cluster-paths.js';
import { createCluster } from '../../embedded-postgres/src/create-cluster.js';
import { findBinaries } from '../../embedded-postgres/src/find-binaries.js';
import { chooseRunAs } from '../../embedded-postgres/src/run-as.js';
import { createDb, MAINTENANCE_LIMITS } from '../../server/src/db/db.js';
import { distribute, migrate } from '../../server/src/db/migrate.js';
import { startEmbedded } from '../../server/src/db/start-embedded.js';
import { PATIENT_LIMITS } from './patient-limits.js';

declare module 'vitest' {
  interface ProvidedContext {
    // removed when the run has ended, also by an interrupt
    runFolder: string;
    postgres: EmbeddedPostgres['connection'];
    superuser: EmbeddedPostgres['superuser'];
    // the folder of a cluster as initdb leaves it, which nobody starts
    newCluster: string;
    // a Citus whose one database all tests share: `npm run tool -- cluster`
    cluster: ClientConfig | undefined;
  }
}

export const TEMPLATE = 'vitrine_template';

const SETTINGS = { fsync: 'off', max_connections: '200' };

// One PostgreSQL for the whole run, with a migrated template that each test file clones. Only its fsync is off.
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  const abandon = (): void => endAtOnce(dataDir);
  process.once('exit', abandon);
  project.provide('runFolder', dataDir);
  project.provide('newCluster', await makeNewCluster(dataDir));
  const postgres = await startEmbedded({ dataDir, settings: SETTINGS });
  const client = new pg.Client(postgres.superuser);
  await client.connect();
  await client.query(`create database ${TEMPLATE} owner ${postgres.connection.user}`);
  await client.end();
  const db = createDb({ ...postgres.connection, database: TEMPLATE }, PATIENT_LIMITS);
  await migrate(db);
  await db.close();
  project.provide('postgres', postgres.connection);
  project.provide('superuser', postgres.superuser);
  project.provide('cluster', await prepareCluster());
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
    process.off('exit', abandon);
  };
}

// An interrupted run ends without its teardown, and has no time to wait for anything.
function endAtOnce(dataDir: string): void {
  try {
    const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
  } catch {
    // It was not started yet.
  }
  try {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  } catch {
    // Somebody still writes into it. An error here would fail a run that is all green but for its own removal.
  }
}

// initdb costs eight times what a copy does, so it runs once: here, and where a test is about it.
async function makeNewCluster(dataDir: string): Promise<string> {
  const paths = await toClusterPaths(dataDir, 'vitrine');
  const { initdb, postgres } = await findBinaries();
  await createCluster({ ...paths, settings: SETTINGS }, initdb, await chooseRunAs(postgres, paths.dataDir));
  const newCluster = join(paths.dataDir, 'new-cluster');
  await copyCluster(paths.clusterDir, newCluster);
  return newCluster;
}

// With its owner, who is not us where PostgreSQL refuses to be run by us.
export const copyCluster = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);

// A cluster whose one database the tests of `npm run tool -- cluster` share. It is emptied first, so it is for nothing else.
async function prepareCluster(): Promise<ClientConfig | undefined> {
  const connectionString = process.env['CITUS_URL'];
  if (connectionString === undefined || connectionString === '') return undefined;
  const client = new pg.Client({ connectionString });
  await client.connect();
  const setting = 'citus.multi_task_query_log_level';
  const alter = (what: string) =>
    client.query(`do $$ begin execute format('alter database %I ${what}', current_database()); end $$`);
  await alter(`reset ${setting}`);
  const db = createDb({ connectionString }, MAINTENANCE_LIMITS);
  await migrate(db);
  await distribute(db);
  await db.close();
  // What a run before this one has left.
  await client.query('delete from people');
  await client.query('delete from merchants');
  // Counts outlive their merchant, and some tests have the same merchants and minutes every time.
  await client.query(`set ${setting} to off`);
  await client.query('delete from request_counts');
  await alter(`set ${setting} to error`);
  await client.end();
  return { connectionString };
}
