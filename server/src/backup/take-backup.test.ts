// The parts of a backup in one process: what is deleted or damaged meanwhile, and what the schema may hold.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { anImage } from '../../../tests/harness/content.js';
import { openTestDatabase, type TestDatabase } from '../../../tests/harness/database.js';
import { listFiles } from '../../../tests/harness/test-disk.js';
import { aMerchant } from '../../../tests/harness/service.js';
import { importArchive } from '../archive/import-archive.js';
import { systemClock } from '../clock.js';
import { objectPath } from '@vitrine/disk-s3';
import { createDiskStore } from '../storage/disk-store.js';
import { parseObjectKey, type ObjectKey } from '../storage/object-key.js';
import { dropAbandoned } from '../uploads/drop-abandoned.js';
import type { Report } from './copy-file.js';
import { takeBackup } from './take-backup.js';

let database: TestDatabase;
let root = '';
let folder = '';
let dataDir = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-backup-'));
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  await database.db.rows({ text: 'delete from merchants', values: [] });
  folder = join(root, randomUUID());
  dataDir = join(root, `data-${randomUUID()}`);
  await mkdir(join(dataDir, 'objects'), { recursive: true });
});

const openStore = () => {
  const signing = { endpoint: 'http://127.0.0.1:9', bucket: 'b', region: 'r', accessKeyId: 'a', secretAccessKey: 's' };
  return createDiskStore({ ...signing, clock: systemClock, directory: join(dataDir, 'objects') });
};

const back = (report: Report = () => {}, signal = new AbortController().signal) =>
  takeBackup({ db: database.db, clock: systemClock, dataDir, report, signal }, folder);

// A merchant with one picture for each text.
async function bring(merchant: object, texts: readonly string[], replace = false): Promise<void> {
  const media = await Promise.all(texts.map((text, at) => toMedia(text, `${at}.png`)));
  const deps = { db: database.db, store: await openStore(), clock: systemClock };
  await importArchive(deps, { format: 'vitrine-merchant/1', merchant, media }, { folder: root, replace });
}

async function toMedia(text: string, path: string) {
  await writeFile(join(root, path), text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  return anImage({ file: { fileName: null, mimeType: 'image/png', sizeBytes: text.length, sha256, path } });
}

const keys = async (): Promise<ObjectKey[]> =>
  (await database.db.rows<{ key: string }>({ text: 'select object_key as key from media', values: [] })).map(
    ({ key }) => parseObjectKey(key),
  );

test('objects that are deleted with their rows while they are copied make it read the tables anew', async () => {
  const merchant = aMerchant();
  await bring(merchant, ['one', 'two']);
  let reads = 0;
  const manifest = await back(async (line) => {
    if (line.startsWith('Reading')) reads += 1;
    if (line.startsWith('Copying') && reads === 1) await bring(merchant, ['three'], true);
  });
  assert.equal(reads, 2);
  assert.deepEqual(manifest.objects, { files: 1, bytes: 5, missing: 0, damaged: 0 });
  assert.deepEqual(await listFiles(join(folder, 'objects')), await keys());
});

test('an object that no file has while its row stands is counted, and the backup is made', async () => {
  await bring(aMerchant(), ['one', 'two']);
  const [lost, bent] = await keys();
  assert.ok(lost && bent);
  await rm(objectPath(join(dataDir, 'objects'), lost));
  await writeFile(objectPath(join(dataDir, 'objects'), bent), 'eno');
  const { objects } = await back();
  assert.deepEqual([objects.files, objects.missing, objects.damaged], [1, 1, 1]);
});

test('deletions that run by themselves wait until the objects are copied', async () => {
  await bring(aMerchant(), ['one']);
  await database.db.rows({
    text: `insert into pending_deletions (merchant_id, object_key, reserved_bytes, delete_after)
      select merchant_id, object_key, 0, now() - interval '1 day' from media`,
    values: [],
  });
  const deps = { db: database.db, store: await openStore(), clock: systemClock };
  let dropped = -1;
  const { objects } = await back(async (line) => {
    if (line.startsWith('Copying')) dropped = await dropAbandoned(deps);
  });
  assert.deepEqual([dropped, objects.files], [0, 1]);
  assert.equal(await dropAbandoned(deps), 1);
});

test('a backup that is stopped or fails leaves nothing', async () => {
  await bring(aMerchant(), ['one']);
  const stopping = new AbortController();
  await assert.rejects(
    back((line) => void (line.startsWith('Copying') && stopping.abort(new Error('stop'))), stopping.signal),
    /stop/,
  );
  await rm(join(dataDir, 'objects'), { recursive: true });
  await writeFile(join(dataDir, 'objects'), 'no folder');
  await assert.rejects(back(), { code: 'ENOTDIR' });
  const left = (await readdir(dirname(folder))).filter((name) => name.startsWith(folder.slice(root.length + 1)));
  assert.deepEqual(left, []);
});

test('one of which somebody deletes a part while it is made is none', async () => {
  await bring(aMerchant(), ['one', 'two']);
  const made = back(async (line) => {
    if (line.startsWith('Copying')) await rm(join(`${folder}.partial`, 'tables'), { recursive: true });
  });
  await assert.rejects(made, /were deleted while it was written\. Only one service may write there\./);
  assert.deepEqual(
    (await readdir(root)).filter((name) => name.startsWith(folder.slice(root.length + 1))),
    [],
  );
});

test('only the owner may read it, and its checksums are those that sha256sum reads', async () => {
  await bring(aMerchant(), ['one']);
  await writeFile(join(dataDir, 'storage-secret'), 'a secret', { mode: 0o600 });
  await writeFile(join(dataDir, 'postgres.log'), 'a line', { mode: 0o600 });
  const manifest = await back();
  assert.deepEqual(manifest.kept, ['storage-secret']);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  const lines = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n');
  for (const line of lines) {
    const [sha256 = '', path = ''] = line.split('  ');
    const bytes = await readFile(join(folder, path));
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
    assert.equal((await stat(join(folder, path))).mode & 0o777, 0o600);
  }
  assert.equal(lines.length, (await listFiles(folder)).length - 1);
});

test('the schema holds nothing that a backup would leave out', async () => {
  const kinds = await database.db.rows({
    text: `select relname, relkind from pg_class
      where relnamespace = 'public'::regnamespace and relkind not in ('r', 'p', 'i', 'I', 't', 'v')`,
    values: [],
  });
  // A sequence has a value of its own, a materialized view rows of its own: give them a place in server/src/backup first.
  assert.deepEqual(kinds, []);
  const named = await database.db.rows<{ name: string }>({
    text: `select table_name || '.' || column_name as name from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'text' and column_name like '%key'
      order by 1`,
    values: [],
  });
  // A new column that names objects belongs into selectNamedObjects here, and into uploads/named-keys.ts, or what it names
  // is swept away; those to be deleted are on their way out.
  const objects = [
    'pending_deletions.object_key',
    'media.object_key',
    'media.thumbnail_key',
    'upload_parts.object_key',
  ];
  const others = [
    'account_links.email_key',
    'campaign_versions.landscape_key',
    'campaign_versions.portrait_key',
    'invitations.email_key',
    'people.email_key',
    'sign_in_attempts.key',
    'tags.name_key',
  ];
  assert.deepEqual(
    named.map(({ name }) => name),
    [...objects, ...others].toSorted(),
  );
});
