import assert from 'node:assert/strict';
import { test } from 'vitest';
import { hostsOf, parseDatabaseUrl } from './connection.js';

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
