// Three built servers over one PostgreSQL on TCP and one bucket: what one of them knows, all of them go by.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import {
  findFreePort,
  newFolder,
  poll,
  removeFolder,
  startServe,
  type Environment,
  type Folder,
  type Served,
} from '../command-line.js';
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
} from '../operator.js';
import { cookieOf, secretOf, sendConsole } from '../console.js';
import { post, send } from '../service.js';
import { hasPostgres, startTcpPostgres, type TcpPostgres } from '../tcp-postgres.js';
import { test as cephTest, whilePaused } from './ceph.js';

const test = hasPostgres ? cephTest : cephTest.skip;
const SETTINGS = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_INTEGRITY',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
];
const s3 = Object.fromEntries(SETTINGS.map((name) => [name, process.env[name] ?? '']));
const READS = 60;
const WRITES = 30;

let postgres: TcpPostgres;
let folder: Folder;
let env: Environment;
let servers: Served[];

beforeAll(async () => {
  postgres = await startTcpPostgres();
  folder = await newFolder();
  const limits = { READS_PER_MINUTE: String(READS), WRITES_PER_MINUTE: String(WRITES) };
  env = { ...s3, ...limits, DATABASE_URL: postgres.url(), LOG_LEVEL: 'warn' };
  // All at once on an empty database: one of them migrates, the others wait for it.
  servers = await Promise.all([1, 2, 3].map(() => startServe(folder, env)));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGTERM')));
  await removeFolder(folder);
  await postgres.remove();
});

const urls = () => servers.map(({ url }) => url);
const at = (index: number): string => urls()[index % 3] ?? '';
const inTurn = () => {
  let turn = 0;
  return () => at(turn++);
};

test('three that start at once on an empty database migrate it once', async () => {
  const rows = await postgres.query('select name, count(*)::int as times from schema_migrations group by name');
  assert.ok(rows.length >= 3 && rows.every(({ times }) => times === 1), JSON.stringify(rows));
});

test('rate limits are exact over all three', async () => {
  const shop = await newShop(folder, env);
  await beginOfMinute();
  const reads = await Promise.all(Array.from({ length: READS + 30 }, (_, n) => timed(at(n), shop.token, '/media')));
  const statuses = reads.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, READS);
  assert.equal(statuses.filter((status) => status === 429).length, 30);
  const writes = await Promise.all(
    Array.from({ length: WRITES + 15 }, (_, n) =>
      timed(at(n), shop.token, '/media/uploads', post(newUpload().request)),
    ),
  );
  assert.equal(writes.filter(({ status }) => status === 200).length, WRITES);
  assert.equal(writes.filter(({ status }) => status === 429).length, 15);
});

// A burst that begins here ends in the same minute.
async function beginOfMinute(): Promise<void> {
  const second = (Date.now() / 1000) % 60;
  if (second > 45) await sleep((61 - second) * 1000);
}

test('a revoked token, a suspended merchant and a changed plan are refused by the next request on each', async () => {
  const shop = await newShop(folder, env);
  const all = async (init?: () => RequestInit) => {
    const path = init === undefined ? '/media' : '/media/uploads';
    return Promise.all(urls().map(async (url) => (await timed(url, shop.token, path, init?.())).status));
  };
  const start = (): RequestInit => post(newUpload().request);
  assert.deepEqual(await all(), [200, 200, 200]);
  await asked(folder, env, 'merchant', 'suspend', shop.id);
  assert.deepEqual(await all(), [401, 401, 401]);
  await asked(folder, env, 'merchant', 'resume', shop.id);
  assert.deepEqual(await all(start), [200, 200, 200]);
  await asked(folder, env, 'merchant', 'set-plan', shop.id, '--allows-writes', 'no');
  assert.deepEqual(await all(start), [403, 403, 403]);
  assert.deepEqual(await all(), [200, 200, 200]);
  await asked(folder, env, 'merchant', 'set-plan', shop.id, '--ends-at', '2020-01-01');
  assert.deepEqual(await all(), [401, 401, 401]);
  await asked(folder, env, 'merchant', 'set-plan', shop.id, '--ends-at', 'never');
  assert.deepEqual(await all(), [200, 200, 200]);
  await asked(folder, env, 'token', 'revoke', shop.tokenId);
  assert.deepEqual(await all(), [401, 401, 401]);
});

