// `serve` as built, in a process of its own: its start, its end, and what it says meanwhile.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, inject, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { startEmbedded } from '../src/db/embedded/start-embedded.js';
import {
  findFreePort,
  findPostmaster,
  newFolder,
  poll,
  removeFolder,
  runCommand,
  spawnProgram,
  startServe,
  type Folder,
  type Served,
} from './command-line.js';
import { send } from './service.js';

type Access = { email: string; password: string; readToken: string; writeToken: string };

let folder: Folder;
let access: Access;
const running: Served[] = [];

beforeAll(async () => {
  folder = await newFolder();
});

afterEach(async () => {
  for (const one of running.splice(0)) await one.end('SIGTERM');
});

afterAll(() => removeFolder(folder));

async function start(more: Record<string, string> = {}): Promise<Served> {
  const served = await startServe(folder, more);
  running.push(served);
  return served;
}

const get = (served: Served, path: string, bearer = access.readToken) => send(served.url + API_PATH + path, bearer);

describe('the first start', () => {
  test('seeds the demo and prints addresses, sign-in, two tokens and a curl line that works', async () => {
    const served = await start();
    const said = served.said.stdout;
    assert.ok(said.startsWith('Making demo content (once) …\n\nVitrine is up.\n'), said);
    assert.ok(said.includes(`\n  Console   ${served.url}\n`), said);
    assert.ok(said.includes(`\n  API       ${served.url}${API_PATH}\n`), said);
    const [, email = '', password = ''] = /sign-in +(\S+@\S+) +(\S+)\n/.exec(said) ?? [];
    const [, readToken = ''] = /read token +(vitrine_\S{43})\n/.exec(said) ?? [];
    const [, writeToken = ''] = /write token +(vitrine_\S{43})\n/.exec(said) ?? [];
    access = { email, password, readToken, writeToken };
    const [, header = '', url = ''] = /^ +curl -H '([^']+)' '([^']+)'$/m.exec(said) ?? [];
    const [name = '', value = ''] = header.split(': ');
    const answer = await send(url, undefined, { headers: { [name]: value } });
    assert.equal(answer.status, 200);
    const { items } = answer.body as { items: { thumbnailUrl: string | null }[] };
    assert.equal(items.length, 2);
    assert.equal((await get(served, '/tags', writeToken)).status, 200);
    const picture = await fetch(items.find(({ thumbnailUrl }) => thumbnailUrl !== null)?.thumbnailUrl ?? '');
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg']);
  });

  test('the next start seeds nothing, and shows the same sign-in and tokens; so does the command demo', async () => {
    const served = await start();
    const said = served.said.stdout;
    assert.ok(said.startsWith('\nVitrine is up.\n'), said);
    for (const secret of Object.values(access)) assert.ok(said.includes(secret));
    for (const _ of ['once', 'twice']) {
      const { code, stdout } = await runCommand(folder, ['demo', '--json']);
      assert.equal(code, 0);
      const { merchantId, ...shown } = JSON.parse(stdout) as Access & { merchantId: string };
      assert.deepEqual(shown, access);
      assert.equal(merchantId.length, 36);
    }
    const { stdout } = await runCommand(folder, ['merchant', 'list', '--json']);
    assert.equal((JSON.parse(stdout) as unknown[]).length, 2);
  });
});

describe('the end', () => {
  // SIGINT twice: Ctrl-C reaches the server from the terminal and once more from npm.
  test.each([[['SIGTERM']], [['SIGINT', 'SIGINT']]] as NodeJS.Signals[][][])(
    '%j: a request under way is answered, new ones are not taken, and nothing is left running',
    async (signals) => {
      const served = await start();
      const client = await lockTags(folder);
      const answer = get(served, '/tags');
      await untilWaiting(client);
      const ended = served.end(...signals);
      await untilRefused(served.url);
      await client.query('rollback');
      const { status, headers } = await answer;
      assert.deepEqual([status, headers.get('connection')], [200, 'close']);
      const released = performance.now();
      assert.equal((await ended).code, 0);
      assert.ok(performance.now() - released < 20_000, 'it does not wait for the connection to be used again');
      assert.equal(await findPostmaster(folder), 0);
    },
  );

  test('a signal during the start ends it too, and leaves nothing running', async () => {
    const child = spawnProgram(folder, ['serve'], { PORT: String(await findFreePort()) });
    while ((await findPostmaster(folder)) === 0) await sleep(5);
    child.process.kill('SIGINT');
    const { code, stdout } = await child.ended;
    assert.deepEqual({ code, stdout }, { code: 0, stdout: '' });
    assert.equal(await findPostmaster(folder), 0);
  });

  test('after kill -9 the next start takes over the PostgreSQL that was left, and stops it in the end', async () => {
    const killed = await start();
    const pid = await findPostmaster(folder);
    await killed.end('SIGKILL');
    assert.equal(await findPostmaster(folder), pid);
    const served = await start();
    assert.equal(await findPostmaster(folder), pid);
    assert.equal((await get(served, '/tags')).status, 200);
    assert.equal((await served.end('SIGTERM')).code, 0);
    assert.equal(await findPostmaster(folder), 0);
  });
});

