// `backup` and `restore` as an operator meets them: what is refused, and what is left when they are cut off.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { access, appendFile, cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { EmbeddedPostgres } from '@vitrine/embedded-postgres';
import {
  findPostmaster,
  newFolder,
  newFolderWithCluster,
  removeFolder,
  runCommand,
  spawnProgram,
  startServe,
  type Ended,
  type Environment,
  type Folder,
} from '../harness/command-line.js';
import { openTestDatabase } from '../harness/database.js';
import {
  assertStored,
  asked,
  newShop,
  newUpload,
  PLENTY,
  timed,
  uploadOver,
  type Upload,
} from '../harness/operator.js';
import { until } from '../harness/until.js';
import { newWebhook } from '../harness/webhooks.js';
import { openDatabaseOf } from '../harness/write-load.js';
import { systemClock } from '../../server/src/clock.js';
import { createDb, MAINTENANCE_LIMITS, type Db } from '../../server/src/db/db.js';
import { migrate } from '../../server/src/db/migrate.js';
import { listMigrations } from '../../server/src/db/migration-files.js';
import { startEmbedded } from '../../server/src/db/start-embedded.js';
import { insertDeleted, type Deleted } from '../../server/src/deleted/queries.js';
import { parseMerchantId } from '../../server/src/ids.js';
import { readCatalogue } from '../harness/catalogue.js';

const SETTINGS = { DEMO: 'off', LOG_LEVEL: 'warn', ...PLENTY };
const AT = '2026-06-01T09:00:00.000Z';
const IN_THE_TRASH: Deleted<'playlist'> = {
  kind: 'playlist',
  id: randomUUID(),
  name: 'Morning',
  content: { shared: true, createdAt: AT, updatedAt: AT, revision: 7, items: [], gaps: [] },
};
const folders: Folder[] = [];
let live: Folder;
let backup = '';
let stored: { readonly upload: Upload; readonly token: string; readonly cursor: string };

beforeAll(async () => {
  live = await newFolderWithCluster();
  folders.push(live);
  const server = await startServe(live, SETTINGS);
  const { id, token } = await newShop(live, {});
  const upload = newUpload(5_000);
  assert.equal(await uploadOver(() => server.url, token, upload), 200);
  const { body } = await timed(server.url, token, '/changes');
  const db = await openDatabaseOf(live);
  await newWebhook({ db, clock: systemClock }, id, { url: 'https://127.0.0.1:9/' });
  await insertDeleted(db, parseMerchantId(id), IN_THE_TRASH, new Date().toISOString());
  await db.close();
  await server.end('SIGTERM');
  stored = { upload, token, cursor: Object(body).nextCursor };
  backup = join(live.path, 'backup');
  await asked(live, {}, 'backup', backup);
});
afterAll(async () => {
  for (const folder of folders) await removeFolder(folder);
});

async function another(): Promise<Folder> {
  const folder = await newFolder();
  folders.push(folder);
  return folder;
}

const run = (folder: Folder, args: readonly string[], env: Environment = {}): Promise<Ended> =>
  runCommand(folder, args, env);

