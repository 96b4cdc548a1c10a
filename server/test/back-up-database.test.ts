// deploy/back-up-database.sh, which the timer and the CronJob run, on a PostgreSQL of its own.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { hasPostgres, startTcpPostgres, type TcpPostgres } from '../../tests/harness/tcp-postgres.js';

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

  test('gives the password to nobody who reads command lines', async () => {
    const programs = await mkdtemp(join(tmpdir(), 'vitrine-pg-dump-'));
    const said = join(programs, 'said');
    await writeFile(join(programs, 'pg_dump'), `#!/bin/sh\nprintf '%s\\n' "$@" "$PGPASSWORD" >${said}\nexit 3\n`);
    await chmod(join(programs, 'pg_dump'), 0o755);
    const env = {
      PATH: `${programs}:${process.env['PATH']}`,
      DATABASE_URL: 'postgres://me:a%20b%5Cn%25@db,dc:1/x?y=z',
    };
    await backUp(env).catch(() => undefined);
    const words = (await promisify(execFile)('cat', [said])).stdout.trim().split('\n');
    await rm(programs, { recursive: true });
    assert.ok(words.includes('--dbname=postgres://me@db,dc:1/x?y=z'), words.join('\n'));
    assert.equal(words.at(-1), 'a b\\n%');
  });
});
