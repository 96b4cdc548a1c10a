// What is asked at a merchant's shard of a cluster is asked of the shard's own tables. Here these are views of the tables, and what
// Citus knows of shards is a table that says so, so that it is tried on one PostgreSQL; a cluster itself, in homes.test.ts.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, onTestFinished, test } from 'vitest';
import { atShard, createRowsOnNode } from './at-shard.js';
import { createDb, MAINTENANCE_LIMITS, type Db } from './db.js';
import { createHeldShards, type HeldShards } from './held-shards.js';
import { isGone } from './shard-guards.js';
import { sql } from './sql.js';
import { anUploadRequest, aTag, anImage } from '../../../tests/harness/content.js';
import { openTestDatabase, type TestDatabase } from '../../../tests/harness/database.js';
import { pageOf, told } from '../../../tests/harness/feed.js';
import { PATIENT_LIMITS } from '../../../tests/harness/patient-limits.js';
import { recordStatements } from '../../../tests/harness/run-everything.js';
import { CONTENT_PLANE, CONTROL_PLANE } from '../../../tests/harness/sharding.js';
import { moveAway, place, pretendShards } from '../../../tests/harness/shards.js';
import { startService, type Service } from '../../../tests/harness/service.js';
import { until } from '../../../tests/harness/until.js';
import { start, upload } from '../../../tests/harness/upload.js';

const SHARD = '102008';
const OTHER_SHARD = '102009';
const tablesOf = (shard: string) => {
  const named = (tables: readonly string[]) => new Map(tables.map((table) => [table, `${table}_${shard}`]));
  return { shard, key: shard, content: named(CONTENT_PLANE), shared: named(CONTROL_PLANE) };
};
const TABLES = tablesOf(SHARD);

let database: TestDatabase;
let node: Db;
let inHaste: Db;
let home: Db;
let service: Service;
let held: HeldShards;
let gone = 0;
const elsewhere = () => ({ db: database.db, onGone: () => (gone += 1) });
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  await pretendShards(db);
  for (const shard of [SHARD, OTHER_SHARD])
    for (const table of [...CONTENT_PLANE, ...CONTROL_PLANE])
      await db.pool.query(`create view ${table}_${shard} as select * from ${table}`);
  node = createDb(database.connection, PATIENT_LIMITS);
  inHaste = createDb(database.connection, MAINTENANCE_LIMITS, { lock_timeout: '100' });
  held = createHeldShards(createDb(database.connection, MAINTENANCE_LIMITS, { lock_timeout: '200' }), 1);
  home = atShard({ db: node, group: 1, held, isForCounts: false }, TABLES, elsewhere());
  // It does things by itself: on its own way, so that only what the tests ask is counted.
  service = await startService({ isShared: true, database });
});
afterAll(async () => {
  await service.close();
  await held.close();
  await inHaste.close();
  await node.close();
});
beforeEach(async () => {
  gone = 0;
  await database.db.pool.query('delete from pg_dist_placement');
  await place(database.db, SHARD);
});

test('an upload at a shard is in the library, the activity and the feed, and nothing of it was asked of the cluster', async () => {
  const atHome = await startService({
    isShared: true,
    database: { ...database, db: home, close: async () => undefined },
  });
  onTestFinished(() => atHome.close());
  const shop = await atHome.newMerchant({ tags: [aTag('red')], media: [anImage()] });
  const { nextCursor } = await pageOf(shop);
  const sent = new Set<string>();
  const stop = recordStatements(sent);
  const media = await upload(shop, 'bytes');
  assert.deepEqual((await shop.get(`/media/${media.id}`)).body, media);
  assert.equal((await shop.get('/media?q=image&limit=1')).status, 200);
  assert.deepEqual(await told(shop, nextCursor), [['media.ready', media.id]]);
  const again = await start(shop, anUploadRequest({}, 'bytes'));
  assert.deepEqual([again.duplicateOf?.id, again.upload], [media.id, null]);
  stop();
  const entries = await home.rows(sql`select kind from activity where merchant_id = ${shop.id}`);
  assert.deepEqual(entries, [{ kind: 'media.uploaded' }]);
  const ofAll = new RegExp(`\\b(?:from|into|update|join) (?:${CONTENT_PLANE.join('|')})\\b`);
  const unaddressed = [...sent].filter((text) => ofAll.test(text) && !IN_THE_BACKGROUND.test(text));
  assert.deepEqual(unaddressed, []);
  assert.ok([...sent].some((text) => text.includes(`into media_${SHARD} as media (`)));
});

