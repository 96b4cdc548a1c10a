// npm run test:citus: requests find the node that has their merchant, and find it again when it is moved.
import assert from 'node:assert/strict';
import { pino } from 'pino';
import { afterAll, beforeAll, test } from 'vitest';
import { openHomes, type Homes } from '../src/db/homes.js';
import { signal, SIGNALS } from '../src/db/signals.js';
import { sql } from '../src/db/sql.js';
import { parseMerchantId, type MerchantId } from '../src/ids.js';
import { startService, type Service } from '../../tests/harness/service.js';
import { until } from '../../tests/harness/until.js';
import { upload } from '../../tests/harness/upload.js';

let service: Service;
let homes: Homes;
let isHeard = false;
const heard: string[] = [];
beforeAll(async () => {
  service = await startService({ isShared: true, homesLookMs: 50 });
  const deps = { ...service, isShared: true, log: pino({ level: 'silent' }), homesLookMs: 50 };
  homes = await openHomes(deps, {
    channels: { [SIGNALS]: (topic) => void heard.push(topic) },
    onListening: (listening) => (isHeard = listening),
  });
});
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
      await db.run(sql`update storage_usage set used_bytes = used_bytes + 1 where merchant_id = ${merchantId}`);
    });
  }
  await divided;
  const used = sql`select used_bytes from storage_usage where merchant_id = ${merchantId}`;
  assert.deepEqual(await service.db.rows(used), [{ used_bytes: written }]);
  await until(() => homes.of(merchantId) !== service.db);
  assert.deepEqual(await homes.of(merchantId).rows(used), [{ used_bytes: written }]);
});

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
async function move(merchantId: MerchantId, from: Place, to: Place): Promise<void> {
  await until(async () => (await service.db.rows({ text: 'select from pg_dist_cleanup', values: [] })).length === 0);
  await service.db.rows({
    text: `select citus_move_shard_placement(get_shard_id_for_distribution_column('storage_usage', $1::uuid),
      $2, $3, $4, $5, shard_transfer_mode => 'block_writes')`,
    values: [merchantId, from.host, from.port, to.host, to.port],
  });
}
