import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { TEST_SECRET_KEY } from '../../../tests/harness/secret-key.js';
import { openSecretKey } from '../../src/identity/secret-key.js';
import { buildApp } from '../../src/app.js';
import { createDb, MAINTENANCE_LIMITS } from '../../src/db/db.js';
import { migrate } from '../../src/db/migrate.js';
import { administer } from '../../../tests/harness/database.js';
import { NOW } from '../../../tests/harness/service.js';
import { createTestClock } from '../../../tests/harness/test-clock.js';
import { openTestDisk } from '../../../tests/harness/test-disk.js';

// A database that has the schema of a release and its data.
export async function openReleased(migration: string, data: string) {
  const name = `released_${randomUUID().replaceAll('-', '')}`;
  const connection = { ...inject('postgres'), database: name };
  await administer(`create database ${name} owner ${connection.user}`);
  const db = createDb(connection, MAINTENANCE_LIMITS);
  await migrate(db, migration);
  const client = new pg.Client({ ...inject('superuser'), database: name });
  await client.connect();
  // Tables come by name, not in the order of their foreign keys. Only a superuser may turn these off.
  await client.query('set session_replication_role = replica');
  await client.query(data);
  await client.end();
  const close = async (): Promise<void> => {
    await db.close();
    await administer(`drop database if exists ${name} with (force)`);
  };
  return { db, connection, close };
}

// The service of now over a database, at the time when the releases were recorded.
export async function serveDatabase(database: Pick<Awaited<ReturnType<typeof openReleased>>, 'db' | 'connection'>) {
  const clock = createTestClock(NOW);
  const disk = await openTestDisk({ clock });
  const secretKey = await openSecretKey(database.db, {
    secretKey: TEST_SECRET_KEY,
    databaseUrl: undefined,
    dataDir: '',
  });
  const app = await buildApp({
    ...database,
    secretKey,
    clock,
    store: disk.store,
    log: pino({ level: 'silent' }),
    baseUrl: 'http://127.0.0.1',
    trustedProxies: [],
    isShared: false,
    limits: { readsPerMinute: 100_000, writesPerMinute: 100_000, maxTagsPerMedia: 50 },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const close = async (): Promise<void> => {
    await app.close();
    await disk.close();
  };
  return { url, close };
}
