// npm run test:citus: what callers see when a node of the cluster is killed, and that nothing is lost. The nodes are found over
// SQL (tests/harness/cluster-nodes.ts); where they are not processes of this machine the tests are skipped. An instance is killed in
// s3/instances-failing.test.ts.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, test as anyTest } from 'vitest';
import { findNodes, type ClusterNode } from '../harness/cluster-nodes.js';
import { newFolder, removeFolder, startServe, type Folder, type Served } from '../harness/command-line.js';
import {
  assertStored,
  INTERNAL,
  newShop,
  newUpload,
  PLENTY,
  timed,
  untilOk,
  uploadOver,
  type Upload,
} from '../harness/operator.js';
import { until } from '../harness/until.js';
import { s3Settings } from '../storage/ceph.js';

const nodes = await findNodes();
const test = nodes === undefined ? anyTest.skip : anyTest;
const [coordinator, ...workers] = nodes ?? [];
const env = { ...s3Settings(), ...PLENTY, DATABASE_URL: process.env['CITUS_URL'] ?? '', LOG_LEVEL: 'error' };

type Shop = Awaited<ReturnType<typeof newShop>> & { readonly uploads: Upload[] };

let folder: Folder;
let server: Served;
const shops = new Map<ClusterNode, Shop>();
beforeAll(async () => {
  folder = await newFolder();
  server = await startServe(folder, env);
  while (shops.size < workers.length) {
    const shop = { ...(await newShop(folder, env)), uploads: [] };
    const home = await homeOf(shop.id);
    if (home !== undefined) shops.set(home, shop);
  }
  for (const [node, shop] of shops) await until(async () => (await page(shop)).status === 200 && isAsked(node));
});
afterAll(async () => {
  await server.end('SIGTERM');
  await removeFolder(folder);
});

async function homeOf(merchantId: string): Promise<ClusterNode | undefined> {
  const rows = await coordinator?.query<{ port: number }>(
    `select nodeport as port from pg_dist_placement join pg_dist_node using (groupid)
     where shardid = get_shard_id_for_distribution_column('storage_usage', $1::uuid)`,
    [merchantId],
  );
  return workers.find(({ port }) => port === rows?.[0]?.port);
}

// By the instance itself, and not by the coordinator for it.
async function isAsked(node: ClusterNode): Promise<boolean> {
  const asked = String.raw`select from pg_stat_activity where application_name = 'vitrine' and query ~ '\mmedia_\d'`;
  return (await node.query(asked)).length > 0;
}

const page = (shop: Shop) => timed(server.url, shop.token, '/media');

async function upload(shop: Shop): Promise<number> {
  const made = newUpload();
  const status = await uploadOver(() => server.url, shop.token, made);
  if (status === 200) shop.uploads.push(made);
  return status;
}

// Pages and whole uploads of the shop, one after the other, until it is told to stop; the statuses of all.
function keepAsking(shop: Shop) {
  const statuses: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) statuses.push((await page(shop)).status, await upload(shop));
  })();
  return {
    // when so many more were answered, begun from now on
    async go(count: number): Promise<void> {
      const aim = statuses.length + count + 2;
      await until(() => statuses.length >= aim);
    },
    async stop(): Promise<Set<number>> {
      isOver = true;
      await asking;
      return new Set(statuses);
    },
  };
}

test('a worker is killed: merchants of the other go on without an error, its own are told, and all is good when it is back', async () => {
  const [[dead, struck], [, other]] = [...shops] as [[ClusterNode, Shop], [ClusterNode, Shop]];
  const asking = keepAsking(other);
  await asking.go(4);
  dead.kill();
  await until(async () => (await page(struck)).status !== 200);
  const { status, body } = await page(struck);
  assert.deepEqual([status, body], [500, INTERNAL]);
  assert.equal(await upload(struck), 500);
  await asking.go(40);
  await dead.start();
  await untilOk(() => page(struck));
  await until(async () => (await upload(struck)) === 200);
  await asking.go(10);
  assert.deepEqual([...(await asking.stop())], [200]);
});

test('the coordinator is killed: every caller is answered, by its home or with a plain 500, and all is good when it is back', async () => {
  const all = [...shops.values()].map(keepAsking);
  for (const asking of all) await asking.go(4);
  coordinator?.kill();
  for (const asking of all) await asking.go(20);
  for (const shop of shops.values()) {
    const { status, body } = await page(shop);
    if (status !== 200) assert.deepEqual([status, body], [500, INTERNAL]);
  }
  await coordinator?.start();
  for (const shop of shops.values()) {
    await untilOk(() => page(shop));
    await until(async () => (await upload(shop)) === 200);
  }
  for (const asking of all) {
    const others = [...(await asking.stop())].filter((status) => status !== 200 && status !== 500);
    assert.deepEqual(others, []);
  }
});

test('of all that was acknowledged nothing is lost', async () => {
  const made = [...shops.values()].flatMap((shop) => shop.uploads.map((one) => [shop.token, one] as const));
  assert.ok(made.length > 20, `${made.length} uploads`);
  for (const [token, one] of made) await assertStored(server.url, token, one);
});
