// What is asked at a merchant's shard of a cluster is asked of the shard's own tables. Here these are views of the tables, and what
// Citus knows of shards is a table that says so, so that it is tried on one PostgreSQL; a cluster itself, in homes.test.ts.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { atShard, createRowsOnNode, isGone } from '../src/db/at-shard.js';
import { createDb, MAINTENANCE_LIMITS, type Db } from '../src/db/db.js';
import { sql } from '../src/db/sql.js';
import { anUploadRequest, aTag, anImage } from '../../tests/harness/content.js';
import { openTestDatabase, type TestDatabase } from '../../tests/harness/database.js';
import { pageOf, told } from '../../tests/harness/feed.js';
import { recordStatements } from '../../tests/harness/run-everything.js';
import { CONTENT_PLANE, CONTROL_PLANE } from '../../tests/harness/sharding.js';
import { startService, type Service } from '../../tests/harness/service.js';
import { start, upload } from '../../tests/harness/upload.js';

const SHARD = '102008';
const OTHER_SHARD = '102009';
const tablesOf = (shard: string) => {
  const named = (tables: readonly string[]) => new Map(tables.map((table) => [table, `${table}_${shard}`]));
  return { shard, key: shard, content: named(CONTENT_PLANE), shared: named(CONTROL_PLANE) };
};
const TABLES = tablesOf(SHARD);

let database: TestDatabase;
let node: Db;
let home: Db;
let service: Service;
let gone = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  await db.pool.query('create table pg_dist_placement (shardid bigint, groupid int)');
  await db.pool.query(`create function lock_shard_metadata(mode int, shards bigint[]) returns void language sql
    as 'select pg_advisory_xact_lock_shared(shard) from unnest(shards) as shard'`);
  for (const shard of [SHARD, OTHER_SHARD])
    for (const table of [...CONTENT_PLANE, ...CONTROL_PLANE])
      await db.pool.query(`create view ${table}_${shard} as select * from ${table}`);
  node = createDb(database.connection, { ...MAINTENANCE_LIMITS, checkOutMs: 300_000 });
  home = atShard(node, 1, TABLES, { db, onGone: () => (gone += 1) });
  service = await startService({ isShared: true, database: { ...database, db: home } });
});
afterAll(async () => {
  await service.close();
  await node.close();
});
beforeEach(async () => {
  gone = 0;
  await database.db.pool.query('delete from pg_dist_placement');
  await database.db.pool.query(`insert into pg_dist_placement values (${SHARD}, 1)`);
});

test('an upload at a shard is in the library, the activity and the feed, and nothing of it was asked of the cluster', async () => {
  const shop = await service.newMerchant({ tags: [aTag('red')], media: [anImage()] });
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
  await database.db.pool.query('delete from pg_dist_placement');
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
  const divider = await database.db.checkOut();
  await divider.query('begin');
  await divider.query(`select pg_advisory_xact_lock(${SHARD})`);
  const writing = home.transaction(async (db) => {
    await db.row(sql`select version from tag_versions where merchant_id = ${shop.id} for update`);
    await db.run(sql`update tag_versions set version = version + 1 where merchant_id = ${shop.id}`);
  });
  // Who only reads does not.
  assert.equal((await home.rows(sql`select from tag_versions where merchant_id = ${shop.id}`)).length, 1);
  await divider.query('delete from pg_dist_placement');
  await divider.query('commit');
  divider.release();
  await writing;
  assert.deepEqual([await name(shop.id), gone], [before + 1, 1]);
});

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
  await database.db.pool.query(`insert into pg_dist_placement values (${OTHER_SHARD}, 1)`);
  const shops = [
    await service.newMerchant({ tags: [aTag('red')] }),
    await service.newMerchant({ tags: [aTag('red')] }),
  ];
  const rows = createRowsOnNode(node, 1);
  const raise = () =>
    rows<{ merchant_id: string; version: number; by: string }>(
      shops.map(({ id }, at) => ({
        tables: tablesOf(at === 0 ? SHARD : OTHER_SHARD),
        statement: sql`update tag_versions set version = version + 1 where merchant_id = ${id}
          returning merchant_id, version, pg_current_xact_id()::text as by`,
      })),
      100,
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
    assert.equal(sent.length, 4);
  }

  const divider = await database.db.checkOut();
  await divider.query('begin');
  await divider.query(`select pg_advisory_xact_lock(${OTHER_SHARD})`);
  await assert.rejects(raise(), { code: '55P03' });
  await divider.query(`delete from pg_dist_placement where shardid = ${OTHER_SHARD}`);
  await divider.query('commit');
  divider.release();
  await assert.rejects(raise(), isGone);
  assert.deepEqual(await versions(), up(2));
  assert.deepEqual(await rows([], 100), []);
});
