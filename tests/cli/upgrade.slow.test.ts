// An upgrade: with made-up migrations of a next release, and from the snapshot of each earlier release.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { exportArchive } from '../../server/src/archive/export-archive.js';
import { importArchive } from '../../server/src/archive/import-archive.js';
import { restoreBackup } from '../../server/src/backup/restore-backup.js';
import { takeBackup } from '../../server/src/backup/take-backup.js';
import { systemClock } from '../../server/src/clock.js';
import { createDb, MAINTENANCE_LIMITS } from '../../server/src/db/db.js';
import { migrate } from '../../server/src/db/migrate.js';
import { MIGRATIONS } from '../../server/src/db/migration-files.js';
import { startEmbedded } from '../../server/src/db/start-embedded.js';
import { exampleArchive } from '../harness/archive-fixture.js';
import { readCatalogue } from '../harness/catalogue.js';
import { newPerson } from '../harness/console.js';
import { anImage, aPlaylist, aTag } from '../harness/content.js';
import { openSingleDatabase } from '../harness/database.js';
import { openImportDeps } from '../harness/import-deps.js';
import { send, startService } from '../harness/service.js';

const MADE_UP = {
  '9001_folders.sql': `
    create table folders (
      merchant_id uuid not null references merchants (id) on delete cascade,
      id uuid not null,
      name text not null,
      primary key (merchant_id, id)
    );
    alter table media add column folder_id uuid, add column is_pinned boolean not null default false;`,
  '9002_media_by_folder.sql': `-- outside a transaction
    create index concurrently media_by_folder on media (merchant_id, folder_id);`,
};

// One for each release, a backup as tar.gz: npm run tool -- release-snapshot
const SNAPSHOTS = join(import.meta.dirname, 'release-snapshots');
const snapshots = await readdir(SNAPSHOTS).catch(() => []);

let root: string;
let next: URL;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-upgrade-'));
  await cp(MIGRATIONS, pathToFileURL(`${root}/migrations/`), { recursive: true });
  for (const [name, text] of Object.entries(MADE_UP)) await writeFile(join(root, 'migrations', name), text);
  next = pathToFileURL(`${root}/migrations/`);
});
afterAll(() => rm(root, { recursive: true, force: true }));

const tar = (...args: string[]) => promisify(execFile)('tar', args);

test('instances of two releases serve one database', async () => {
  const service = await startService();
  const [image, tag] = [anImage(), aTag('Summer')];
  const playlists = [aPlaylist({ items: [{ mediaId: image.id, durationSeconds: 7 }] })];
  const shop = await service.newMerchant({ media: [image], tags: [tag], playlists });
  const owner = await newPerson(service, { [shop.id]: 'owner' });
  const paths = ['/media', `/media/${image.id}`, '/playlists', `/playlists/${playlists[0]?.id}`, '/campaigns', '/tags'];
  const readAll = async (url: string) => {
    const answers = [];
    for (const path of paths) {
      const { status, body } = await send(`${url}${API_PATH}${path}`, shop.secret);
      answers.push({ status, body });
    }
    return answers;
  };
  const before = await readAll(service.url);
  assert.deepEqual(new Set(before.map(({ status }) => status)), new Set([200]));

  assert.deepEqual(await migrate(service.db, undefined, next), Object.keys(MADE_UP));
  const newer = await service.newInstance();
  for (const url of [service.url, newer]) assert.deepEqual(await readAll(url), before);
  // The older instance goes on writing, and another one of it may still start.
  assert.equal((await shop.post(`/media/${image.id}/tags`, { add: ['Winter'] })).status, 200);
  assert.equal((await owner.post('/playlists', { id: tag.id, name: 'New' })).status, 200);
  assert.deepEqual(await migrate(service.db), []);
  assert.deepEqual(await readAll(newer), await readAll(service.url));
  await service.close();
});

test('a backup of the older release is restored, and then has the newer schema', async () => {
  const deps = await openImportDeps();
  const { merchantId } = await importArchive(deps, exampleArchive({ media: 6, campaigns: 4 }));
  const archive = await exportArchive(deps, merchantId);
  const dataDir = join(root, 'older');
  await mkdir(join(dataDir, 'objects'), { recursive: true });
  const watch = { report: () => undefined, signal: new AbortController().signal };
  await takeBackup({ ...watch, db: deps.db, clock: systemClock, dataDir }, join(root, 'backup'));
  await tar('-czf', join(root, 'snapshot.tar.gz'), '-C', join(root, 'backup'), '.');
  const restored = await restore(join(root, 'snapshot.tar.gz'), next);

  const fresh = await openSingleDatabase();
  await migrate(fresh.db, undefined, next);
  assert.deepEqual(await readCatalogue(restored.db), await readCatalogue(fresh.db));
  assert.deepEqual(await exportArchive({ ...deps, db: restored.db }, merchantId), archive);
  const [pinned] = await restored.db.rows<{ count: number }>({
    text: 'select count(*)::int as count from media where not is_pinned',
    values: [],
  });
  assert.equal(pinned?.count, archive.media.length);
  await restored.close();
  await fresh.close();
  await deps.close();
});

test('the snapshot of each release is restored, and then has the schema of a new database', async () => {
  const fresh = await openSingleDatabase();
  const expected = await readCatalogue(fresh.db);
  for (const name of snapshots.filter((file) => file.endsWith('.tar.gz'))) {
    const restored = await restore(join(SNAPSHOTS, name), MIGRATIONS);
    assert.deepEqual(await readCatalogue(restored.db), expected, name);
    const merchants = await restored.db.rows({ text: 'select id from merchants', values: [] });
    assert.ok(merchants.length > 0, name);
    await restored.close();
  }
  await fresh.close();
});

async function restore(snapshot: string, migrations: URL) {
  const folder = await mkdtemp(join(root, 'unpacked-'));
  await tar('-xzf', snapshot, '-C', folder);
  const dataDir = join(await mkdtemp(join(root, 'restored-')), 'data');
  const log = (): void => undefined;
  const config = { secretKey: undefined, databaseUrl: undefined, dataDir, postgresBin: undefined };
  const signal = new AbortController().signal;
  await restoreBackup({ dataDir, log, report: log, signal, keepsWebhooks: false, config, migrations }, folder);
  const embedded = await startEmbedded({ dataDir });
  const db = createDb(embedded.connection, MAINTENANCE_LIMITS);
  return {
    db,
    close: async () => {
      await db.close();
      await embedded.stop();
    },
  };
}
