// What was killed, and when: nothing of it may keep the next start from working.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, test } from 'vitest';
import { cleanUp, newDataDir, query, removeCompiled, spawnHolder, start, startHolder } from '../test/fixture.js';
import { findPostmaster } from './postmaster.js';

afterEach(cleanUp);
afterAll(removeCompiled);

async function until(holds: () => Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, 'waited too long');
    await sleep(50);
  }
}

const answers = (postgres: Parameters<typeof query>[0]): Promise<boolean> =>
  query(postgres, 'select 1 as value').then(
    () => true,
    () => false,
  );

test('a postmaster that survived a killed server is adopted, and stopped by who adopted it', async () => {
  const dataDir = await newDataDir();
  const server = await startHolder(dataDir);
  const pid = await findPostmaster(dataDir);
  await server.kill();
  assert.equal(await findPostmaster(dataDir), pid);
  const next = await start(dataDir);
  assert.equal(await findPostmaster(dataDir), pid);
  await next.stop();
  assert.equal(await findPostmaster(dataDir), 0);
});

for (const [whose, pid] of [
  ['our own', process.pid],
  ["a stranger's", process.ppid],
  ["a dead process's", 4_000_000],
  ['no', 'cut o'],
] as const) {
  test(`a pid file left behind that holds ${whose} number does not block the start`, async () => {
    const dataDir = await newDataDir();
    await mkdir(dataDir, { mode: 0o700 }); // root then runs it with its own uid: other accounts' numbers never block
    const first = await start(dataDir);
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    const lines = (await readFile(pidFile, 'utf8')).split('\n');
    await first.stop();
    const left = [pid, ...lines.slice(1)].join('\n');
    await writeFile(pidFile, left);
    await writeFile(join(dataDir, 'run', '.s.PGSQL.5432.lock'), left);
    const second = await start(dataDir);
    assert.equal(await query(second, 'select 1 as value'), 1);
  });
}

test('a postmaster killed under us is started again, on the same address', async () => {
  const dataDir = await newDataDir();
  const told: string[] = [];
  const log = (line: string): unknown => told.push(line);
  const postgres = await start(dataDir, { log, onLost: () => told.push('lost') });
  const round = ['PostgreSQL is gone; starting it again.', 'lost', 'PostgreSQL is back.'];
  for (const expected of [round, [...round, ...round]]) {
    process.kill(await findPostmaster(dataDir), 'SIGKILL');
    await until(async () => told.length === expected.length);
    assert.deepEqual(told, expected);
    assert.equal(await query(postgres, 'select 1 as value'), 1);
  }
  await postgres.stop();
  assert.equal(await findPostmaster(dataDir), 0);
});

test('two processes that lose their postmaster agree on a new one', async () => {
  const dataDir = await newDataDir();
  const one = await startHolder(dataDir);
  const two = await start(dataDir);
  process.kill(await findPostmaster(dataDir), 'SIGKILL');
  await until(() => answers(two));
  await sleep(1_000);
  await one.stop();
  assert.equal(await query(two, 'select 1 as value'), 1);
  await two.stop();
  assert.equal(await findPostmaster(dataDir), 0);
});

test('stop right after a loss leaves nothing running', async () => {
  const dataDir = await newDataDir();
  for (const wait of [0, 5, 20, 60]) {
    const postgres = await start(dataDir);
    process.kill(await findPostmaster(dataDir), 'SIGKILL');
    await sleep(wait);
    await postgres.stop();
    assert.equal(await findPostmaster(dataDir), 0);
  }
});

test('an orphan that still holds the shared memory of a killed postmaster is waited for', async () => {
  const dataDir = await newDataDir();
  const server = await startHolder(dataDir);
  const client = new Client(server.connection);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const orphan = rows[0]?.pid ?? 0;
  process.kill(orphan, 'SIGSTOP');
  await server.kill();
  process.kill(await findPostmaster(dataDir), 'SIGKILL');
  const continued = sleep(1_500).then(() => process.kill(orphan, 'SIGCONT'));
  const began = performance.now();
  const next = await start(dataDir);
  assert.ok(performance.now() - began > 1_400);
  assert.equal(await query(next, 'select 1 as value'), 1);
  await continued;
  await client.end();
});

test('a cluster that cannot start is told with the end of its log', async () => {
  const dataDir = await newDataDir();
  await (await start(dataDir)).stop();
  await writeFile(join(dataDir, 'postgres', 'postgresql.conf'), 'no_such_setting = 1\n');
  const began = performance.now();
  await assert.rejects(start(dataDir), /did not start on .*no_such_setting/s);
  assert.ok(performance.now() - began < 5_000);
});

test('a first start killed in the middle of initdb leaves no half a cluster', async () => {
  const dataDir = await newDataDir();
  const cut = await spawnHolder(dataDir);
  await until(async () =>
    (await readdir(dataDir, { recursive: true }).catch(() => [])).some((name) => name.endsWith('pg_wal')),
  );
  cut.kill('SIGKILL');
  assert.ok(!(await readdir(dataDir)).includes('postgres'));
  const postgres = await start(dataDir);
  assert.equal(await query(postgres, 'select 1 as value'), 1);
});

test.skipIf(process.platform !== 'linux')(
  'the postmaster has a session of its own, out of reach of Ctrl-C',
  async () => {
    const dataDir = await newDataDir();
    await start(dataDir);
    const pid = await findPostmaster(dataDir);
    const [, , , group, session] = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '- ').split(' ');
    assert.deepEqual([group, session], [String(pid), String(pid)]);
  },
);
