import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createDb, type Connection, type Db } from '../../server/src/db/db.js';
import { TEMPLATE } from './global-setup.js';
import { PATIENT_LIMITS } from './patient-limits.js';

export type TestDatabase = { readonly db: Db; readonly connection: Connection; readonly close: () => Promise<void> };

// A database of its own, cloned from the migrated template; where there is a cluster, the one that all share.
export function openTestDatabase(): Promise<TestDatabase> {
  const cluster = inject('cluster');
  return cluster === undefined ? openSingleDatabase() : Promise.resolve(openOn(cluster, () => Promise.resolve()));
}

// For tests about all merchants: on a cluster, without those that other files have left.
export async function emptyCluster(db: Db): Promise<void> {
  if (inject('cluster') === undefined) return;
  for (const table of ['people', 'merchants', 'campaign_clocks'])
    await db.rows({ text: `delete from ${table}`, values: [] });
}

// Also where there is a cluster.
export async function openSingleDatabase(): Promise<TestDatabase> {
  const server = inject('postgres');
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${database} template ${TEMPLATE} owner ${server.user}`);
  return openOn({ ...server, database }, () => administer(`drop database if exists ${database} with (force)`));
}

export function openOn(connection: Connection, drop: () => Promise<void>): TestDatabase {
  const db = createDb(connection, PATIENT_LIMITS);
  const close = async (): Promise<void> => {
    await db.close();
    await drop();
  };
  return { db, connection, close };
}

/** Runs a statement as the superuser. */
export async function administer(statement: string, database = inject('superuser').database): Promise<void> {
  const client = new pg.Client({ ...inject('superuser'), database });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
