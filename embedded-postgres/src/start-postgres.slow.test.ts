import assert from 'node:assert/strict';
import { mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, test } from 'vitest';
import { EmbeddedPostgresError } from './errors.js';
import { cleanUp, newDataDir, newFolder, query, removeCompiled, start, startHolder } from '../test/fixture.js';
import { findPostmaster } from './postmaster.js';

afterEach(cleanUp);
afterAll(removeCompiled);

test('a first start makes the folders, the cluster and the database', async () => {
  const dataDir = join(await newDataDir(), 'deep', 'er');
  const postgres = await start(dataDir, { user: 'shop' });
  const facts = `select json_build_object('encoding', pg_encoding_to_char(encoding), 'provider', datlocprovider,
    'locale', datlocale, 'name', datname, 'user', current_user, 'listens', current_setting('listen_addresses'),
    'upper', upper('straße é'), 'trigrams', cardinality(show_trgm('éé'))) as value
    from pg_database where datname = current_database()`;
  await query(postgres, 'create extension pg_trgm');
  assert.deepEqual(await query(postgres, facts), {
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
    name: 'shop',
    user: 'shop',
    listens: '',
    upper: 'STRASSE É'.replace('SS', 'ß'),
    trigrams: 3,
  });
  assert.equal((await stat(postgres.connection.host)).mode & 0o777, 0o700);
  assert.deepEqual((await readdir(dataDir)).toSorted(), ['postgres', 'postgres.log', 'run']);
  await postgres.stop();
  assert.equal(await findPostmaster(dataDir), 0);
});

test('connects as a plain role that owns its database, and trusts only the socket', async () => {
  const postgres = await start(await newDataDir(), { user: 'shop' });
  const role = `select json_build_object('superuser', rolsuper, 'roles', rolcreaterole, 'databases', rolcreatedb,
    'replication', rolreplication, 'memberships', (select count(*) from pg_auth_members where member = pg_roles.oid),
    'owner', (select pg_get_userbyid(datdba) from pg_database where datname = current_database())) as value
    from pg_roles where rolname = current_user`;
  assert.deepEqual(await query(postgres, role), {
    superuser: false,
    roles: false,
    databases: false,
    replication: false,
    memberships: 0,
    owner: 'shop',
  });
  const denied = { code: '42501' };
  await assert.rejects(query(postgres, "copy (select 1) to program 'true'"), denied);
  await assert.rejects(query(postgres, "select pg_read_file('postmaster.pid') as value"), denied);
  const rules = `select json_agg(distinct type || ' ' || auth_method) as value from pg_hba_file_rules`;
  assert.deepEqual(await query({ connection: postgres.superuser }, rules), ['host reject', 'local trust']);
});

test('fsync is on unless a setting says otherwise', async () => {
  const postgres = await start(await newDataDir(), { settings: {} });
  assert.equal(await query(postgres, "select current_setting('fsync') as value"), 'on');
});

test('what was written is there after a stop and a start, and stop may be called twice', async () => {
  const dataDir = await newDataDir();
  const first = await start(dataDir);
  await query(first, 'create table kept as select 7 as value');
  await Promise.all([first.stop(), first.stop()]);
  await first.stop();
  const second = await start(dataDir);
  assert.equal(await query(second, 'select value from kept'), 7);
});

test('two first starts at once end with one cluster', async () => {
  const dataDir = await newDataDir();
  const [one, two] = await Promise.all([startHolder(dataDir), startHolder(dataDir)]);
  await query(one, 'create table shared as select 1 as value');
  assert.equal(await query(two, 'select value from shared'), 1);
  assert.deepEqual((await readdir(dataDir)).toSorted(), ['postgres', 'postgres.log', 'run']);
});

test('the last one out stops the postmaster, and only the last', async () => {
  const dataDir = await newDataDir();
  const server = await startHolder(dataDir);
  const command = await startHolder(dataDir);
  const pid = await findPostmaster(dataDir);
  await server.stop();
  assert.equal(await findPostmaster(dataDir), pid);
  assert.equal(await query(command, 'select 1 as value'), 1);
  await command.stop();
  assert.equal(await findPostmaster(dataDir), 0);
});

test('starts and stops that cross each other all succeed and leave nothing running', async () => {
  const dataDir = await newDataDir();
  const comeAndGo = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i += 1) {
      const postgres = await start(dataDir);
      assert.equal(await query(postgres, 'select 1 as value'), 1);
      await postgres.stop();
    }
  };
  await Promise.all([comeAndGo(2), comeAndGo(2), comeAndGo(2)]);
  assert.equal(await findPostmaster(dataDir), 0);
});

test('a data folder too deep for a socket, under two names, uses one short private folder', async () => {
  const dataDir = await newDataDir();
  const deep = join(dataDir, 'd'.repeat(100));
  const first = await start(deep);
  assert.match(first.connection.host, /^\/tmp\/postgres-[0-9a-f]{16}$/);
  assert.equal((await stat(first.connection.host)).mode & 0o777, 0o700);
  const alias = join(dirname(dataDir), 'alias');
  await symlink(deep, alias);
  const second = await start(alias);
  assert.deepEqual(second.connection, first.connection);
});

test('a folder with quotes, spaces and commas in its name', async () => {
  const dataDir = join(await newFolder(), `it's, a "data" folder`);
  const postgres = await start(dataDir);
  assert.equal(await query(postgres, 'select 1 as value'), 1);
});

test('files in the place of the cluster are left alone', async () => {
  const dataDir = await newDataDir();
  await mkdir(join(dataDir, 'postgres', 'mine'), { recursive: true });
  await assert.rejects(start(dataDir), /holds files but no PostgreSQL cluster/);
  assert.deepEqual(await readdir(join(dataDir, 'postgres')), ['mine']);
});

test('of two servers on one folder the second is told who serves, and a program that is no server comes in', async () => {
  const dataDir = await newDataDir();
  const server = await start(dataDir, { servedAt: 'http://one.test' });
  await assert.rejects(start(dataDir, { servedAt: 'http://two.test' }), (error) => {
    assert.ok(error instanceof EmbeddedPostgresError);
    assert.equal(error.code, 'served');
    assert.match(error.message, / is served already, by process \d+ at http:\/\/one\.test since \d{4}-/);
    return true;
  });
  const command = await start(dataDir);
  await server.stop();
  const next = await start(dataDir, { servedAt: 'http://two.test' });
  assert.deepEqual(next.connection, command.connection);
});
