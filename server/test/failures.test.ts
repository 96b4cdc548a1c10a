// What callers see while PostgreSQL fails under the built server, and how soon it is over. Real parts, no stand-ins.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, onTestFinished, test as anyTest } from 'vitest';
import { newFolder, removeFolder, startServe, type Environment, type Folder, type Served } from './command-line.js';
import {
  asked,
  assertStored,
  clockOff,
  INTERNAL,
  newShop,
  newUpload,
  PLENTY,
  timed,
  untilOk,
  uploadOver,
  type Upload,
} from './operator.js';
import { post, send, startService } from './service.js';
import { hasPostgres, startReplica, startTcpPostgres, type TcpPostgres } from './tcp-postgres.js';

const test = hasPostgres ? anyTest : anyTest.skip;
// At once, on a machine that has other things to do.
const QUICK_MS = 2_000;
const STATEMENT_MS = 5_000;
const CHECK_OUT_MS = 3_000;
const SILENCE_MS = 7_000;

let postgres: TcpPostgres;
let folder: Folder;
let served: Served;
let env: Environment;
let shop: Awaited<ReturnType<typeof newShop>>;

beforeAll(async () => {
  if (!hasPostgres) return;
  postgres = await startTcpPostgres({ max_connections: '30' });
  folder = await newFolder();
  env = { DATABASE_URL: postgres.url(), LOG_LEVEL: 'warn', ...PLENTY };
  shop = await newShop(folder, env);
  served = await startServe(folder, env);
});
afterAll(async () => {
  if (!hasPostgres) return;
  await served.end('SIGTERM');
  await removeFolder(folder);
  await postgres.remove();
});

const get = (path = '/media', url = served.url) => timed(url, shop.token, path);
const tell = (what: string, ms: number): void => console.log(`${what}: ${Math.round(ms)} ms`);

