// What callers see while PostgreSQL fails.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { poll } from '../harness/command-line.js';
import { BUSY, INTERNAL, newUpload, timed, untilOk, uploadOver } from '../harness/operator.js';
import { post, send, startService, type Answer } from '../harness/service.js';
import {
  QUICK_MS,
  RECONNECT_MS,
  startFailingSite,
  STATEMENT_MS,
  tell,
  test,
  type FailingSite,
} from './failing-site.js';

const SILENCE_MS = 7_000;

let site: FailingSite;
beforeAll(async () => {
  site = await startFailingSite();
});
afterAll(() => site.close());

test('PostgreSQL restarted: requests wait 2 s, then 500 with Retry-After; recovery without help', async () => {
  const load = await startLoad();
  await sleep(300);
  await site.postgres.end('SIGINT');
  const during = await site.get();
  assert.deepEqual([during.status, during.body, during.headers.get('retry-after')], [500, BUSY, '5']);
  assert.ok(during.ms < RECONNECT_MS + QUICK_MS, `${during.ms} ms`);
  const ready = await send(`${site.served.url}/readyz`);
  assert.deepEqual([ready.status, ready.body], [503, { status: 'unavailable' }]);
  assert.equal((await send(`${site.served.url}/healthz`)).status, 200);
  await site.postgres.start();
  tell('restarted, first good answer', await untilOk(site.get));
  const answers = await load.stop();
  assert.deepEqual(new Set(answers.keys()), new Set([200, 500]));
  const back = await poll(
    () => send(`${site.served.url}/readyz`),
    ({ status }) => status === 200,
  );
  assert.equal(back.status, 200);
  assert.equal(site.served.process.exitCode, null);
});

test('PostgreSQL restarted within 2 s: fewer than 5 of 300 requests fail', async () => {
  const answers = await sendDuring(async () => {
    const startedAt = performance.now();
    await site.postgres.end('SIGINT');
    await site.postgres.start();
    const downMs = performance.now() - startedAt;
    tell('restarted, away for', downMs);
    assert.ok(downMs < RECONNECT_MS, `PostgreSQL was away for ${downMs} ms: too long for this test`);
  });
  const failed = answers.filter(({ status }) => status !== 200);
  console.log(`failed: ${failed.length} of ${answers.length}`);
  assert.ok(failed.length < 5, `${failed.length} failed`);
});

test('PostgreSQL killed and away for longer: every request that fails gets 500 with Retry-After', async () => {
  const answers = await sendDuring(async () => {
    await site.postgres.end('SIGKILL');
    await sleep(4_500);
    await site.postgres.start();
  });
  const failed = answers.filter(({ status }) => status !== 200);
  console.log(`failed: ${failed.length} of ${answers.length}`);
  assert.ok(failed.length > 0);
  for (const { status, body, headers } of failed) {
    assert.deepEqual([status, body, headers.get('retry-after')], [500, BUSY, '5']);
  }
});

// 300 requests, 20 a second, of which every fourth writes.
async function sendDuring(fail: () => Promise<void>) {
  const upload = newUpload();
  assert.equal(await uploadOver(() => site.served.url, site.shop.token, upload), 200);
  const write = () =>
    timed(site.served.url, site.shop.token, `/media/${upload.request.id}/tags`, post({ add: ['a tag'] }));
  const sent: Promise<Answer>[] = [];
  let failing: Promise<void> | undefined;
  for (let at = 0; at < 300; at += 1) {
    sent.push(at % 4 === 0 ? write() : site.get());
    if (at === 100) failing = fail();
    await sleep(50);
  }
  await failing;
  return Promise.all(sent);
}

