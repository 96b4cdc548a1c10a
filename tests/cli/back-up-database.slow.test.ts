// deploy/back-up-database.sh, which the timer and the CronJob run, on a PostgreSQL of its own.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { hasPostgres, startTcpPostgres, type TcpPostgres } from '../harness/tcp-postgres.js';

const SCRIPT = join(import.meta.dirname, '../../deploy/back-up-database.sh');

describe.runIf(hasPostgres)('the backup of a database of your own', () => {
  let postgres: TcpPostgres;
  let folder: string;
  beforeAll(async () => {
    postgres = await startTcpPostgres();
    await postgres.query("create table kept as select 'worth keeping' as what");
    folder = await mkdtemp(join(tmpdir(), 'vitrine-dumps-'));
  });
  afterAll(async () => {
    await postgres.remove();
    await rm(folder, { recursive: true });
  });

  const backUp = (env: Record<string, string>): Promise<{ stdout: string }> =>
    promisify(execFile)(SCRIPT, { env: { PATH: process.env['PATH'] ?? '', BACKUP_DIR: folder, ...env } });

  test('is whole, for its owner alone, and the oldest goes', async () => {
    const old = ['vitrine-20260101T030000Z.dump', 'vitrine-20260102T030000Z.dump'];
    for (const name of [...old, 'vitrine-notes.dump', 'other']) await writeFile(join(folder, name), '');
    const file = join(folder, 'other');
    await writeFile(file, `${postgres.url()}\n`);
    const made = (await backUp({ DATABASE_URL_FILE: file, BACKUP_KEEP: '2' })).stdout.trim();
    assert.equal((await stat(made)).mode & 0o777, 0o600);
    const { stdout } = await promisify(execFile)('pg_restore', ['--file=-', made], { encoding: 'utf8' });
    assert.match(stdout, /^worth keeping$/m);
    const left = await readdir(folder);
    const expected = [old[1], made.slice(folder.length + 1), 'other', 'vitrine-notes.dump'];
    assert.deepEqual(left.toSorted(), expected.toSorted());
  });

  test('that fails leaves nothing half done, deletes nothing, and tells no password', async () => {
    const before = await readdir(folder);
    const nowhere = postgres.url().replace(/vitrine$/, 'nowhere');
    const error = await backUp({ DATABASE_URL: nowhere, BACKUP_KEEP: '1' }).then(
      () => assert.fail('it succeeded'),
      (thrown: { code: number; stderr: string }) => thrown,
    );
    assert.notEqual(error.code, 0);
    assert.doesNotMatch(error.stderr, /a(?: |%20)password/);
    assert.deepEqual(await readdir(folder), before);
  });

  // What pg_dump is called with, by one that only tells it.
  async function calledWith(env: Record<string, string>) {
    const programs = await mkdtemp(join(tmpdir(), 'vitrine-pg-dump-'));
    const said = join(programs, 'said');
    const words = '"$@" "$PGPASSWORD" "$PGSSLMODE" "$PGSSLROOTCERT"';
    await writeFile(join(programs, 'pg_dump'), `#!/bin/sh\nprintf '%s\\n' ${words} >${said}\nexit 3\n`);
    await chmod(join(programs, 'pg_dump'), 0o755);
    await assert.rejects(backUp({ PATH: `${programs}:${process.env['PATH']}`, ...env }));
    const lines = (await readFile(said, 'utf8')).split('\n').slice(0, -1);
    await rm(programs, { recursive: true });
    const url = lines.find((line) => line.startsWith('--dbname='))?.slice('--dbname='.length);
    const [password, sslmode, authority] = lines.slice(-3);
    return { url, password, sslmode, authority };
  }

  test('gives the password to nobody who reads command lines', async () => {
    const { url, password } = await calledWith({ DATABASE_URL: 'postgres://me:a%20b%5Cn%25@db,dc:1/x?y=z' });
    assert.deepEqual({ url, password }, { url: 'postgres://me@db,dc:1/x?y=z', password: 'a b\\n%' });
  });

  test('goes past a pooler', async () => {
    const pooler = 'postgres://me@pooler/x';
    const direct = 'postgres://me@db/x';
    const file = join(folder, 'direct');
    await writeFile(file, `${direct}\n`);
    for (const env of [{ DATABASE_DIRECT_URL: direct }, { DATABASE_DIRECT_URL_FILE: file }])
      assert.equal((await calledWith({ DATABASE_URL: pooler, ...env })).url, direct);
    await rm(file);
  });

  test.each([
    ['?sslmode=require', '?sslmode=verify-full', true],
    ['?a=b&sslmode=verify-ca&c=d', '?a=b&sslmode=verify-full&c=d', true],
    ['?sslmode=verify-full&sslrootcert=/ca.crt', '?sslmode=verify-full&sslrootcert=/ca.crt', true],
    ['?sslrootcert=/ca.crt', '?sslrootcert=/ca.crt', true],
    ['?sslmode=no-verify', '?sslmode=require', false],
    ['?sslmode=disable', '?sslmode=disable', false],
    ['', '', false],
  ])('has TLS as the service means it: «%s»', async (given, passed, isChecked) => {
    const { url, sslmode, authority } = await calledWith({ DATABASE_URL: `postgres://me@db/x${given}` });
    assert.equal(url, `postgres://me@db/x${passed}`);
    // What the address says goes before these.
    const checks = ['verify-full', '/etc/ssl/certs/ca-certificates.crt'];
    assert.deepEqual([sslmode, authority], isChecked ? checks : ['', '']);
  });

  test('takes away what one that was killed has left, and not what another is making', async () => {
    const [left, making] = ['vitrine-20260101T030000Z.dump.partial', 'vitrine-20260102T030000Z.dump.partial'];
    for (const name of [left, making]) await writeFile(join(folder, name), '');
    await utimes(join(folder, left), 0, 0);
    await backUp({ DATABASE_URL: postgres.url() });
    const there = await readdir(folder);
    assert.deepEqual([there.includes(left), there.includes(making)], [false, true]);
    await rm(join(folder, making));
  });
});
