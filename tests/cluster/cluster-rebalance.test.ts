// npm run test:citus: a cluster is rebalanced while two instances read, count and upload. What callers see of it is nothing.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { newFolder, removeFolder, startServe, type Folder, type Served } from '../harness/command-line.js';
import { assertStored, newShop, newUpload, timed, uploadOver, type Upload } from '../harness/operator.js';
import { s3Settings } from '../storage/ceph.js';

const READS_PER_MINUTE = 100_000;
const env = {
  ...s3Settings(),
  READS_PER_MINUTE: String(READS_PER_MINUTE),
  WRITES_PER_MINUTE: '1000000',
  DATABASE_URL: process.env['CITUS_URL'] ?? '',
  LOG_LEVEL: 'error',
};
const SHOPS = 6;
// Longer than an instance takes to go to the homes of merchants.
const SETTLE_MS = 12_000;

let folder: Folder;
let servers: Served[];
let coordinator: pg.Client;
beforeAll(async () => {
  folder = await newFolder();
  servers = await Promise.all([startServe(folder, env), startServe(folder, env)]);
  coordinator = new pg.Client(env.DATABASE_URL);
  await coordinator.connect();
});
afterAll(async () => {
  await coordinator.query(`select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true)
    from pg_dist_node where groupid <> 0 and not shouldhaveshards`);
  await coordinator.end();
  await Promise.all(servers.map((server) => server.end('SIGTERM')));
  await removeFolder(folder);
});

type Shop = Awaited<ReturnType<typeof newShop>>;

const minuteOf = (secondsToGo: string | null): number => Math.round((Date.now() / 1000 + Number(secondsToGo)) / 60);

// Pages and whole uploads, of each shop several at a time over all instances, until it is told to stop.
function keepAsking(shops: readonly Shop[]) {
  let isOver = false;
  const statuses: number[] = [];
  const uploads: (readonly [Shop, Upload])[] = [];
  // How many were left, of each minute of each shop, with every answer.
  const left = new Map<string, number[]>();
  const url = (): string => servers[statuses.length % servers.length]?.url ?? '';
  const read = async (shop: Shop): Promise<void> => {
    while (!isOver) {
      const { status, headers } = await timed(url(), shop.token, '/media?limit=2');
      statuses.push(status);
      const minute = `${shop.id} ${minuteOf(headers.get('ratelimit-reset'))}`;
      left.set(minute, [...(left.get(minute) ?? []), Number(headers.get('ratelimit-remaining'))]);
    }
  };
  const write = async (shop: Shop): Promise<void> => {
    while (!isOver) {
      const upload = newUpload();
      const status = await uploadOver(url, shop.token, upload);
      statuses.push(status);
      if (status === 200) uploads.push([shop, upload]);
      await sleep(500);
    }
  };
  const asking = Promise.all(shops.flatMap((shop) => [read(shop), read(shop), write(shop)]));
  return async () => {
    isOver = true;
    await asking;
    return { statuses, uploads, left };
  };
}

const placesOf = async (): Promise<string[]> => {
  const { rows } = await coordinator.query<{ port: string }>(`select distinct nodeport::text as port from pg_dist_shard
    join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
    where logicalrelid = 'media'::regclass order by 1`);
  return rows.map(({ port }) => port);
};

const placesDownTo = (last: number): number[] =>
  Array.from({ length: READS_PER_MINUTE - last }, (_, at) => READS_PER_MINUTE - 1 - at);
const descending = (a: number, b: number): number => b - a;

test('shards move to a node while callers go on: no error, nothing lost, and each request counted once', async () => {
  const shops = [];
  for (let at = 0; at < SHOPS; at += 1) shops.push(await newShop(folder, env));
  const workers = await placesOf();
  const [, port] = workers;
  // The second has none, as one that has just been added.
  await coordinator.query(
    `select citus_drain_node(nodename, nodeport, shard_transfer_mode => 'block_writes') from pg_dist_node where nodeport = $1`,
    [port],
  );
  await coordinator.query('call citus_cleanup_orphaned_resources()');
  assert.ok(!(await placesOf()).includes(port ?? ''));
  await coordinator.query(
    `select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true) from pg_dist_node where nodeport = $1`,
    [port],
  );

  const stop = keepAsking(shops);
  await sleep(SETTLE_MS);
  const started = performance.now();
  await coordinator.query('select citus_rebalance_start()');
  await coordinator.query('select citus_rebalance_wait()');
  const seconds = (performance.now() - started) / 1000;
  await sleep(SETTLE_MS);
  const { statuses, uploads, left } = await stop();
  console.log(`${seconds.toFixed(0)} s; ${statuses.length} answers, ${uploads.length} of them uploads`);

  assert.deepEqual(await placesOf(), workers);
  assert.deepEqual([...new Set(statuses)], [200]);
  assert.ok(statuses.length > 2_000 && uploads.length > 200);
  for (const { id } of shops) {
    const minutes = [...left].flatMap(([minute, each]) => (minute.startsWith(id) ? [each] : []));
    // One of the end of a minute may be counted in the next, where it waited for that long.
    const wanted = minutes.flatMap((each) => placesDownTo(Math.min(...each)));
    assert.deepEqual(minutes.flat().toSorted(descending), wanted.toSorted(descending));
  }
  await Promise.all(
    shops.map(async ({ id, token }) => {
      for (const [{ id: of }, upload] of uploads)
        if (of === id) await assertStored(servers[0]?.url ?? '', token, upload);
    }),
  );
});
