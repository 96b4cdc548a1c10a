import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedPostgres } from '@vitrine/embedded-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { newCertificate } from '../../../tests/harness/self-signed.js';
import { until } from '../../../tests/harness/test-disk.js';
import { CommandError } from '../errors.js';
import { clientConfig } from './db.js';
import { openDatabase } from './open-database.js';
import { startEmbedded } from './start-embedded.js';

// The embedded PostgreSQL has one port, so it gets an address of its own. `pg` takes a host by number for localhost.
const HOST = [127, randomInt(1, 255), randomInt(1, 255), randomInt(1, 255)].join('.');

// Over TLS with a password, or not at all; `plain` is never to use TLS.
const HBA = `
local all all trust
hostnossl plain all 127.0.0.0/8 scram-sha-256
hostssl vitrine,other all 127.0.0.0/8 scram-sha-256
`;

let folder: string;
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-tls-'));
  postgres = await startEmbedded({
    dataDir: folder,
    settings: { listen_addresses: HOST, fsync: 'off' },
  });
  await writeCluster('pg_hba.conf', HBA);
  await certifyAs('localhost');
  for (const text of [
    'create database plain',
    "create role guest superuser login password 'hidden-word'",
    'alter system set ssl = on',
  ]) {
    await query(text);
  }
  await reload();
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});

// PostgreSQL takes no key that somebody else owns.
async function writeCluster(name: string, text: string): Promise<void> {
  const file = join(folder, 'postgres', name);
  const { uid, gid } = await stat(join(folder, 'postgres'));
  await rm(file, { force: true });
  await writeFile(file, text, { mode: 0o600 });
  await chown(file, uid, gid);
}

async function certifyAs(name: string): Promise<void> {
  const { key, certificate } = newCertificate(name);
  await writeCluster('server.key', key);
  await writeCluster('server.crt', certificate);
}

// Ends when a new connection is one of after it.
async function reload(): Promise<void> {
  const loadedAt = async () => String((await query('select pg_conf_load_time() as at')).rows[0]?.at);
  const before = await loadedAt();
  await query('select pg_reload_conf()');
  await until(async () => (await loadedAt()) !== before);
}

async function query(text: string) {
  const client = new pg.Client({ ...postgres.superuser, types: { getTypeParser: () => String } });
  await client.connect();
  try {
    return await client.query<{ at: string }>(text);
  } finally {
    await client.end();
  }
}

const open = (
  parameters: string,
  { password = 'hidden-word', database = 'vitrine', creates = 'folder' as 'nothing' | 'folder' } = {},
) =>
  openDatabase({
    databaseUrl: `postgres://guest:${password}@${HOST}:5432/${database}${parameters}`,
    dataDir: folder,
    log: () => {},
    creates,
  });

async function refusalOf(parameters: string, how?: Parameters<typeof open>[1]): Promise<string> {
  const failure: unknown = await open(parameters, how).then(
    ({ close }) => close(),
    (error: unknown) => error,
  );
  assert.ok(failure instanceof CommandError, String(failure));
  assert.ok(!failure.message.includes('hidden-word'));
  return failure.message;
}

const ca = () => `sslrootcert=${encodeURIComponent(join(folder, 'postgres', 'server.crt'))}`;

