// The whole service behind a PgBouncer with three sessions: whatever is kept in one is somebody else's with the next
// transaction.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { openOn, openTestDatabase, type TestDatabase } from '../harness/database.js';
import { hasPgBouncer, keepsStatements, startPgBouncer } from '../harness/pgbouncer.js';
import { send, startService, type Service } from '../harness/service.js';
import { upload } from '../harness/upload.js';
import { withAdvisoryLock } from '../../server/src/db/advisory-lock.js';
import { createDb, REQUEST_LIMITS } from '../../server/src/db/db.js';
import { findPooled } from '../../server/src/db/fit-session.js';
import { sql } from '../../server/src/db/sql.js';

describe.runIf(hasPgBouncer)('behind a PgBouncer in transaction mode', () => {
  type Pooler = Awaited<ReturnType<typeof startPgBouncer>>;
  let pooler: Pooler;
  let plain: TestDatabase;
  let service: Service;
  const logLines: string[] = [];
  const READS = 40;

  beforeAll(async () => {
    plain = await openTestDatabase();
    pooler = await startPgBouncer(inject('postgres'), { mode: 'transaction', sessions: 3 });
    const pooled = openOn(pooler.at(plain.connection), () => Promise.resolve());
    service = await startService({
      database: pooled,
      isShared: true,
      limits: { readsPerMinute: READS },
      logLines,
    });
  });
  afterAll(async () => {
    await service.close();
    await pooler.stop();
    await plain.close();
  });

  test('every statement has its settings, alone and in a transaction, and leaves none behind', async () => {
    const db = createDb(pooler.at(plain.connection), { ...REQUEST_LIMITS, connections: 20 });
    const ask = sql`
      select current_setting('TimeZone') as zone, current_setting('plan_cache_mode') as plans,
        current_setting('statement_timeout') as ms, current_setting('idle_in_transaction_session_timeout') as idle,
        pg_backend_pid() as pid, timestamptz 'epoch' as epoch, pg_sleep(0.005)::text as slept`;
    const seen = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        at % 2 === 0 ? db.row<Seen>(ask) : db.transaction((db) => db.row<Seen>(ask)),
      ),
    );
    await db.close();
    const epoch = '1970-01-01T00:00:00.000Z';
    const expected = { zone: 'UTC', plans: 'force_generic_plan', ms: '5s', idle: '1min', epoch };
    for (const { pid: _, slept: _slept, ...settings } of seen.map((one) => one ?? assert.fail())) {
      assert.deepEqual(settings, expected);
    }
    assert.ok(new Set(seen.map((one) => one?.pid)).size > 1, 'one session served all');
    // What others who come by the same pooler find.
    const client = await createDb(pooler.at(plain.connection)).checkOut();
    const { rows } = await client.query("select current_setting('statement_timeout') as ms");
    assert.deepEqual(rows, [{ ms: '0' }]);
    client.release(true);
  });

  type Seen = { zone: string; plans: string; ms: string; idle: string; epoch: string; pid: number; slept: string };

  test('names of statements are used where the pooler finds them again, and only there', async () => {
    const client = await service.db.checkOut();
    assert.equal(findPooled(client)?.keepsStatements, keepsStatements);
    client.release();
  });

  test('what is set for one transaction holds in it', async () => {
    const ms = await service.db.transaction(async (db) => {
      await db.rows(sql`set local statement_timeout = 0`);
      return db.row(sql`select current_setting('statement_timeout') as ms`);
    });
    assert.deepEqual(ms, { ms: '0' });
  });

  test('a job runs once at a time, over two instances', async () => {
    const other = createDb(pooler.at(plain.connection));
    const outer = await withAdvisoryLock(service.db, 4_711, async () => [
      await withAdvisoryLock(other, 4_711, () => assert.fail('it ran twice at once')),
      await service.db.row(sql`select 1 as one`),
    ]);
    assert.deepEqual(outer, [undefined, { one: 1 }]);
    assert.equal(await withAdvisoryLock(other, 4_711, async () => 'after'), 'after');
    await other.close();
  });

  test('limits are exact over two instances', async () => {
    const urls = [service.url, await service.newInstance()];
    const shop = await service.newMerchant();
    const statuses = await Promise.all(
      Array.from({ length: READS + 10 }, async (_, at) => {
        const { status } = await send(`${urls[at % 2]}/api/integrations/v1/media`, shop.secret);
        return status;
      }),
    );
    assert.equal(statuses.filter((status) => status === 200).length, READS);
    assert.equal(statuses.filter((status) => status === 429).length, 10);
  });

  // Told what was uploaded while they waited; a token that was known before and is revoked is refused by the next request.
  async function assertTold(instance: Service): Promise<void> {
    const shop = await instance.newMerchant();
    const start: { nextCursor: string } = Object((await shop.get('/changes')).body);
    const waiting = shop.get(`/changes?wait=25&cursor=${start.nextCursor}`);
    await upload(shop, 'awaited');
    const { items }: { items: { type: string }[] } = Object((await waiting).body);
    assert.deepEqual(
      items.map(({ type }) => type),
      ['media.ready'],
    );
    await instance.db.rows(sql`update tokens set revoked_at = now() where merchant_id = ${shop.id}`);
    assert.equal((await shop.get('/media')).status, 401);
  }

  test('who waits for changes finds them without a direct address, and the log says how to be told', async () => {
    await assertTold(service);
    assert.ok(logLines.some((line) => line.includes('DATABASE_DIRECT_URL')));
  });

  test('with a direct address changes are listened for there', async () => {
    const lines: string[] = [];
    const database = openOn(pooler.at(plain.connection), () => Promise.resolve());
    const told = await startService({
      database: { ...database, direct: plain.connection },
      isShared: true,
      logLines: lines,
    });
    await assertTold(told);
    assert.ok(!lines.some((line) => line.includes('DATABASE_DIRECT_URL')));
    await told.close();
  });
});

test.runIf(hasPgBouncer)('a PgBouncer in statement mode is refused by name', async () => {
  const pooler = await startPgBouncer(inject('postgres'), { mode: 'statement', sessions: 3 });
  const db = createDb(pooler.at(inject('postgres')));
  await assert.rejects(db.rows(sql`select 1`), {
    message:
      'DATABASE_URL leads to a PgBouncer in statement mode, which knows no transactions. Set its pool_mode to transaction, or name PostgreSQL itself.',
  });
  await db.close();
  await pooler.stop();
});
