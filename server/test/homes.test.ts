// npm run test:citus: requests find the node that has their merchant, and find it again when it is moved.
import assert from 'node:assert/strict';
import { pino } from 'pino';
import { afterAll, beforeAll, test } from 'vitest';
import { openHomes, type Homes } from '../src/db/homes.js';
import { signal, SIGNALS } from '../src/db/signals.js';
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
  await until(() => homes.of(merchantId).atHome === true);
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

const move = (merchantId: MerchantId, from: Place, to: Place) =>
  service.db.rows({
    text: `select citus_move_shard_placement(get_shard_id_for_distribution_column('storage_usage', $1::uuid),
      $2, $3, $4, $5, shard_transfer_mode => 'block_writes')`,
    values: [merchantId, from.host, from.port, to.host, to.port],
  });
