import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedPostgres } from '@vitrine/embedded-postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createDb } from '../../server/src/db/db.js';
import { migrate } from '../../server/src/db/migrate.js';
import { startEmbedded } from '../../server/src/db/start-embedded.js';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: EmbeddedPostgres['connection'];
  }
}

export const TEMPLATE = 'vitrine_template';

// One PostgreSQL for the whole run, with a migrated template that each test file clones. Only its fsync is off.
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  const postgres = await startEmbedded({ dataDir, settings: { fsync: 'off', max_connections: '200' } });
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const db = createDb({ ...postgres.connection, database: TEMPLATE });
  await migrate(db);
  await db.close();
  project.provide('postgres', postgres.connection);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