// The service's own looks go through the coordinator.
const IN_THE_BACKGROUND = /\bwebhook/;

const name = async (merchantId: string) =>
  (await database.db.row<{ version: number }>(sql`select version from tag_versions where merchant_id = ${merchantId}`))
    ?.version;

test('where the shard is not here any more, a statement and a whole transaction are done by the coordinator, once', async () => {
  const shop = await service.newMerchant({ tags: [aTag('red')] });
  const raise = sql`update tag_versions set version = version + 1 where merchant_id = ${shop.id}`;
  const before = (await name(shop.id)) ?? 0;
  await home.rows(raise);
  assert.deepEqual([await name(shop.id), gone], [before + 1, 0]);
  const leave = await moveAway(database.db, SHARD);
  await leave();
  await home.rows(raise);
  assert.deepEqual([await name(shop.id), gone], [before + 2, 1]);
  await home.transaction(async (db) => {
    await db.run(raise);
    await db.rows(raise);
  });
  assert.deepEqual([await name(shop.id), gone], [before + 4, 2]);
  assert.equal((await home.rows(sql`select from tag_versions where merchant_id = ${shop.id}`)).length, 1);
  assert.equal(gone, 3);
});

test('who writes waits for who divides the shard, and then finds where it is', async () => {
  const shop = await service.newMerchant({ tags: [aTag('red')] });
  const before = (await name(shop.id)) ?? 0;
  const leave = await moveAway(database.db, SHARD);
  const writing = home.transaction(async (db) => {
    await db.row(sql`select version from tag_versions where merchant_id = ${shop.id} for update`);
    await db.run(sql`update tag_versions set version = version + 1 where merchant_id = ${shop.id}`);
  });
  // Who only reads does not.
  assert.equal((await home.rows(sql`select from tag_versions where merchant_id = ${shop.id}`)).length, 1);
  await leave();
  await writing;
  assert.deepEqual([await name(shop.id), gone], [before + 1, 1]);
});

test('who moves a shard that is held comes to it, though what writes waits for him and what reads waits for a connection', async () => {
  const shop = await service.newMerchant({ tags: [aTag('red')] });
  const before = (await name(shop.id)) ?? 0;
  const raise = sql`update tag_versions set version = version + 1 where merchant_id = ${shop.id}`;
  const narrow = createDb(database.connection, { ...PATIENT_LIMITS, connections: 1 });
  const narrowHome = atShard({ db: narrow, group: 1, held, isForCounts: false }, TABLES, elsewhere());
  await until(isHeld);
  let isThere = false;
  const moving = moveAway(database.db, SHARD).finally(() => (isThere = true));
  const isWaiting = sql`select from pg_locks where locktype = 'advisory' and not granted and mode = 'ExclusiveLock'
    and database = (select oid from pg_database where datname = current_database())`;
  // Where the turn was over before he came, he is there at once.
  await until(async () => isThere || (await database.db.rows(isWaiting)).length > 0);
  const read = sql`select version from tag_versions where merchant_id = ${shop.id}`;
  const asked = [home.rows(raise), narrowHome.rows(raise), narrowHome.rows(read)];
  const leave = await moving;
  await leave();
  await Promise.all(asked);
  assert.deepEqual([await name(shop.id), gone], [before + 2, 3]);
  await narrow.close();
});

const isHeld = () => held.ask([SHARD], async (areHeld) => areHeld);