// Reads, uploads and transactions, all the time.
async function startLoad() {
  const answers = new Map<number, number>();
  let isOver = false;
  const keep = async (act: () => Promise<number>): Promise<void> => {
    while (!isOver) {
      const status = await act();
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status === 500) await sleep(5);
    }
  };
  const upload = newUpload();
  assert.equal(await uploadOver(() => site.served.url, site.shop.token, upload), 200);
  const running = Promise.all([
    keep(async () => (await site.get()).status),
    keep(async () => (await site.get('/tags?q=a')).status),
    keep(() => uploadOver(() => site.served.url, site.shop.token, newUpload())),
    keep(async () => {
      const path = `/media/${upload.request.id}/tags`;
      return (await timed(site.served.url, site.shop.token, path, post({ add: ['a tag'] }))).status;
    }),
  ]);
  return {
    async stop() {
      isOver = true;
      await running;
      return answers;
    },
  };
}

test('PostgreSQL slow: 500 when the statement has had its five seconds; what is not slow goes on', async () => {
  const holder = await site.connect();
  await holder.query('begin; lock table campaigns in access exclusive mode');
  const slow = site.get('/campaigns');
  assert.equal((await site.get('/tags')).status, 200);
  const { status, body, ms } = await slow;
  await holder.end();
  assert.deepEqual([status, body], [500, INTERNAL]);
  assert.ok(ms > STATEMENT_MS - 200 && ms < STATEMENT_MS + QUICK_MS, `${ms} ms`);
  assert.equal((await site.get('/campaigns')).status, 200);
});

test('PostgreSQL silent: the answer is given up after seven seconds, and the connection with it', async () => {
  assert.equal((await site.get()).status, 200);
  const pids = await backends('vitrine');
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    const { status, body, ms } = await site.get();
    assert.deepEqual([status, body], [500, BUSY]);
    assert.ok(ms < SILENCE_MS + QUICK_MS, `${ms} ms`);
    tell('silent connections, first good answer', await untilOk(site.get, QUICK_MS));
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
});

async function backends(name: string): Promise<number[]> {
  const rows = await site.postgres.query(`select pid from pg_stat_activity where application_name = '${name}'`);
  return rows.map((row) => Number(row['pid']));
}

test('PostgreSQL out of connections: 500 after 2 s, then recovery by itself', async () => {
  const greedy: pg.Client[] = [];
  await site.postgres.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vitrine'",
  );
  for (let isFull = false; !isFull;) {
    const client = new pg.Client(site.postgres.url());
    client.on('error', () => {});
    isFull = await client.connect().then(
      () => greedy.push(client) < 0,
      () => true,
    );
  }
  const { status, body, ms } = await site.get();
  assert.deepEqual([status, body], [500, BUSY]);
  assert.ok(ms < RECONNECT_MS + QUICK_MS, `${ms} ms`);
  await Promise.all(greedy.map((client) => client.end()));
  tell('connections free again, first good answer', await untilOk(site.get));
});

test('the NOTIFY connection lost: nothing is remembered meanwhile, and it is found again', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const merchant = await service.newMerchant();
  await sleep(200); // the word of the import itself has come
  const { db } = service;
  const set = (revoked: string) =>
    db.rows({ text: `update tokens set revoked_at = ${revoked} where merchant_id = $1`, values: [merchant.id] });
  const status = async () => (await merchant.get('/media')).status;
  assert.equal(await status(), 200);
  await set('now()'); // without a word to anybody
  assert.equal(await status(), 200, 'it was remembered');
  const ended = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'vitrine-listen' and datname = current_database()`;
  await db.rows({ text: ended, values: [] });
  await sleep(100);
  assert.equal(await status(), 401);
  await set('null');
  assert.equal(await status(), 200);
  const listens = `select 1 from pg_stat_activity where application_name = 'vitrine-listen'
    and datname = current_database() and query like 'listen%'`;
  while ((await db.rows({ text: listens, values: [] })).length === 0) await sleep(20);
  await sleep(100);
  assert.equal(await status(), 200);
  await set('now()');
  assert.equal(await status(), 200, 'it is remembered again');
});
