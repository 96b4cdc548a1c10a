// Debian's PostgreSQL on a free loopback port, with a password, in a folder that goes with it.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../bench/processes.mjs';

const DEBIAN = '/usr/lib/postgresql';

export async function startPostgres() {
  const bin = join(DEBIAN, readdirSync(DEBIAN).toSorted().at(-1), 'bin');
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-try-postgres-'));
  // PostgreSQL refuses root.
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])));
  chownSync(folder, uid, gid);
  const options = { cwd: folder, uid, gid, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  const password = randomBytes(12).toString('hex');
  writeFileSync(join(folder, 'password'), password);
  const cluster = join(folder, 'cluster');
  const how = ['--encoding=UTF8', '--locale=C.UTF-8', '--auth=scram-sha-256', '--username=vitrine', '--no-sync'];
  execFileSync(join(bin, 'initdb'), ['-D', cluster, `--pwfile=${join(folder, 'password')}`, ...how], options);
  const port = await freePort();
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`, '-c', 'unix_socket_directories='];
  const child = spawn(join(bin, 'postgres'), ['-D', cluster, ...settings], { ...options, stdio: 'ignore' });
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGQUIT');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  const url = `postgres://vitrine:${password}@127.0.0.1:${port}/postgres`;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (isUp(port)) return { url, stop };
    await sleep(100);
  }
  await stop();
  throw new Error('PostgreSQL did not start.');
}

function isUp(port) {
  try {
    execFileSync('pg_isready', ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