test('what every node has is written and locked by the coordinator, with all else of its transaction', async () => {
  const shop = await service.newMerchant({ tags: [aTag('red')] });
  const sent = new Set<string>();
  const stop = recordStatements(sent);
  await home.transaction(async (db) => {
    await db.rows(sql`select from tags where merchant_id = ${shop.id}`);
    await db.rows(sql`select from merchants where id = ${shop.id} for update`);
  });
  stop();
  assert.ok([...sent].some((text) => text === 'select from merchants where id = $1 for update'));
  assert.equal(gone, 0);
});

test('statements about several shards are one transaction on their node, of which nothing is done where one is not here or is held', async () => {
  await place(database.db, OTHER_SHARD);
  const shops = [
    await service.newMerchant({ tags: [aTag('red')] }),
    await service.newMerchant({ tags: [aTag('red')] }),
  ];
  const rows = createRowsOnNode({ db: inHaste, group: 1, held });
  const raise = () =>
    rows<{ merchant_id: string; version: number; by: string }>(
      shops.map(({ id }, at) => ({
        tables: tablesOf(at === 0 ? SHARD : OTHER_SHARD),
        statement: sql`update tag_versions set version = version + 1 where merchant_id = ${id}
          returning merchant_id, version, pg_current_xact_id()::text as by`,
      })),
    );
  const versions = () => Promise.all(shops.map(({ id }) => name(id)));
  const before = (await versions()).map((version) => version ?? 0);
  const up = (by: number) => before.map((version) => version + by);
  // The first time, and when the connection knows the columns.
  for (const time of [1, 2]) {
    const sent: string[] = [];
    const stop = recordStatements({ add: (text) => sent.push(text) });
    const raised = await raise();
    stop();
    assert.deepEqual(
      raised.map(({ merchant_id, version }) => [merchant_id, version]),
      shops.map(({ id }, at) => [id, up(time)[at]]),
    );
    assert.equal(new Set(raised.map(({ by }) => by)).size, 1);
    assert.equal(sent.filter((text) => /tag_versions|synchronous_commit/.test(text)).length, 3);
  }

  const leave = await moveAway(database.db, OTHER_SHARD);
  await assert.rejects(raise(), { code: '55P03' });
  await leave();
  await assert.rejects(raise(), isGone);
  assert.deepEqual(await versions(), up(2));
  assert.deepEqual(await rows([]), []);
});

test('of a shard that is asked for often, reads and counts go alone, and what has to last after its own lock and question', async () => {
  const { id } = await service.newMerchant({ tags: [aTag('red')] });
  const read = sql`select version from tag_versions where merchant_id = ${id}`;
  const raise = sql`update tag_versions set version = version + 1 where merchant_id = ${id} returning version`;
  const counts = atShard({ db: node, group: 1, held, isForCounts: true }, TABLES, elsewhere());
  const countMany = createRowsOnNode({ db: inHaste, group: 1, held });
  // How many statements were sent with it, when it was held.
  const sentFor = async (ask: () => Promise<unknown>): Promise<number> => {
    let sent = 0;
    await until(async () => {
      const [texts, isHeldBefore] = [[] as string[], await isHeld()];
      const stop = recordStatements({ add: (text) => texts.push(text) });
      await ask();
      stop();
      const isOneTurn = isHeldBefore && (await isHeld()) && !texts.some((text) => text.includes('pg_sleep'));
      sent = texts.filter((text) => /tag_versions|shard/.test(text)).length;
      return isOneTurn;
    });
    return sent;
  };
  assert.equal(await sentFor(() => home.rows(read)), 1);
  assert.equal(await sentFor(() => counts.rows(raise)), 1);
  assert.equal(await sentFor(() => countMany([{ tables: TABLES, statement: raise }])), 1);
  assert.equal(await sentFor(() => home.rows(raise)), 3);
  assert.equal(await sentFor(() => home.transaction((db) => db.rows(raise))), 3);
});