// Holds what `GET /tags` reads, so that such a request waits until this connection lets go.
async function lockTags({ dataDir }: Folder): Promise<pg.Client> {
  const client = new pg.Client({ host: join(dataDir, 'run'), port: 5432, user: 'vitrine', database: 'vitrine' });
  client.on('error', () => {}); // the server that it is connected to is stopped under it
  await client.connect();
  await client.query('begin');
  await client.query('lock table tags in access exclusive mode');
  return client;
}

async function untilWaiting(client: pg.Client): Promise<void> {
  const waiting = `select 1 from pg_locks where not granted and relation = 'tags'::regclass`;
  while ((await client.query(waiting)).rowCount === 0) await sleep(10);
}

async function untilRefused(url: string): Promise<void> {
  const isTaken = (): Promise<boolean> =>
    fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    );
  while (await isTaken()) await sleep(10);
}

describe('what keeps it from starting is one sentence, exit code 1, and nothing left running', () => {
  const refused = async (more: Record<string, string>): Promise<string> => {
    const ports = { PORT: String(await findFreePort()), STORAGE_PORT: String(await findFreePort()) };
    const { code, stdout, stderr } = await runCommand(folder, ['serve'], { LOG_LEVEL: 'warn', ...ports, ...more });
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.equal(await findPostmaster(folder), 0);
    return stderr;
  };

  test.each(['PORT', 'STORAGE_PORT'])('%s is taken', async (name) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const stderr = await refused({ [name]: String(port) });
    other.close();
    const sentence = `Cannot listen on 127.0.0.1:${port} (EADDRINUSE). Set PORT, STORAGE_PORT or HOST to a free address.\n`;
    assert.equal(stderr, sentence);
  });

  const socket = () => `host=${encodeURIComponent(inject('postgres').host)}&port=${inject('postgres').port}`;

  test('DATABASE_URL where nothing answers, by network and by socket', async () => {
    const sentence =
      'PostgreSQL does not answer at DATABASE_URL. Check the address, and that the server is up and reachable.\n';
    const port = await findFreePort();
    assert.equal(await refused({ DATABASE_URL: `postgres://me:hidden-word@127.0.0.1:${port}/db` }), sentence);
    assert.equal(await refused({ DATABASE_URL: 'postgres://me:hidden-word@/db?host=/no/such/folder' }), sentence);
  });

  test('DATABASE_URL with a database or a user that is not there', async () => {
    assert.equal(
      await refused({ DATABASE_URL: `postgres://vitrine@/no_such_database?${socket()}` }),
      'The database that DATABASE_URL names does not exist. Create it, or name another.\n',
    );
    assert.equal(
      await refused({ DATABASE_URL: `postgres://nobody_known:hidden-word@/postgres?${socket()}` }),
      'PostgreSQL refused the user or password of DATABASE_URL. Correct them.\n',
    );
  });

  test('DATABASE_URL with a user who may not create tables', async () => {
    const client = new pg.Client(inject('postgres'));
    await client.connect();
    await client.query('create role vitrine_guest login');
    await client.query('create database guest_ready template vitrine_template');
    try {
      assert.equal(
        await refused({ DATABASE_URL: `postgres://vitrine_guest@/guest_ready?${socket()}` }),
        'The user of DATABASE_URL may not create tables. Grant it «create» on the database and its schema public.\n',
      );
    } finally {
      await client.query('drop database guest_ready with (force)');
      await client.query('drop role vitrine_guest');
      await client.end();
    }
  });
});

