// An instance or the storage fails: the others go on, and nothing acknowledged is lost.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { poll, startServe } from '../harness/command-line.js';
import {
  asked,
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
import { post, send } from '../harness/service.js';
import { whilePaused } from './ceph.js';
import { startThree, test, type ThreeInstances } from './three-instances.js';

let three: ThreeInstances;
beforeAll(async () => {
  three = await startThree(PLENTY);
});
afterAll(() => three.close());

test('abandoned uploads are dropped by one at a time; when it is killed -9 in the middle another takes over', async () => {
  const shop = await newShop(three.folder, three.env);
  assert.equal((await timed(three.at(0), shop.token, '/media/uploads', post(newUpload().request))).status, 200);
  const reserved = async () =>
    Number((await asked(three.folder, three.env, 'merchant', 'show', shop.id))['storageReservedBytes']);
  assert.equal(await reserved(), 1_000);
  await three.postgres.query("update media set ticketed_at = now() - interval '2 days' where state = 'awaiting'");
  // Both look once at their start; the first to do so stays in the middle of it, because the row is held.
  const release = await holdAwaiting(shop.id);
  const both = await Promise.all([1, 2].map(() => startServe(three.folder, three.env)));
  assert.equal(await poll(workers, (count) => count === 1), 1, 'the other left it to the one at work');
  await Promise.all(both.map((server) => server.end('SIGKILL')));
  assert.equal(await poll(workers, (count) => count === 0), 0);
  await release();
  assert.equal(await reserved(), 1_000);
  const successor = await startServe(three.folder, three.env);
  assert.equal(await poll(reserved, (bytes) => bytes === 0), 0);
  await successor.end('SIGTERM');
});

async function workers(): Promise<number> {
  const held = "select 1 from pg_locks where locktype = 'advisory' and objid = 7160003 and granted";
  return (await three.postgres.query(held)).length;
}

async function holdAwaiting(merchantId: string): Promise<() => Promise<void>> {
  const client = new pg.Client(three.postgres.url());
  await client.connect();
  await client.query('begin');
  await client.query("select 1 from media where merchant_id = $1 and state = 'awaiting' for update", [merchantId]);
  return () => client.end();
}

test('one of three is killed -9 and started again every few seconds: nothing acknowledged is lost, the others go on', async () => {
  const shop = await newShop(three.folder, three.env);
  const addresses = three.urls();
  const living = addresses.slice(0, 2);
  const victim = three.at(2);
  const faults: string[] = [];
  const finalized: Upload[] = [];
  let isOver = false;
  let answered = 0;
  const note = (status: number, url: string): void => {
    answered += 1;
    // The dying one may cut a connection; a living one may not fail.
    if (status >= 500 || (status !== 200 && url !== victim)) faults.push(`${status} from ${url}`);
  };
  const uploaders = addresses.map(async (_, offset) => {
    for (let turn = offset; !isOver; turn += 1) {
      const upload = newUpload();
      const next = (): string => addresses[turn++ % 3] ?? '';
      // A client that is cut off does the same again; each step may be repeated.
      const status = await again(() => uploadOver(next, shop.token, upload));
      note(status, living[0] ?? '');
      if (status === 200) finalized.push(upload);
      // Without a pause all of them leave the one that starts again no processor to do so.
      await sleep(50);
    }
  });
  const readers = living.map(async (url) => {
    while (!isOver) {
      note((await timed(url, shop.token, '/media')).status, url);
      await sleep(50);
    }
  });
  // On a busy machine it takes more rounds until enough was uploaded.
  for (let round = 0; round < 4 || finalized.length <= 20; round += 1) {
    await sleep(1_500);
    await three.killLast();
    await untilOk(() => timed(victim, shop.token, '/media'));
  }
  isOver = true;
  await Promise.all([...uploaders, ...readers]);
  assert.deepEqual(faults, []);
  for (const upload of finalized) await assertStored(victim, shop.token, upload);
  const usage = await asked(three.folder, three.env, 'merchant', 'show', shop.id);
  assert.equal(Number(usage['storageUsedBytes']), finalized.length * 1_000);
  assert.equal(Number(usage['storageReservedBytes']), 0);
  console.log(`${finalized.length} uploads, ${answered} answers`);
});

async function again(act: () => Promise<number>): Promise<number> {
  for (let left = 50; ; left -= 1) {
    const status = await act().catch((error: unknown) => {
      if (left === 0) throw error;
      return undefined;
    });
    if (status !== undefined) return status;
    await sleep(20);
  }
}

// The limit of ten seconds is the service's own: what it is about is looked at within one wait for it.
test('storage away: /readyz is 503 on each with a sentence for operators, finalize a 500 without inner detail, and reads go on', async () => {
  const shop = await newShop(three.folder, three.env);
  const { request } = newUpload();
  assert.equal((await timed(three.at(0), shop.token, '/media/uploads', post(request))).status, 200);
  await whilePaused(async () => {
    const finalized = timed(three.at(0), shop.token, `/media/uploads/${request.id}/finalize`, post());
    const ready = Promise.all(three.urls().map(async (url) => (await send(`${url}/readyz`)).status));
    const told = send(`${three.adminUrls()[0]}/readyz`);
    for (const url of three.urls()) {
      assert.equal((await timed(url, shop.token, '/media')).status, 200);
    }
    assert.deepEqual(await ready, [503, 503, 503]);
    const { status: adminStatus, body: reasons } = await told;
    assert.equal(adminStatus, 503);
    assert.match(JSON.stringify(reasons), /"storage":"The object store at [^"]+ did not answer in 10000 ms\."/);
    const { status, body } = await finalized;
    assert.deepEqual([status, body], [500, INTERNAL]);
  });
  assert.equal((await timed(three.at(0), shop.token, `/media/uploads/${request.id}/finalize`, post())).status, 422);
  const isReady = await poll(
    () => send(`${three.at(0)}/readyz`),
    ({ status }) => status === 200,
  );
  assert.deepEqual([isReady.status, isReady.body], [200, { status: 'ok' }]);
});