test('an upload that starts on one and is finalized on another, and cursors that go from one to the next', async () => {
  const shop = await newShop(folder, env);
  const uploads = Array.from({ length: 7 }, () => newUpload());
  const next = inTurn();
  for (const upload of uploads) assert.equal(await uploadOver(next, shop.token, upload), 200);
  const seen: string[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null; page += 1) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await timed(at(page), shop.token, `/media?limit=2${query}`);
    assert.equal(status, 200);
    const { items, nextCursor } = body as { items: { id: string }[]; nextCursor: string | null };
    seen.push(...items.map(({ id }) => id));
    cursor = nextCursor;
  }
  assert.deepEqual(seen.toSorted(), uploads.map(({ request }) => request.id).toSorted());
  for (const upload of uploads) await assertStored(next(), shop.token, upload);
});

test('who signs in to the console on one is signed in on all, and signed out on all', async () => {
  const shop = await newShop(folder, env);
  const who = ['--merchant', shop.id, '--email', 'ada@example.com', '--name', 'Ada', '--role', 'owner'];
  await asked(folder, env, 'person', 'create', ...who, '--password', 'correct horse battery');
  const body = { email: 'ada@example.com', password: 'correct horse battery' };
  const signedIn = await sendConsole(at(0), 'POST', '/sign-in', { body });
  assert.equal(signedIn.status, 200, signedIn.text);
  const headers = { cookie: cookieOf(secretOf(signedIn)) };
  const all = () => Promise.all(urls().map(async (url) => (await sendConsole(url, 'GET', '/me', { headers })).status));
  assert.deepEqual(await all(), [200, 200, 200]);
  assert.ok((await sendConsole(at(1), 'POST', '/sign-out', { headers })).status < 300);
  assert.deepEqual(await all(), [401, 401, 401]);
});

test('tags that one adds are shown by the others at once', async () => {
  const shop = await newShop(folder, env);
  const upload = newUpload();
  assert.equal(await uploadOver(inTurn(), shop.token, upload), 200);
  const path = `/media/${upload.request.id}`;
  for (const url of urls()) await timed(url, shop.token, path);
  assert.equal((await timed(at(0), shop.token, `${path}/tags`, post({ add: ['Summer'] }))).status, 200);
  for (const url of urls()) {
    const { body } = await timed(url, shop.token, path);
    assert.deepEqual(
      (body as { tags: { name: string }[] }).tags.map(({ name }) => name),
      ['Summer'],
    );
  }
});

test('abandoned uploads are dropped by one at a time; when it is killed -9 in the middle another takes over', async () => {
  const shop = await newShop(folder, env);
  assert.equal((await timed(at(0), shop.token, '/media/uploads', post(newUpload().request))).status, 200);
  const reserved = async () => Number((await asked(folder, env, 'merchant', 'show', shop.id))['storageReservedBytes']);
  assert.equal(await reserved(), 1_000);
  await postgres.query("update media set ticketed_at = now() - interval '2 days' where state = 'awaiting'");
  // Both look once at their start; the first to do so stays in the middle of it, because the row is held.
  const release = await holdAwaiting(shop.id);
  const both = await Promise.all([1, 2].map(() => startServe(folder, env)));
  assert.equal(await workers(), 1, 'the other left it to the one at work');
  await Promise.all(both.map((server) => server.end('SIGKILL')));
  assert.equal(await poll(workers, (count) => count === 0), 0);
  await release();
  assert.equal(await reserved(), 1_000);
  const successor = await startServe(folder, env);
  assert.equal(await poll(reserved, (bytes) => bytes === 0), 0);
  await successor.end('SIGTERM');
});

