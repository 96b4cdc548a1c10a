// `vitrine-server doctor` beside a server that runs: nothing found where nothing is wrong, and each planted fault is found
// with its remedy.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { systemClock } from '../../../server/src/clock.js';
import {
  environmentOf,
  newFolderWithCluster,
  removeFolder,
  startServe,
  type Environment,
  type Folder,
  type Served,
} from '../../harness/command-line.js';
import { findFreePort } from '../../harness/free-port.js';
import { AGENT_TOKEN, newSession, startKeyGiver } from '../../harness/key-giver.js';
import { startMailServer, type MailServer } from '../../harness/mail-server.js';
import { createRepeater, type Repeater } from '../../harness/repeater.js';

type Row = { readonly check: string; readonly state: string; readonly words: string };

let folder: Folder;
let served: Served;
let repeater: Repeater;
let mail: MailServer;
let database: pg.Client;
let env: Environment;
const proxies: Server[] = [];

beforeAll(async () => {
  folder = await newFolderWithCluster();
  const [port, storagePort] = [String(await findFreePort()), String(await findFreePort())];
  env = { PORT: port, STORAGE_PORT: storagePort, DEMO: 'off', STORAGE_RESERVE_MB: '0' };
  served = await startServe(folder, env);
  repeater = createRepeater(join(import.meta.dirname, '../../../server/dist/main.js'));
  mail = await startMailServer();
  database = new pg.Client({
    host: join(folder.dataDir, 'run'),
    port: 5432,
    user: 'vitrine_admin',
    database: 'vitrine',
  });
  await database.connect();
  // The cluster of the tests is quick and forgetful.
  await setDurable('on');
});
afterAll(async () => {
  for (const proxy of proxies) proxy.close().closeAllConnections();
  await database.end();
  await repeater.end();
  await served.end('SIGTERM');
  await mail.close();
  await removeFolder(folder);
});

const run = async <Row extends object>(text: string) => (await database.query<Row>(text)).rows;

async function setDurable(fsync: 'on' | 'off'): Promise<void> {
  await run(`alter system set fsync = ${fsync}`);
  await run('select pg_reload_conf()');
  for (let now = ''; now !== fsync;) now = String((await run<{ fsync: string }>('show fsync'))[0]?.fsync);
}

async function doctor(more: Environment = {}) {
  const call = { cwd: folder.path, env: environmentOf(folder, { ...env, ...more }) };
  const { code, stdout, stderr } = await repeater.run({ ...call, args: ['doctor', '--json'] });
  return { code, stderr, rows: stdout === '' ? [] : (JSON.parse(stdout) as Row[]) };
}

// The words of the fault.
async function faultIn(check: string, more: Environment = {}): Promise<string> {
  const { code, stderr, rows } = await doctor(more);
  const row = rows.find((one) => one.check === check);
  assert.equal(row?.state, 'fault', JSON.stringify(rows, null, 1));
  assert.equal(code, 1);
  assert.match(stderr, /^Faults: \d\. Mend them from top to bottom, and ask again\.\n$/);
  return row.words;
}

type Spoil = (request: IncomingMessage, response: ServerResponse, pass: (headers?: object) => void) => void;

