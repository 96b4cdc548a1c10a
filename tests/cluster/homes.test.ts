// npm run test:citus: requests find the node that has their merchant, and find it again when it is moved.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, test } from 'vitest';
import { openHomes, type Homes } from '../../server/src/db/homes.js';
import { signal, SIGNALS } from '../../server/src/db/signals.js';
import { sql } from '../../server/src/db/sql.js';
import { createCountAtNodes } from '../../server/src/identity/count-together.js';
import type { TokenCounting } from '../../server/src/identity/token-queries.js';
import { parseMerchantId, type MerchantId, type TokenId } from '../../server/src/ids.js';
import { startService, type Service, type Shop } from '../harness/service.js';
import { until } from '../harness/until.js';
import { upload } from '../harness/upload.js';

let service: Service;
let homes: Homes;
let isHeard = false;
const heard: string[] = [];
beforeAll(async () => {
  service = await startService({ isShared: true, homesLookMs: 50 });
  homes = await openHomes(
    { ...deps(), homesLookMs: 50 },
    {
      channels: { [SIGNALS]: (topic) => void heard.push(topic) },
      onListening: (listening) => (isHeard = listening),
    },
  );
});
const deps = () => ({ ...service, isShared: true, log: pino({ level: 'silent' }) });
afterAll(async () => {
  await homes.close();
  await service.close();
});

test('a merchant is asked for at its home, and there again when its shard has moved', async () => {
  const shop = await service.newMerchant();
  const merchantId = parseMerchantId(shop.id);
  await until(() => homes.of(merchantId) !== service.db);
  const [from, to] = await placesOf(merchantId);
  assert.equal(await portOf(merchantId), from?.port);
  // What is told at a home is heard by who listens to all nodes.
  assert.equal(isHeard, true);
  await signal(homes.of(merchantId), 'told at home');
  await until(() => heard.includes('told at home'));

  const media = await upload(shop, 'before');
  assert.ok(from !== undefined && to !== undefined);
  await move(merchantId, from, to);
  await until(async () => (await portOf(merchantId)) === to.port);
  assert.deepEqual((await shop.get(`/media/${media.id}`)).status, 200);
  assert.equal((await upload(shop, 'after')).name, media.name);
  await move(merchantId, to, from);
});

test('what is written while a shard is divided is written once, where it is afterwards', async () => {
  const shop = await service.newMerchant();
  const merchantId = parseMerchantId(shop.id);
  await until(() => homes.of(merchantId) !== service.db);
  // Looks so rarely that it does not know of it when all is done.
  const slow = await openHomes({ ...deps(), homesLookMs: 4_000 }, { channels: {}, onListening: () => {} });
  await until(() => slow.of(merchantId) !== service.db);
  const state = { isDivided: false };
  const dividing = service.db.rows({
    text: `select isolate_tenant_to_new_shard('storage_usage', $1::uuid, 'CASCADE', shard_transfer_mode => 'block_writes')`,
    values: [merchantId],
  });
  const divided = dividing.finally(() => (state.isDivided = true));
  let written = 0;
  // The last of them begins when all is done.
  for (let isLast = false; !isLast; written += 1) {
    isLast = state.isDivided;
    await homes.of(merchantId).transaction(async (db) => {
      await db.row(sql`select from storage_usage where merchant_id = ${merchantId} for update`);
      await db.run(raise(merchantId));
    });
  }
  await divided;
  await slow.of(merchantId).transaction((db) => db.rows(raise(merchantId)));
  written += 1;
  await slow.close();
  assert.deepEqual(await service.db.rows(used(merchantId)), [{ used_bytes: written }]);
  await until(() => homes.of(merchantId) !== service.db);
  assert.deepEqual(await homes.of(merchantId).rows(used(merchantId)), [{ used_bytes: written }]);
});

const countingOf = ({ id, token }: Shop): TokenCounting => ({
  merchantId: parseMerchantId(id),
  tokenId: token.id as TokenId,
  budget: 'read',
  minute: 29_000_000,
  requests: 1,
});