describe('a PostgreSQL that insists on TLS', () => {
  test.each<readonly [string, () => string]>([
    ...['allow', 'prefer', 'require', 'verify-ca', 'verify-full'].map(
      (mode) => [`${mode} and its authority`, () => `?sslmode=${mode}&${ca()}`] as const,
    ),
    ['its authority alone', () => `?${ca()}`],
    ['no-verify, which encrypts and trusts anybody', () => '?sslmode=no-verify'],
  ])('is used with %s, and every connection is encrypted', async (_how, parameters) => {
    const { db, connection, close } = await open(parameters());
    const ask = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
    assert.deepEqual(await db.row({ text: ask, values: [] }), { ssl: true });
    const listener = new pg.Client(clientConfig(connection));
    await listener.connect();
    assert.deepEqual((await listener.query(ask)).rows, [{ ssl: true }]);
    await listener.end();
    await close();
  });

  test('is not reported as a wrong password: the setting that is missing is named', async () => {
    const sentence =
      'PostgreSQL refused a connection without TLS. Add sslmode=verify-full to DATABASE_URL; or, if the server is to take this user from here without, add that to its pg_hba.conf.';
    for (const parameters of ['', '?sslmode=disable']) assert.equal(await refusalOf(parameters), sentence);
  });

  test('a wrong password is reported as one', async () => {
    const sentence = 'PostgreSQL refused the user or password of DATABASE_URL. Correct them.';
    assert.equal(await refusalOf('?sslmode=no-verify', { password: 'wrong-word' }), sentence);
  });

  test('a certificate of nobody who is trusted, or of another name, is refused and named', async () => {
    const sentence = (code: string) =>
      `The certificate of PostgreSQL was refused (${code}). Name the file of the authority that issued it with sslrootcert in DATABASE_URL, and the host as the certificate does.`;
    for (const mode of ['allow', 'prefer', 'require', 'verify-ca', 'verify-full']) {
      assert.equal(await refusalOf(`?sslmode=${mode}`), sentence('DEPTH_ZERO_SELF_SIGNED_CERT'));
    }
    const other = join(folder, 'other.crt');
    await writeFile(other, newCertificate('localhost').certificate);
    assert.equal(
      await refusalOf(`?sslmode=verify-full&sslrootcert=${encodeURIComponent(other)}`),
      sentence('DEPTH_ZERO_SELF_SIGNED_CERT'),
    );
    await certifyAs('elsewhere.example');
    await reload();
    for (const mode of ['require', 'verify-ca', 'verify-full']) {
      assert.equal(await refusalOf(`?sslmode=${mode}&${ca()}`), sentence('ERR_TLS_CERT_ALTNAME_INVALID'));
    }
    await certifyAs('localhost');
    await reload();
  });

  test('a file of certificates that is not there is named', async () => {
    const sentence = '/no/such/ca.crt, which DATABASE_URL names, cannot be read (ENOENT). Correct the name.';
    assert.equal(await refusalOf('?sslmode=verify-full&sslrootcert=/no/such/ca.crt'), sentence);
  });
});

test('a database that nothing was begun in is refused to what only reads or changes, and stays empty', async () => {
  await query('create database other');
  const [database, parameters] = ['other', '?sslmode=no-verify'];
  const begun = { database, creates: 'nothing' } as const;
  assert.equal(
    await refusalOf(parameters, begun),
    'Nothing of Vitrine is in the database that DATABASE_URL names. Name the one that the server has, or make its tables with: migrate',
  );
  const { db, migrated, close } = await open(parameters, { database });
  assert.equal(migrated[0], '0001_schema.sql');
  assert.deepEqual(await db.rows({ text: 'select from merchants', values: [] }), []);
  await close();
  await (await open(parameters, begun)).close();
});

test('a PostgreSQL that takes this user without TLS only says that it has no entry for it', async () => {
  const sentence =
    'PostgreSQL has no entry in its pg_hba.conf for this user, database and address. Add one there, or correct DATABASE_URL.';
  assert.equal(await refusalOf('?sslmode=no-verify', { database: 'plain' }), sentence);
  await (await open('', { database: 'plain' })).close();
});

test('a PostgreSQL that offers no TLS is told from one whose certificate is refused', async () => {
  await query('alter system set ssl = off');
  await reload();
  const sentence =
    'DATABASE_URL asks for TLS and this PostgreSQL offers none. Turn it on there (ssl = on), or take sslmode out of DATABASE_URL.';
  for (const mode of ['prefer', 'verify-full', 'no-verify']) {
    assert.equal(await refusalOf(`?sslmode=${mode}`, { database: 'plain' }), sentence);
  }
});