// The sentence of a command that was refused.
async function refusalOf(ended: Promise<Ended>): Promise<string> {
  const { code, stdout, stderr } = await ended;
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  return stderr;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

test('with the server stopped it backs up too, and leaves no process', async () => {
  const ended = await run(live, ['backup', join(live.path, 'stopped')]);
  assert.equal(ended.code, 0);
  // How far it is comes when it takes its time.
  assert.match(
    ended.stderr,
    /^Reading the tables …\nCopying 1 files …\n(?:Files: 1 of 1, .*\n)?The secret key is not in the backup\. Keep a copy of SECRET_KEY .*\n$/,
  );
  assert.match(
    ended.stdout,
    /^folder +\/.*\/stopped\nmade at +20.*Z\nmade by +\d+\.\d+\.\d+\nschema +\d{4}_\w+\.sql\n/,
  );
  assert.equal(await findPostmaster(live), 0);
});

test('what was restored has the schema of a new one, starts, and is refused a second time', async () => {
  const folder = await another();
  const { webhooksOff } = await asked(folder, {}, 'restore', backup);
  assert.deepEqual([webhooksOff, await findPostmaster(folder)], [1, 0]);
  const server = await startServe(folder, SETTINGS);
  await assertStored(server.url, stored.token, stored.upload);
  // What was told after the backup has not happened: who follows reads the lists anew.
  const followed = await timed(server.url, stored.token, `/changes?cursor=${stored.cursor}`);
  assert.deepEqual([followed.status, Object(followed.body).error], [400, 'invalid_request']);
  const [own, fresh] = [await openDatabaseOf(folder), await openTestDatabase()];
  assert.deepEqual(await readCatalogue(own), await readCatalogue(fresh.db));
  // A copy calls nobody: neither with what waited when the backup was made, nor with what happens here.
  assert.deepEqual(await webhooksIn(own), [{ is_on: false, off_reason: 'restored', state: 'failed' }]);
  // What was changed after the backup is undone: what a page shows of it is not saved over what is here.
  const revisions = await own.rows({ text: 'select revision from media', values: [] });
  assert.deepEqual(revisions, [{ revision: 1_001 }]);
  // Nor of what is brought back from the trash.
  const deleted = await own.rows({ text: 'select content from deleted_content', values: [] });
  assert.deepEqual(deleted, [{ content: { ...IN_THE_TRASH.content, revision: 1_007 } }]);
  await own.close();
  await fresh.close();
  await server.end('SIGTERM');
  assert.match(
    await refusalOf(run(folder, ['restore', backup])),
    /^\/.*\/data is not empty\. Set DATA_DIR to a new folder/,
  );
});

test('what takes the place of the original keeps its webhooks, until the operator says that it is a copy', async () => {
  const folder = await another();
  const { webhooksOff } = await asked(folder, {}, 'restore', backup, '--keep-webhooks');
  assert.equal(webhooksOff, 0);
  const renewed = await asked(folder, {}, 'changes', 'renew');
  assert.deepEqual(renewed, { renewed: 1 });
  const again = await asked(folder, {}, 'changes', 'renew', '--webhooks-off');
  assert.deepEqual(again, { renewed: 1, webhooksOff: 1 });
});

const webhooksIn = (db: Db) =>
  db.rows({
    text: `select is_on, off_reason, state from webhooks as hook
      join webhook_deliveries as sent on sent.merchant_id = hook.merchant_id and sent.webhook_id = hook.id`,
    values: [],
  });

describe('backup refuses', () => {
  test('a folder that is there, also an empty one, and one that a cut-off backup left', async () => {
    await mkdir(join(live.path, 'empty'));
    await mkdir(join(live.path, 'cut.partial'));
    assert.match(
      await refusalOf(run(live, ['backup', join(live.path, 'empty')])),
      /\/empty is there already\. Name a new folder/,
    );
    assert.match(
      await refusalOf(run(live, ['backup', join(live.path, 'cut')])),
      /\/cut\.partial is of a backup that runs or was/,
    );
  });

  test('a folder in DATA_DIR', async () => {
    assert.match(
      await refusalOf(run(live, ['backup', join(live.dataDir, 'x', 'y')])),
      /lies in DATA_DIR and would be lost with it/,
    );
  });

  test('to make a database only to back it up', async () => {
    const folder = await another();
    assert.match(
      await refusalOf(run(folder, ['backup', join(folder.path, 'x')])),
      /^No database here\. Set DATABASE_URL or DATA_DIR as the service has them\.\n$/,
    );
    assert.equal(await exists(folder.dataDir), false);
  });

  test("another PostgreSQL's data and a bucket's, as restore does, and names the runbook", async () => {
    const s3 = {
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'b',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 's',
    };
    for (const env of [{ DATABASE_URL: 'postgres://u@127.0.0.1:9/x' }, s3]) {
      for (const name of ['backup', 'restore'])
        assert.match(
          await refusalOf(run(live, [name, join(live.path, 'x')], env)),
          /docs\/runbooks\/restore-from-backup\.md/,
        );
    }
  });
});

describe('restore refuses a backup, and writes nothing,', () => {
  const damages: readonly (readonly [string, (copy: string) => Promise<unknown>, RegExp])[] = [
    [
      'with a longer table',
      (copy) => appendFile(join(copy, 'tables/media.copy'), '\n'),
      /changed: tables\/media\.copy/,
    ],
    ['with a cut-off object', cutObject, /missing or changed: objects\/../],
    ['without a secret', (copy) => rm(join(copy, 'kept/storage-secret')), /changed: kept\/storage-secret/],
    ['with another manifest', (copy) => appendFile(join(copy, 'manifest.json'), ' '), /changed: manifest\.json/],
    ['whose checksums lost a line', loseLine, /SHA256SUMS does not name all of it/],
    ['whose checksums are cut off', (copy) => truncate(join(copy, 'SHA256SUMS'), 1_000), /SHA256SUMS is damaged/],
    ['without checksums', (copy) => rm(join(copy, 'SHA256SUMS')), /is no whole backup: it has no SHA256SUMS/],
    ['that is not there', (copy) => rm(copy, { recursive: true }), /is no folder with a backup/],
  ];
  test.each(damages)('%s', async (_title, damage, sentence) => {
    const folder = await another();
    const copy = join(folder.path, 'copy');
    await cp(backup, copy, { recursive: true });
    await damage(copy);
    assert.match(await refusalOf(run(folder, ['restore', copy])), sentence);
    assert.equal(await exists(folder.dataDir), false);
  });
});

async function cutObject(copy: string): Promise<void> {
  const [path = ''] = (await readdir(join(copy, 'objects'), { recursive: true })).filter((name) => name.includes('.'));
  await truncate(join(copy, 'objects', path), 100);
}

async function loseLine(copy: string): Promise<void> {
  const lines = (await readFile(join(copy, 'SHA256SUMS'), 'utf8')).split('\n');
  await writeFile(join(copy, 'SHA256SUMS'), lines.filter((line) => !line.includes('  objects/')).join('\n'));
}

describe('a backup that stands half-way, before a table that somebody holds,', () => {
  let postgres: EmbeddedPostgres;
  let db: Db;
  beforeAll(async () => {
    postgres = await startEmbedded(live);
    db = createDb(postgres.connection, MAINTENANCE_LIMITS);
  });
  afterAll(async () => {
    await db.close();
    await postgres.stop();
  });

  async function signalled(place: string, signal: NodeJS.Signals): Promise<Ended> {
    const { ended } = await db.transaction(async (db) => {
      await db.rows({ text: 'lock table media in access exclusive mode', values: [] });
      const child = spawnProgram(live, ['backup', place], {});
      const isWaiting = "select 1 from pg_locks where relation = 'media'::regclass and not granted";
      await until(async () => (await db.rows({ text: isWaiting, values: [] })).length === 1);
      child.process.kill(signal);
      return { ended: child.ended };
    });
    return ended;
  }

  test('and is killed has not its name, and cannot be restored', async () => {
    const folder = await another();
    const place = join(folder.path, 'killed');
    await signalled(place, 'SIGKILL');
    assert.deepEqual((await readdir(folder.path)).toSorted(), ['killed.partial']);
    assert.match(await refusalOf(run(folder, ['restore', `${place}.partial`])), /is no whole backup/);
  });

  test('and is interrupted takes away what it wrote', async () => {
    const folder = await another();
    const { code, stderr } = await signalled(join(folder.path, 'stopped'), 'SIGINT');
    assert.deepEqual([code, stderr.endsWith('Interrupted.\n')], [1, true]);
    assert.deepEqual(await readdir(folder.path), []);
  });
});

test('nothing starts on a restore that was killed half-way', async () => {
  const folder = await another();
  const child = spawnProgram(folder, ['restore', backup], {});
  await child.until(() => child.said.stderr.includes('Writing the tables'));
  child.process.kill('SIGKILL');
  await child.ended;
  const sentence =
    /^A restore into \/.*\/data runs or was cut off\. If none runs, empty the folder and restore again\.\n$/;
  for (const args of [['serve'], ['merchant', 'list'], ['backup', join(folder.path, 'x')]])
    assert.match(await refusalOf(run(folder, args)), sentence);
  assert.match(await refusalOf(run(folder, ['restore', backup])), /is not empty/);
});

test('a backup before an upgrade does not upgrade, and its restore does', async () => {
  const [first = ''] = await listMigrations();
  const old = await another();
  const embedded = await startEmbedded({ dataDir: old.dataDir });
  const db = createDb(embedded.connection, MAINTENANCE_LIMITS);
  await migrate(db, first);
  const place = join(old.path, 'backup');
  assert.equal((await asked(old, {}, 'backup', place))['schema'], first);
  const applied = await db.rows<{ name: string }>({ text: 'select name from schema_migrations', values: [] });
  assert.deepEqual(applied, [{ name: first }]);
  await db.close();
  await embedded.stop();
  const restored = await another();
  await asked(restored, {}, 'restore', place);
  assert.deepEqual(await asked(restored, {}, 'migrate'), { applied: [] });
});

test.each([
  [
    'of a newer release',
    (text: string) => text.replace(/("migrations": \[)/, '$1 { "name": "9999_later.sql", "sha256": "" },'),
    /has the schema 9999_later\.sql, which this version does not know\. Restore it with version \d+\.\d+\.\d+ or newer/,
  ],
  [
    'of before the first release',
    (text: string) => text.replace('0001_schema.sql', '0001_ground.sql'),
    /cannot read the backup: it was made before the first release\. Export each merchant .*«vitrine-server export».*empty DATA_DIR.*«vitrine-server import»/,
  ],
  [
    'whose first migration has other statements',
    (text: string) => text.replace(/("name": "0001_schema.sql",\s+"sha256": ")\w{64}/, `$1${'0'.repeat(64)}`),
    /cannot read the backup: it was made before the first release/,
  ],
])('refuses a backup %s', async (_, change, sentence) => {
  const folder = await another();
  const copy = join(folder.path, 'copy');
  await cp(backup, copy, { recursive: true });
  const manifest = join(copy, 'manifest.json');
  const text = change(await readFile(manifest, 'utf8'));
  await writeFile(manifest, text);
  const sums = await readFile(join(copy, 'SHA256SUMS'), 'utf8');
  const sum = createHash('sha256').update(text).digest('hex');
  await writeFile(join(copy, 'SHA256SUMS'), sums.replace(/^\w{64}(?= {2}manifest)/m, sum));
  assert.match(await refusalOf(run(folder, ['restore', copy])), sentence);
  assert.equal(await exists(folder.dataDir), false);
});

describe('restore --check', () => {
  test('restores it in passing: what was in it is told, and nothing is left', async () => {
    const temporary = await another();
    const { code, stdout } = await run(live, ['restore', '--check', '--json', backup], { TMPDIR: temporary.path });
    const { restorable, files, dataDir } = JSON.parse(stdout) as Record<string, unknown>;
    assert.deepEqual({ code, restorable, files, dataDir }, { code: 0, restorable: true, files: 1, dataDir: undefined });
    assert.deepEqual(await readdir(temporary.path), []);
  });

  test('refuses one that is damaged, and leaves nothing either', async () => {
    const temporary = await another();
    const damaged = join(temporary.path, 'damaged');
    await cp(backup, damaged, { recursive: true });
    await appendFile(join(damaged, 'tables', 'merchants.copy'), 'x');
    const sentence = await refusalOf(run(live, ['restore', '--check', damaged], { TMPDIR: temporary.path }));
    assert.match(sentence, /merchants\.copy/);
    assert.deepEqual(await readdir(temporary.path), ['damaged']);
  });
});
