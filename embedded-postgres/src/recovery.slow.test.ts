// A recovery from a crash that takes longer than any start.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, test, vi } from 'vitest';
import { cleanUp, newDataDir, query, removeCompiled, start, startHolder } from '../test/fixture.js';
import { acquire } from './acquire.js';
import { toClusterPaths, type SocketAddress } from './cluster-paths.js';
import { errorCode } from './errors.js';
import { findPostmaster } from './postmaster.js';

afterEach(cleanUp);
afterAll(removeCompiled);

const until = (isSo: () => boolean | Promise<boolean>): Promise<boolean> =>
  vi.waitUntil(isSo, { timeout: 120_000, interval: 10 });

test('one that recovers for longer than a start may take is waited for, and that is told', async () => {
  const dataDir = await newDataDir();
  const server = await startHolder(dataDir);
  await server.kill();
  process.kill(await findPostmaster(dataDir), 'SIGKILL');
  const held = await holdRecovery(dataDir);
  const starting = start(dataDir, { settings: { fsync: 'off', restore_command: held.command } });
  starting.catch(() => undefined); // looked at in the end
  try {
    const instance = { ...(await toClusterPaths(dataDir, 'postgres')), settings: {} };
    await until(() => isStartingUp(instance.address));
    const pid = await findPostmaster(dataDir);
    const told: string[] = [];
    const log = (line: string): unknown => told.push(line);
    const acquired = acquire(instance, { cluster: 'find', silentMsMax: 500, log });
    await Promise.race([acquired, until(() => told.length > 1)]);
    await held.release();
    await (await acquired).close();
    assert.equal(await findPostmaster(dataDir), pid);
    assert.match(told[0] ?? '', /^PostgreSQL is at work: the database system is starting up\. /);
  } finally {
    await held.release();
    assert.equal(await query(await starting, 'select 1 as value'), 1);
  }
});

// Its first question of all is to the archive, and here that is a pipe into which nobody writes.
async function holdRecovery(dataDir: string): Promise<{ command: string; release: () => Promise<void> }> {
  const pipe = join(dataDir, 'pipe');
  execFileSync('mkfifo', ['-m', '644', pipe]);
  await writeFile(join(dataDir, 'postgres', 'recovery.signal'), '');
  const release = async (): Promise<void> => {
    const ours = await open(pipe, 'r+').catch(() => undefined);
    await rm(pipe, { force: true });
    await ours?.close();
  };
  return { command: `cat '${pipe}'; false`, release };
}

async function isStartingUp(address: SocketAddress): Promise<boolean> {
  const client = new Client({ ...address, database: 'postgres' });
  const answer: unknown = await client.connect().catch((error: unknown) => error);
  await client.end().catch(() => undefined);
  return errorCode(answer) === '57P03';
}