describe('watching it', () => {
  test('/readyz is 503 while the database is away and 200 when it is back; /healthz is 200 throughout', async () => {
    let postgres = await startEmbedded(folder);
    const { host, port, database } = postgres.connection;
    const url = `postgres://vitrine@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
    const served = await start({ DATABASE_URL: url });
    const ready = () => send(`${served.url}/readyz`);
    const isReady = { status: 'ok', database: 'ok', storage: 'ok' };
    assert.deepEqual(await ready().then(({ status, body }) => [status, body]), [200, isReady]);
    await postgres.stop();
    const away = await ready();
    const isAway = { status: 'unavailable', database: 'unavailable', storage: 'ok' };
    assert.deepEqual([away.status, away.body], [503, isAway]);
    assert.deepEqual((await send(`${served.url}/healthz`)).body, { status: 'ok' });
    const refused = await get(served, '/tags');
    assert.deepEqual([refused.status, (refused.body as { error: string }).error], [500, 'internal']);
    postgres = await startEmbedded(folder);
    assert.equal((await poll(ready, ({ status }) => status === 200)).status, 200);
    assert.equal((await get(served, '/tags')).status, 200);
    await served.end('SIGTERM');
    await postgres.stop();
  });

  test('/metrics counts by route and status, times answers, and shows pool, refused tokens and limits hit', async () => {
    const served = await start({ READS_PER_MINUTE: '3' });
    await get(served, '/tags', 'vitrine_not-a-token');
    for (let at = 0; at < 10; at += 1) if ((await get(served, '/tags')).status === 429) break;
    const metrics = await (await fetch(`${served.url}/metrics`)).text();
    const route = `route="${API_PATH}/tags",method="GET"`;
    for (const line of [
      new RegExp(`^vitrine_http_requests_total\\{${route},status="200"\\} [3-9]$`, 'm'),
      new RegExp(`^vitrine_http_requests_total\\{${route},status="401"\\} 1$`, 'm'),
      new RegExp(`^vitrine_http_request_duration_seconds_bucket\\{le="\\+Inf",${route}\\} \\d+$`, 'm'),
      /^vitrine_database_connections\{state="idle"\} \d+$/m,
      /^vitrine_tokens_refused_total 1$/m,
      /^vitrine_rate_limits_hit_total 1$/m,
    ])
      assert.match(metrics, line);
  });

  test('logs are lines of JSON on standard error, with request id, merchant and the last four of the token', async () => {
    const served = await start({ LOG_LEVEL: 'trace' });
    const { headers, body } = await get(served, '/media?limit=3');
    await tempt(served, body as { items: { thumbnailUrl: string }[] });
    const { stderr } = await served.end('SIGTERM');
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const line = lines.find(({ reqId }) => reqId === headers.get('x-request-id'));
    const { time, ms, merchant, ...rest } = line ?? {};
    assert.deepEqual(rest, {
      level: 30,
      reqId: headers.get('x-request-id'),
      method: 'GET',
      route: `${API_PATH}/media`,
      status: 200,
      token: access.readToken.slice(-4),
      msg: 'request',
    });
    assert.match(String(merchant), /^[0-9a-f-]{36}$/);
    assert.ok(typeof ms === 'number' && !Number.isNaN(Date.parse(String(time))));
    assert.ok(lines.some(({ msg }) => msg === 'storage request'));
  });

  // Every way in which a secret could come near the log.
  async function tempt(served: Served, { items }: { items: { thumbnailUrl: string | null }[] }): Promise<void> {
    const { readToken, writeToken, password } = access;
    for (const { thumbnailUrl } of items) if (thumbnailUrl !== null) await fetch(thumbnailUrl);
    await fetch(String(items[0]?.thumbnailUrl).replace('X-Amz-Date', 'x'));
    await get(served, `/media?token=${readToken}`);
    await get(served, `/media?cursor=${readToken}&q=${password}`);
    await get(served, `/media/${writeToken}`);
    await get(served, '/tags', `${readToken} ${password}`);
    await send(`${served.url}/${readToken}?${password}`);
    await send(`${served.url}${API_PATH}/media`, readToken, { method: 'DELETE' });
  }
});

test('nothing that any process here wrote holds a secret, other than what the banner and demo are for', async () => {
  const made = await readFile(join(folder.dataDir, 'storage-secret'), 'utf8');
  const lines = folder.said.flatMap((text) => text.split('\n'));
  const isMeant = (line: string): boolean =>
    /^ +(sign-in|read token|write token|curl) |^ {2}"(password|\w+Token)": /.test(line);
  const { password, readToken, writeToken } = access;
  for (const secret of [password, readToken, writeToken, made, 'hidden-word', 'X-Amz-Signature', 'X-Amz-Credential']) {
    assert.ok(secret.length > 8);
    const found = lines.filter((line) => !isMeant(line) && line.toLowerCase().includes(secret.toLowerCase()));
    assert.deepEqual(found, []);
  }
  assert.ok(lines.some((line) => line.includes('"msg":"request"')));
});
