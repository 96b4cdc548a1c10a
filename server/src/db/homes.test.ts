// What a cluster says of itself is tables that say so, so that it is tried on one PostgreSQL; a cluster itself, in
// tests/cluster/homes.test.ts.
import assert from 'node:assert/strict';
import { pino } from 'pino';
import { afterAll, beforeAll, test } from 'vitest';
import { administer, openSingleDatabase, type TestDatabase } from '../../../tests/harness/database.js';
import { until } from '../../../tests/harness/until.js';
import { openHomes } from './homes.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openSingleDatabase();
  const { host, port, database: name } = Object(database.connection);
  await administer(`insert into pg_extension values (1, 'citus', 10, 11, false, '1', null, null)`, name);
  for (const text of [
    'create table pg_dist_placement (shardid bigint, groupid int)',
    'create table pg_dist_shard (shardid bigint, logicalrelid regclass)',
    `create table pg_dist_node as select '${host}'::text as nodename, ${port} as nodeport, 1 as groupid,
       'primary' as noderole, true as isactive, true as metadatasynced`,
  ])
    await database.db.pool.query(text);
});
afterAll(() => database.close());

test('a look that is under way when all is closed opens no node anew', async () => {
  const { db } = database;
  const told: boolean[] = [];
  const log = pino({ level: 'silent' });
  const homes = await openHomes(
    { ...database, isShared: true, log, homesLookMs: 10 },
    { channels: {}, onListening: (listening) => void told.push(listening) },
  );
  assert.deepEqual(told, [false, true]);
  const blocker = await db.checkOut();
  await blocker.query('begin; lock table pg_dist_node');
  await until(async () => (await blocker.query('select from pg_locks where not granted')).rows.length > 0);
  await homes.close();
  await blocker.query('commit');
  blocker.release();
  await until(() => db.pool.idleCount === db.pool.totalCount);
  assert.deepEqual(told, [false, true]);
});
