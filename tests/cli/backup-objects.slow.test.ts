import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, onTestFinished, test } from 'vitest';
import { importArchive } from '../../server/src/archive/import-archive.js';
import { systemClock } from '../../server/src/clock.js';
import { readConfig } from '../../server/src/config.js';
import { createDb, MAINTENANCE_LIMITS } from '../../server/src/db/db.js';
import { dropOldTrash } from '../../server/src/media/empty-trash.js';
import { openStore } from '../../server/src/storage/open-store.js';
import { dropAbandoned } from '../../server/src/uploads/drop-abandoned.js';
import {
  environmentOf,
  newFolder,
  removeFolder,
  runCommand,
  spawnProgram,
  startServe,
  type Environment,
} from '../harness/command-line.js';
import { asked, assertStored, newShop, newUpload, PLENTY, uploadOver } from '../harness/operator.js';
import { hasPostgres, startTcpPostgres } from '../harness/tcp-postgres.js';
import { until } from '../harness/until.js';

const DAY_MS = 86_400_000;
const LATER = { now: () => systemClock.now() + 60 * DAY_MS };
const LOCKS = `select 1 from pg_locks where locktype = 'advisory' and not granted`;

async function newSite() {
  const folder = await newFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

async function newPostgres() {
  const postgres = await startTcpPostgres();
  onTestFinished(() => postgres.remove());
  return postgres;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

describe.runIf(hasPostgres)('backup --objects-only', () => {
  test('has every file of the dump, also of items that are purged or replaced meanwhile', async () => {
    const [postgres, folder] = [await newPostgres(), await newSite()];
    const env: Environment = { DATABASE_URL: postgres.url(), LOG_LEVEL: 'warn', DEMO: 'off', ...PLENTY };
    const [purged, replaced] = [await newShop(folder, env), await newShop(folder, env)];
    const uploads = [newUpload(), newUpload()] as const;
    const server = await startServe(folder, env);
    assert.equal(await uploadOver(() => server.url, purged.token, uploads[0]), 200);
    assert.equal(await uploadOver(() => server.url, replaced.token, uploads[1]), 200);
    await server.end('SIGTERM');
    const archiveFile = join(folder.path, 'archive.json');
    assert.equal((await runCommand(folder, ['export', replaced.id, '--out', archiveFile], env)).code, 0);
    const archive = { ...(JSON.parse(await readFile(archiveFile, 'utf8')) as object), media: [] };

    const [target, dump] = [join(folder.path, 'backup'), join(folder.path, 'vitrine.dump')];
    const script = `pg_dump --format=custom --file=${dump} "$DATABASE_URL" && touch dumped && until [ -e copy ]; do sleep 0.1; done`;
    const backup = spawnProgram(folder, ['backup', '--objects-only', target, '--', 'sh', '-c', script], env);
    backup.process.stdin.end();
    await until(() => exists(join(folder.path, 'dumped')));

    const db = createDb({ connectionString: postgres.url() }, MAINTENANCE_LIMITS);
    onTestFinished(() => db.close());
    const deps = { db, clock: LATER, store: await openStore(readConfig(environmentOf(folder, env)), LATER) };
    await postgres.query(`update media set state = 'trashed', trashed_at = now() where merchant_id = '${purged.id}'`);
    assert.equal(await dropOldTrash(deps), 1);
    assert.equal(await dropAbandoned({ ...deps, clock: { now: () => LATER.now() + DAY_MS } }), 0);
    let isImported = false;
    const importing = importArchive({ ...deps, clock: systemClock }, archive, { replace: true }).then(
      () => (isImported = true),
    );
    await until(async () => isImported || (await postgres.query(LOCKS)).length === 1);
    await writeFile(join(folder.path, 'copy'), '');
    assert.deepEqual((await backup.ended).code, 0);
    await importing;
    // With the backup over, the files go.
    assert.ok((await dropAbandoned({ ...deps, clock: { now: () => LATER.now() + DAY_MS } })) > 0);
    const left: string[] = [];
    for await (const keys of deps.store.list()) left.push(...keys);
    assert.deepEqual(left, []);

    await promisify(execFile)('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: target });
    const [restored, other] = [await newPostgres(), await newSite()];
    const restore = ['--no-owner', '--exit-on-error', `--dbname=${restored.url()}`, dump];
    await promisify(execFile)('pg_restore', restore);
    await cp(join(target, 'objects'), join(other.dataDir, 'objects'), { recursive: true });
    const back = await startServe(other, { ...env, DATABASE_URL: restored.url() });
    await assertStored(back.url, purged.token, uploads[0]);
    await assertStored(back.url, replaced.token, uploads[1]);
    await back.end('SIGTERM');
  });

  test('refuses without a command, and leaves nothing when the command fails', async () => {
    const [postgres, folder] = [await newPostgres(), await newSite()];
    const env: Environment = { DATABASE_URL: postgres.url() };
    await asked(folder, env, 'merchant', 'create', '--name', 'Shop');
    const target = join(folder.path, 'backup');
    const unknown = await runCommand(folder, ['backup', '--objects-only', target, '--', 'true'], env);
    const objects = join(folder.dataDir, 'objects');
    assert.deepEqual(
      [unknown.code, unknown.stderr],
      [1, `${objects} does not exist. Set DATA_DIR as the service has it.\n`],
    );
    await mkdir(objects, { recursive: true });
    const before = await readdir(folder.path);
    const without = await runCommand(folder, ['backup', '--objects-only', target], env);
    assert.deepEqual(
      [without.code, without.stderr],
      [
        1,
        'Name the command that dumps the database after --, such as: -- pg_dump --format=custom --file=vitrine.dump "$DATABASE_URL"\n',
      ],
    );
    const failing = await runCommand(folder, ['backup', '--objects-only', target, '--', 'sh', '-c', 'exit 3'], env);
    assert.deepEqual([failing.code, failing.stderr], [1, 'sh ended with 3. Nothing was backed up.\n']);
    const missing = await runCommand(folder, ['backup', '--objects-only', target, '--', 'no-such-program'], env);
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /^no-such-program cannot be run: .* Nothing was backed up\.\n$/);
    assert.deepEqual(await readdir(folder.path), before);
  });
});
