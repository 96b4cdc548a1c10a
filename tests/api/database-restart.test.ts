import assert from 'node:assert/strict';
import { onTestFinished, test } from 'vitest';
import { openSingleDatabase } from '../harness/database.js';
import { startDatabaseProxy } from '../harness/database-proxy.js';
import { BUSY } from '../harness/operator.js';
import { PATIENT_LIMITS } from '../harness/patient-limits.js';
import { send, startService, type Answer } from '../harness/service.js';
import { until } from '../harness/until.js';
import { createDb, MAINTENANCE_LIMITS, REQUEST_LIMITS } from '../../server/src/db/db.js';

const WAIT_MS_MAX = 600_000;

// A service whose database can be cut off.
async function startCuttable(reconnectMs: number) {
  const database = await openSingleDatabase();
  const proxy = await startDatabaseProxy(database.connection);
  const db = createDb(proxy.connection, { ...PATIENT_LIMITS, reconnectMs });
  const logLines: string[] = [];
  const service = await startService({ logLines, database: { db, connection: proxy.connection, close: db.close } });
  onTestFinished(async () => {
    proxy.restore();
    await service.close();
    proxy.close();
    await database.close();
  });
  const shop = await service.newMerchant();
  const log = () => logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  // Until the server has noticed: before, it would send statements that are lost.
  const cut = async (): Promise<void> => {
    proxy.cut();
    await until(() => db.pool.totalCount === 0);
  };
  return { url: service.url, shop, proxy, cut, log, direct: database.db };
}

const summary = ({ status, body, headers }: Answer) => [status, body, headers.get('retry-after')];

test('lets requests wait for a database that is restarting, and answers them', async () => {
  const { shop, proxy, cut, log } = await startCuttable(WAIT_MS_MAX);
  const before = await Promise.all([shop.get('/tags'), shop.get('/media')]);
  await cut();
  const waiting = [shop.get('/tags'), shop.get('/media')];
  await until(() => proxy.refused() >= 3);
  proxy.restore();
  assert.deepEqual((await Promise.all(waiting)).map(summary), before.map(summary));
  const told = log().filter(({ msg }) => String(msg).startsWith('database'));
  assert.deepEqual(
    told.map(({ level, msg }) => [level, msg]),
    [
      [50, 'database unavailable'],
      [40, 'database available again'],
    ],
  );
});

test('answers 500 with Retry-After when the database stays away, and logs no stacks', async () => {
  const { url, shop, proxy, cut, log } = await startCuttable(500);
  await cut();
  const answers = await Promise.all(Array.from({ length: 3 }, () => shop.get('/tags')));
  assert.deepEqual(answers.map(summary), Array(3).fill([500, BUSY, '5']));
  assert.equal((await send(`${url}/healthz`)).status, 200);
  const lines = log();
  assert.equal(lines.filter(({ msg }) => msg === 'database unavailable').length, 1);
  assert.doesNotMatch(JSON.stringify(lines), /\\n\s+at /);
  proxy.restore();
  assert.equal((await shop.get('/tags')).status, 200);
});

test('does not repeat a statement that was sent before the connection broke', async () => {
  const { shop, proxy, direct } = await startCuttable(WAIT_MS_MAX);
  const holder = await direct.checkOut();
  await holder.query('begin; lock table campaigns in access exclusive mode');
  const asked = shop.get('/campaigns');
  const waitsForLock = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => (await direct.rows({ text: waitsForLock, values: [] })).length === 1);
  proxy.cut();
  proxy.restore();
  // Sent again, the statement would wait for the lock again.
  assert.deepEqual(summary(await asked), [500, BUSY, '5']);
  await holder.query('rollback');
  holder.release();
  assert.equal((await shop.get('/campaigns')).status, 200);
});

test('gives requests two seconds and commands none', () => {
  assert.deepEqual([REQUEST_LIMITS.reconnectMs, MAINTENANCE_LIMITS.reconnectMs], [2_000, 0]);
});