// Between callers and a server; passes on what it does not spoil, as it came.
async function proxyTo(port: string | undefined, spoil: Spoil): Promise<string> {
  const proxy = createServer((asked, answer) =>
    spoil(asked, answer, (headers = {}) => {
      const { method, url: path } = asked;
      const passed = request({ host: '127.0.0.1', port, method, path, headers: { ...asked.headers, ...headers } });
      passed.on('response', (response) => {
        answer.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(answer);
      });
      asked.pipe(passed);
    }),
  ).listen(0, '127.0.0.1');
  proxies.push(proxy);
  await once(proxy, 'listening');
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

// An address of this machine that does not look like one.
const asIfElsewhere = (url: string): string => url.replace('127.0.0.1', '[::ffff:127.0.0.1]');

test('nothing is wrong with an installation in which nothing is wrong', async () => {
  const { code, stderr, rows } = await doctor({
    SMTP_URL: `smtp://127.0.0.1:${mail.config.port}`,
    MAIL_FROM: 'Vitrine <v@example.com>',
  });
  assert.deepEqual(
    rows.map(({ check, state }) => [check, state]).filter(([check]) => check !== 'node' && check !== 'disk'),
    [
      ['settings', 'ok'],
      // The npm package's PostgreSQL is behind on minor releases.
      ['database', 'look'],
      ['schema', 'ok'],
      ['clock', 'ok'],
      ['secret key', 'ok'],
      ['webhooks', 'skipped'],
      ['storage', 'ok'],
      ['upload and download', 'ok'],
      ['wrong bytes', 'ok'],
      ['console uploads (CORS)', 'ok'],
      ['address and proxy', 'ok'],
      ['mail', 'ok'],
      ['company sign-in', 'skipped'],
    ],
    JSON.stringify(rows, null, 1),
  );
  assert.equal(
    rows.find(({ check }) => check === 'database')?.words,
    'PostgreSQL 18.4, 2 minor releases behind 18.6 (as of 2026-11-19). Minor releases fix security bugs: set POSTGRES_BIN to the programs of a newer one, or use DATABASE_URL.',
  );
  assert.deepEqual([code, stderr], [0, '']);
});

test('as a table it is for people', async () => {
  const call = { cwd: folder.path, env: environmentOf(folder, env) };
  const { stdout } = await repeater.run({ ...call, args: ['doctor'] });
  assert.match(stdout, /^check +state +words\n/);
  assert.match(stdout, /^schema +ok +All \d+ steps of this release are applied\.$/m);
});

describe('a planted fault is found, with what to do:', () => {
  test('settings', async () => {
    const { code, stderr, rows } = await doctor({ PORT: 'x', LOG_LEVEL: 'loud' });
    assert.deepEqual([code, rows], [1, []]);
    assert.match(stderr, /PORT is «x»: set it to.*\n.*LOG_LEVEL is «loud»: set it to/);
  });

  test('a misspelled setting', async () => {
    const { rows } = await doctor({ S3_BUKET: 'vitrine' });
    const settings = rows.find(({ check }) => check === 'settings');
    assert.deepEqual(settings, {
      check: 'settings',
      state: 'look',
      words: 'S3_BUKET is not a setting. Did you mean S3_BUCKET?',
    });
  });

  test('a database that is not there', async () => {
    const away = `postgres://vitrine:secret@127.0.0.1:${await findFreePort()}/vitrine`;
    assert.match(
      await faultIn('database', { DATABASE_URL: away }),
      /does not answer at DATABASE_URL\. Check the address/,
    );
  });

  test('a database that forgets', async () => {
    await setDurable('off');
    assert.match(await faultIn('database'), /Set fsync and full_page_writes to on/);
    await setDurable('on');
  });

  test('a clock that is off', async () => {
    await run('create schema planted authorization vitrine');
    await run(
      `create function planted.clock_timestamp() returns timestamptz language sql as $$ select now() + interval '1 hour' $$`,
    );
    await run('alter role vitrine set search_path = planted, pg_catalog, public');
    assert.match(await faultIn('clock'), /3(?:59\d|60\d) seconds apart.*NTP/);
    await run('alter role vitrine reset search_path');
  });

  test('a schema of a newer release, or of before the first one', async () => {
    const stateOf = async () => (await doctor()).rows.find(({ check }) => check === 'schema');
    await run(`insert into schema_migrations (name, statements_sha256) values ('9999_later.sql', '')`);
    assert.match(JSON.stringify(await stateOf()), /"look".*newer release \(9999_later\.sql\)/);
    await run(`delete from schema_migrations where name = '9999_later.sql'`);
    await run(`update schema_migrations set name = '0001_ground.sql'`);
    assert.match(JSON.stringify(await stateOf()), /"fault".*made before the first release.*vitrine-server export/);
    await run(`update schema_migrations set name = '0001_schema.sql'`);
  });

  test('a disk without room', async () => {
    assert.match(
      await faultIn('disk', { STORAGE_RESERVE_MB: '1000000' }),
      /STORAGE_RESERVE_MB is 1000000: an upload of 50 MB is refused with 507\. Make room/,
    );
  });

  test('a store whose proxy changes the name it was asked by', async () => {
    const url = await proxyTo(env['STORAGE_PORT'], (_, __, pass) => pass({ host: 'elsewhere' }));
    assert.match(await faultIn('upload and download', { STORAGE_BASE_URL: url }), /\(403\).*passes on Host/);
  });

  test('a store that takes any bytes', async () => {
    const url = await proxyTo(env['STORAGE_PORT'], (asked, answer, pass) =>
      asked.method === 'PUT' ? void asked.resume().on('end', () => answer.end()) : pass(),
    );
    assert.match(await faultIn('wrong bytes', { STORAGE_BASE_URL: url }), /takes other bytes than the declared/);
  });

  test('a store that lets no page upload', async () => {
    const url = await proxyTo(env['STORAGE_PORT'], (asked, answer, pass) =>
      asked.method === 'OPTIONS' ? void answer.writeHead(204).end() : pass(),
    );
    assert.match(await faultIn('console uploads (CORS)', { STORAGE_BASE_URL: url }), /Allow that origin/);
  });

  // The embedded store as a bucket, with keys of a session for it.
  const withKeys = async (minutes: number, also: Environment = {}) => {
    const secretAccessKey = await readFile(join(folder.dataDir, 'storage-secret'), 'utf8');
    const session = { ...newSession(systemClock, minutes), accessKeyId: 'VITRINE', secretAccessKey };
    const giver = await startKeyGiver(session);
    const bucket = { S3_ENDPOINT: `http://127.0.0.1:${env['STORAGE_PORT']}`, S3_BUCKET: 'vitrine', S3_REGION: 'local' };
    const agent = {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${giver.url}/agent/credentials`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN: AGENT_TOKEN,
    };
    const found = await doctor({ ...bucket, ...agent, ...also });
    giver.close();
    for (const secret of [secretAccessKey, session.sessionToken, AGENT_TOKEN])
      assert.ok(!JSON.stringify(found).includes(secret));
    return found.rows
      .filter(({ check }) => /^keys|^storage|^upload/.test(check))
      .map(({ state, words }) => [state, words]);
  };

  test('keys of the bucket that end too soon, that nobody renews, or that are not given', async () => {
    const [good, ...others] = await withKeys(60);
    assert.match(
      String(good),
      /^ok,They come from the container's role, at http.*, end at \S+Z, and are renewed before that\.$/,
    );
    assert.deepEqual(
      others.map(([state]) => state),
      ['ok', 'ok'],
    );
    const [short] = await withKeys(15);
    assert.match(
      String(short),
      /^fault,.*too soon: signed URLs end with them. Let a session last an hour, 17 minutes at least/,
    );
    const AWS_CONTAINER_AUTHORIZATION_TOKEN = 'another';
    assert.match(String(await withKeys(60, { AWS_CONTAINER_AUTHORIZATION_TOKEN })), /^fault,The agent .* answered 403/);
    const fixed = { AWS_ACCESS_KEY_ID: 'VITRINE', AWS_SECRET_ACCESS_KEY: 'guess', AWS_SESSION_TOKEN: 'one' };
    const [alone, refused] = await withKeys(60, fixed);
    assert.match(String(alone), /^look,They come from the settings and belong to a session.*nothing renews them/);
    assert.match(String(refused), /^fault,.*does not accept the signature/);
  });

  test('a proxy that believes callers', async () => {
    const url = await proxyTo(env['PORT'], (_, __, pass) => pass());
    assert.match(await faultIn('address and proxy', { BASE_URL: asIfElsewhere(url) }), /passes on what callers say/);
  });

  test('a proxy that does not say who called', async () => {
    const url = await proxyTo(env['PORT'], (_, __, pass) => pass({ 'x-forwarded-for': '' }));
    assert.match(
      await faultIn('address and proxy', { BASE_URL: asIfElsewhere(url) }),
      /All callers look like the proxy/,
    );
  });

  test('an address at which something else answers', async () => {
    const url = await proxyTo(env['PORT'], (_, answer) => void answer.end('hello'));
    assert.match(await faultIn('address and proxy', { BASE_URL: url }), /something else answers/);
  });

  test('a mail server that is not there', async () => {
    const url = `smtp://127.0.0.1:${await findFreePort()}`;
    assert.match(
      await faultIn('mail', { SMTP_URL: url, MAIL_FROM: 'a@example.com' }),
      /Check host, port and TLS in SMTP_URL/,
    );
  });

  test('a company that is none', async () => {
    const company = { OIDC_ISSUER: served.url, OIDC_CLIENT_ID: 'vitrine', OIDC_CLIENT_SECRET: 'secret' };
    assert.match(await faultIn('company sign-in', company), /Check OIDC_ISSUER/);
  });

  test('webhooks whose hosts nobody finds', async () => {
    const { code } = await repeater.run({
      cwd: folder.path,
      env: environmentOf(folder, env),
      args: ['merchant', 'create', '--name', 'Bakery'],
    });
    assert.equal(code, 0);
    await run(`insert into webhooks (merchant_id, id, name, url, types, secret, last_four, created_by_name, created_at, after_number)
      select id, gen_random_uuid(), 'Till', 'https://10.0.0.9/', '{media.created}', 'x', 'abcd', 'Olga', now(), 0 from merchants`);
    await run('insert into webhook_clocks (merchant_id) select id from merchants');
    assert.match(await faultIn('webhooks'), /name server.*WEBHOOK_ALLOWED_HOSTS/);
  });
});

test('while no server runs, what needs one is skipped and nothing is changed', async () => {
  const more = { PORT: String(await findFreePort()), STORAGE_PORT: String(await findFreePort()) };
  const { rows } = await doctor(more);
  const skipped = rows.filter(({ words }) => words.includes('start it and ask again')).map(({ check }) => check);
  assert.deepEqual(skipped, ['upload and download', 'wrong bytes', 'console uploads (CORS)', 'address and proxy']);
});