test('what is counted while a shard moves there and back is counted once, and read at once', async () => {
  const shop = await service.newMerchant();
  const merchantId = parseMerchantId(shop.id);
  await until(() => homes.of(merchantId) !== service.db);
  const [from, to] = await placesOf(merchantId);
  assert.ok(from !== undefined && to !== undefined);
  const count = createCountAtNodes(homes);
  const state = { isMoved: false, readLate: 0 };
  const counted: (number | undefined)[] = [];
  const countOn = async (): Promise<void> => {
    while (!state.isMoved) {
      const row = await count(countingOf(shop));
      counted.push(row?.requests);
      const read = await homes.of(merchantId).row<{ requests: number }>(countOf(merchantId));
      if ((read?.requests ?? 0) < (row?.requests ?? 0)) state.readLate += 1;
    }
  };
  const moving = move(merchantId, from, to)
    .then(() => move(merchantId, to, from, 'force_logical'))
    .finally(() => (state.isMoved = true));
  await Promise.all([moving, ...Array.from({ length: 6 }, countOn)]);
  assert.ok(counted.length > 200, `only ${counted.length}`);
  assert.deepEqual(
    counted.toSorted((a, b) => (a ?? 0) - (b ?? 0)),
    counted.map((_, at) => at + 1),
  );
  assert.deepEqual(await service.db.rows(countOf(merchantId)), [{ requests: counted.length }]);
  assert.equal(state.readLate, 0);
});

const countOf = (merchantId: MerchantId) => sql`select requests from request_counts where merchant_id = ${merchantId}`;

test('a token whose row somebody holds is counted when it is free, and keeps those of other merchants waiting no longer', async () => {
  const shops = [await service.newMerchant(), await service.newMerchant()] as const;
  const count = createCountAtNodes(homes);
  const countings = shops.map(countingOf);
  for (const { merchantId } of countings) await until(() => homes.of(merchantId) !== service.db);
  await Promise.all(countings.map(count));
  const isDone = { held: false };
  const counted: Promise<{ requests: number } | undefined>[] = [];
  await homes.of(parseMerchantId(shops[0].id)).transaction(async (db) => {
    await db.rows(sql`update request_counts set access = null where merchant_id = ${shops[0].id} returning 1`);
    counted.push(...countings.map(count));
    void counted[0]?.finally(() => (isDone.held = true));
    assert.equal((await counted[1])?.requests, 2);
    await sleep(SEVERAL_WAITS_MS);
    assert.equal(isDone.held, false);
  });
  assert.equal((await counted[0])?.requests, 2);
});

// Longer than a count that is made for many waits for one of them.
const SEVERAL_WAITS_MS = 600;

const raise = (merchantId: MerchantId) =>
  sql`update storage_usage set used_bytes = used_bytes + 1 where merchant_id = ${merchantId}`;
const used = (merchantId: MerchantId) => sql`select used_bytes from storage_usage where merchant_id = ${merchantId}`;

type Place = { readonly host: string; readonly port: number };

const portOf = async (merchantId: MerchantId) =>
  (await homes.of(merchantId).row<{ port: number }>({ text: 'select inet_server_port() as port', values: [] }))?.port;

// The node that has the merchant, and another.
const placesOf = (merchantId: MerchantId) =>
  service.db.rows<Place>({
    text: `select nodename as host, nodeport as port from pg_dist_node as node
      where noderole = 'primary' and shouldhaveshards
      order by exists (select from pg_dist_placement as placed where placed.groupid = node.groupid
        and shardid = get_shard_id_for_distribution_column('storage_usage', $1::uuid)) desc
      limit 2`,
    values: [merchantId],
  });

// Not before what a move before it has left behind is gone.
async function move(merchantId: MerchantId, from: Place, to: Place, mode = 'block_writes'): Promise<void> {
  await until(async () => (await service.db.rows({ text: 'select from pg_dist_cleanup', values: [] })).length === 0);
  await service.db.rows({
    text: `select citus_move_shard_placement(get_shard_id_for_distribution_column('storage_usage', $1::uuid),
      $2, $3, $4, $5, shard_transfer_mode => $6::citus.shard_transfer_mode)`,
    values: [merchantId, from.host, from.port, to.host, to.port, mode],
  });
}