test('PostgreSQL restarted: quick 500s without inner detail, a 503 for the balancer, then recovery by itself', async () => {
  const load = await startLoad();
  await sleep(300);
  await postgres.end('SIGINT');
  const during = await get();
  assert.deepEqual([during.status, during.body], [500, INTERNAL]);
  assert.ok(during.ms < QUICK_MS, `${during.ms} ms`);
  const ready = await send(`${served.url}/readyz`);
  assert.deepEqual(
    [ready.status, ready.body],
    [503, { status: 'unavailable', database: 'unavailable', storage: 'ok' }],
  );
  assert.equal((await send(`${served.url}/healthz`)).status, 200);
  await postgres.start();
  tell('restarted, first good answer', await untilOk(get));
  const answers = await load.stop();
  assert.deepEqual(new Set(answers.keys()), new Set([200, 500]));
  assert.equal((await send(`${served.url}/readyz`)).status, 200);
  assert.equal(served.process.exitCode, null);
});

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
  assert.equal(await uploadOver(() => served.url, shop.token, upload), 200);
  const running = Promise.all([
    keep(async () => (await get()).status),
    keep(async () => (await get('/tags?q=a')).status),
    keep(() => uploadOver(() => served.url, shop.token, newUpload())),
    keep(async () => {
      const path = `/media/${upload.request.id}/tags`;
      return (await timed(served.url, shop.token, path, post({ add: ['a tag'] }))).status;
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
  const holder = await connect();
  await holder.query('begin; lock table campaigns in access exclusive mode');
  const slow = get('/campaigns');
  assert.equal((await get('/tags')).status, 200);
  const { status, body, ms } = await slow;
  await holder.end();
  assert.deepEqual([status, body], [500, INTERNAL]);
  assert.ok(ms > STATEMENT_MS - 200 && ms < STATEMENT_MS + QUICK_MS, `${ms} ms`);
  assert.equal((await get('/campaigns')).status, 200);
});

test('overload: what comes on top of what waits already is refused at once, and all is well afterwards', async () => {
  await get('/campaigns');
  const holder = await connect();
  await holder.query('begin; lock table campaigns in access exclusive mode');
  const requests = [];
  // A few more than are let through, again and again, for longer than it takes to notice.
  for (let batch = 0; batch < 20; batch += 1) {
    for (let request = 0; request < 30; request += 1) requests.push(get('/campaigns'));
    await sleep(250);
  }
  const answers = await Promise.all(requests);
  await holder.end();
  assert.ok(answers.every(({ status, body }) => status === 500 && isDeepStrictEqual(body, INTERNAL)));
  assert.ok(served.said.stderr.includes('overloaded: requests were refused'));
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const median = times[times.length / 2] ?? Infinity;
  tell('overload, the median refused within', median);
  tell('overload, all refused within', times.at(-1) ?? 0);
  assert.ok(median < QUICK_MS / 4, `${median} ms`);
  assert.ok((times.at(-1) ?? 0) < STATEMENT_MS + CHECK_OUT_MS + QUICK_MS, `the last took ${times.at(-1)} ms`);
  tell('overload over, first good answer', await untilOk(() => get('/campaigns')));
});

test('PostgreSQL silent: the answer is given up after seven seconds, and the connection with it', async () => {
  assert.equal((await get()).status, 200);
  const pids = await backends('vitrine');
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    const { status, body, ms } = await get();
    assert.deepEqual([status, body], [500, INTERNAL]);
    assert.ok(ms < SILENCE_MS + QUICK_MS, `${ms} ms`);
    tell('silent connections, first good answer', await untilOk(get, QUICK_MS));
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
});

test('PostgreSQL out of connections: quick 500s, then recovery by itself', async () => {
  const greedy: pg.Client[] = [];
  await postgres.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vitrine'");
  for (let isFull = false; !isFull;) {
    const client = new pg.Client(postgres.url());
    client.on('error', () => {});
    isFull = await client.connect().then(
      () => greedy.push(client) < 0,
      () => true,
    );
  }
  const { status, body, ms } = await get();
  assert.deepEqual([status, body], [500, INTERNAL]);
  assert.ok(ms < QUICK_MS, `${ms} ms`);
  await Promise.all(greedy.map((client) => client.end()));
  tell('connections free again, first good answer', await untilOk(get));
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

test.each([7, -7])(
  'the clock of an instance off by %i minutes: limits, windows and signed URLs are right',
  async (minutes) => {
    const limits = { STORAGE_SECRET: 'x'.repeat(32) };
    const right = await startBeside({ ...env, ...limits });
    const storage = await storageUrl(right);
    const wrong = await startBeside({ ...env, ...limits, ...clockOff(minutes), STORAGE_BASE_URL: storage });
    const upload = newUpload();
    assert.equal(
      await uploadOver(() => wrong.url, shop.token, upload),
      200,
      'a store with the right time takes its URLs',
    );
    await assertStored(wrong.url, shop.token, upload);
    const counted = [];
    for (const url of [right.url, wrong.url, right.url, wrong.url]) counted.push((await get('/tags', url)).headers);
    const left = counted.map((headers) => Number(headers.get('ratelimit-remaining')));
    const resets = counted.map((headers) => Number(headers.get('ratelimit-reset')));
    if (Math.max(...resets) - Math.min(...resets) < 10)
      assert.deepEqual(
        left,
        left.map((_, at) => (left[0] ?? 0) - at),
      );
    assert.match(wrong.said.stderr, /clock is off/);
  },
);

// Another instance; it goes with the test, however that ends.
async function startBeside(settings: Environment, site: Folder = folder): Promise<Served> {
  const server = await startServe(site, settings);
  onTestFinished(() => void server.process.kill('SIGKILL'));
  return server;
}

async function storageUrl(server: Served): Promise<string> {
  const { body } = await timed(server.url, shop.token, '/media/uploads', post(newUpload().request));
  return new URL((body as { upload: { url: string } }).upload.url).origin;
}

const isRoot = process.getuid?.() === 0;

anyTest.runIf(hasPostgres && isRoot)(
  'the disk of an instance full: files are refused with 507, the API answers',
  async () => {
    const small = await newFolder();
    await mkdir(small.dataDir);
    const mounted = await run('mount', '-t', 'tmpfs', '-o', 'size=2m', 'none', small.dataDir);
    if (!mounted) return removeFolder(small);
    try {
      const server = await startBeside(env, small);
      const upload = (sizeBytes: number) => uploadOver(() => server.url, shop.token, newUpload(sizeBytes));
      assert.equal(await upload(3_000_000), 507);
      assert.equal((await get('/media', server.url)).status, 200);
      assert.equal(await upload(1_000), 200);
      await server.end('SIGTERM');
    } finally {
      await run('umount', '-l', small.dataDir);
      await removeFolder(small);
    }
  },
);

const run = (...[program = '', ...args]: string[]): Promise<boolean> =>
  promisify(execFile)(program, args).then(
    () => true,
    () => false,
  );

test('failover to a replica: with synchronous replication every finalized upload is there after kill -9 of the primary', async () => {
  const primary = await startTcpPostgres();
  onTestFinished(() => primary.remove());
  const replica = await startReplica(primary, 'standby');
  onTestFinished(() => replica.remove());
  await primary.query("alter system set synchronous_standby_names = 'standby'");
  await primary.query('select pg_reload_conf()');
  const site = await newFolder();
  onTestFinished(() => removeFolder(site));
  const settings = { ...env, DATABASE_URL: `${primary.url(replica)}?target_session_attrs=read-write` };
  const owner = await newShop(site, settings);
  const server = await startBeside(settings, site);
  const load = keepUploading(server, owner.token);
  const { finalized } = load;
  while (finalized.length < 20) await sleep(20);
  await primary.end('SIGKILL');
  const before = finalized.length;
  const { status, ms } = await timed(server.url, owner.token, '/media');
  assert.ok(status === 500 && ms < QUICK_MS, `${status} after ${ms} ms`);
  await replica.promote();
  tell('promoted, first good answer', await untilOk(() => timed(server.url, owner.token, '/media')));
  while (finalized.length < before + 5) await sleep(20);
  assert.deepEqual(new Set(await load.stop()), new Set([200, 500]));
  for (const upload of finalized) await assertStored(server.url, owner.token, upload);
  const { storageUsedBytes } = await asked(site, settings, 'merchant', 'show', owner.id);
  // What was committed and not acknowledged is there too: one an uploader at most.
  const unacknowledged = Number(storageUsedBytes) / UPLOAD_BYTES - finalized.length;
  assert.ok(unacknowledged >= 0 && unacknowledged <= UPLOADERS, `${unacknowledged}`);
});

const UPLOADERS = 3;
const UPLOAD_BYTES = 1_000;

function keepUploading({ url }: Served, token: string) {
  const finalized: Upload[] = [];
  const statuses: number[] = [];
  let isOver = false;
  const running = Array.from({ length: UPLOADERS }, async () => {
    while (!isOver) {
      const upload = newUpload(UPLOAD_BYTES);
      const status = await uploadOver(() => url, token, upload);
      statuses.push(status);
      if (status === 200) finalized.push(upload);
      else await sleep(10);
    }
  });
  return {
    finalized,
    async stop(): Promise<number[]> {
      isOver = true;
      await Promise.all(running);
      return statuses;
    },
  };
}

test('a standby alone is refused at the start with a sentence', async () => {
  const replica = await startReplica(postgres, 'alone');
  onTestFinished(() => replica.remove());
  const started = startServe(folder, { ...env, DATABASE_URL: replica.url() });
  await assert.rejects(started, /This PostgreSQL takes no writes\. Name the primary in DATABASE_URL/);
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(postgres.url());
  await client.connect();
  return client;
}

async function backends(name: string): Promise<number[]> {
  const rows = await postgres.query(`select pid from pg_stat_activity where application_name = '${name}'`);
  return rows.map((row) => Number(row['pid']));
}