async function workers(): Promise<number> {
  const held = "select 1 from pg_locks where locktype = 'advisory' and objid = 7160003 and granted";
  return (await postgres.query(held)).length;
}

async function holdAwaiting(merchantId: string): Promise<() => Promise<void>> {
  const client = new pg.Client(postgres.url());
  await client.connect();
  await client.query('begin');
  await client.query("select 1 from media where merchant_id = $1 and state = 'awaiting' for update", [merchantId]);
  return () => client.end();
}

test('one of three is killed -9 and started again every few seconds: nothing acknowledged is lost, the others go on', async () => {
  const plenty = { ...env, ...PLENTY };
  const shop = await newShop(folder, plenty);
  const victimPort = await findFreePort();
  const living = await Promise.all([1, 2].map(() => startServe(folder, plenty)));
  let victim = await startServe(folder, { ...plenty, PORT: String(victimPort) });
  const faults: string[] = [];
  const finalized: Upload[] = [];
  let isOver = false;
  let answered = 0;
  const note = (status: number, url: string): void => {
    answered += 1;
    // The dying one may cut a connection; a living one may not fail.
    if (status >= 500 || (status !== 200 && url !== victim.url)) faults.push(`${status} from ${url}`);
  };
  const addresses = [...living.map(({ url }) => url), victim.url];
  const uploaders = addresses.map(async (_, offset) => {
    for (let turn = offset; !isOver; turn += 1) {
      const upload = newUpload();
      const next = (): string => addresses[turn++ % 3] ?? '';
      // A client that is cut off does the same again; each step may be repeated.
      const status = await again(() => uploadOver(next, shop.token, upload));
      note(status, living[0]?.url ?? '');
      if (status === 200) finalized.push(upload);
    }
  });
  const readers = living.map(async ({ url }) => {
    while (!isOver) note((await timed(url, shop.token, '/media')).status, url);
  });
  for (let round = 0; round < 4; round += 1) {
    await sleep(1_500);
    await victim.end('SIGKILL');
    await sleep(500);
    victim = await startServe(folder, { ...plenty, PORT: String(victimPort) });
    await untilOk(() => timed(victim.url, shop.token, '/media'));
  }
  isOver = true;
  await Promise.all([...uploaders, ...readers]);
  assert.deepEqual(faults, []);
  assert.ok(finalized.length > 20, `${finalized.length} uploads`);
  for (const upload of finalized) await assertStored(victim.url, shop.token, upload);
  const usage = await asked(folder, plenty, 'merchant', 'show', shop.id);
  assert.equal(Number(usage['storageUsedBytes']), finalized.length * 1_000);
  assert.equal(Number(usage['storageReservedBytes']), 0);
  console.log(`${finalized.length} uploads, ${answered} answers, 4 kills`);
  await Promise.all([...living, victim].map((server) => server.end('SIGTERM')));
}, 120_000);

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

test('storage away: /readyz is 503 on each, finalize a 500, and reads go on', async () => {
  const shop = await newShop(folder, env);
  const { request } = newUpload();
  assert.equal((await timed(at(0), shop.token, '/media/uploads', post(request))).status, 200);
  await whilePaused(async () => {
    const finalized = timed(at(0), shop.token, `/media/uploads/${request.id}/finalize`, post());
    const ready = Promise.all(urls().map(async (url) => (await send(`${url}/readyz`)).status));
    for (const url of urls()) {
      const { status, ms } = await timed(url, shop.token, '/media');
      assert.ok(status === 200 && ms < 1_000, `${status} after ${ms} ms`);
    }
    assert.deepEqual(await ready, [503, 503, 503]);
    const { status, body } = await finalized;
    assert.deepEqual([status, body], [500, INTERNAL]);
  });
  assert.equal((await timed(at(0), shop.token, `/media/uploads/${request.id}/finalize`, post())).status, 422);
});
