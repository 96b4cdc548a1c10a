import assert from 'node:assert/strict';
import { test } from 'vitest';
import { connectionAt, hostsOf, parseDatabaseUrl } from './connection.js';

test('one host is passed on as it is written', () => {
  for (const url of ['postgres://u:p@db:5432/vitrine', 'postgres://u@/vitrine?host=/var/run/postgresql']) {
    assert.deepEqual(parseDatabaseUrl(url), { connectionString: url });
  }
});

test('several hosts become addresses of their own, with the same user, database and settings', () => {
  assert.deepEqual(parseDatabaseUrl('postgresql://u:p%40,ss@one:1,[::1]:2,three/vitrine?sslmode=verify-full'), {
    candidates: [
      { connectionString: 'postgresql://u:p%40,ss@one:1/vitrine?sslmode=verify-full' },
      { connectionString: 'postgresql://u:p%40,ss@[::1]:2/vitrine?sslmode=verify-full' },
      { connectionString: 'postgresql://u:p%40,ss@three/vitrine?sslmode=verify-full' },
    ],
  });
});

test('many who find the same host unfit move on once', () => {
  const hosts = hostsOf({ candidates: [{ host: 'one' }, { host: 'two' }] });
  const tried = hosts.at();
  for (let caller = 0; caller < 3; caller += 1) hosts.leave(tried);
  assert.deepEqual(hosts.current(), { host: 'two' });
  hosts.leave(hosts.at());
  assert.deepEqual(hosts.current(), { host: 'one' });
});

test('another server of a cluster is reached with the same user, database and settings', () => {
  const one = parseDatabaseUrl('postgres://u:p@db:5432/vitrine?sslmode=verify-full');
  assert.deepEqual(connectionAt(one, 'worker-1', 5433), {
    connectionString: 'postgres://u:p@worker-1:5433/vitrine?sslmode=verify-full',
  });
  assert.deepEqual(connectionAt(parseDatabaseUrl('postgres://u@one,two:2/vitrine'), '::1', 5434), {
    connectionString: 'postgres://u@[::1]:5434/vitrine',
  });
  const parts = { host: 'db', port: 5432, user: 'u', database: 'vitrine' };
  assert.deepEqual(connectionAt(parts, 'worker-2', 5435), { ...parts, host: 'worker-2', port: 5435 });
});
