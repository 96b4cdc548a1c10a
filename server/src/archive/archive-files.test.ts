// The bytes beside an archive: read and checked on import, written on export.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { exampleArchive, exampleId } from '../../../tests/harness/archive-fixture.js';
import { newGate } from '../../../tests/harness/gate.js';
import { openImportDeps, type OpenImportDeps } from '../../../tests/harness/import-deps.js';
import { sql } from '../db/sql.js';
import { parseMerchantId } from '../ids.js';
import { parseObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { exportArchive, toArchiveText } from './export-archive.js';
import { importArchive, type ImportDeps } from './import-archive.js';

const merchantId = parseMerchantId(exampleId('merchant', 0));
let home = '';
let folder = '';
let deps: OpenImportDeps;

beforeAll(async () => {
  deps = await openImportDeps();
  home = deps.folder;
});

beforeEach(async () => {
  folder = await mkdtemp(join(home, 'archive-'));
  await mkdir(join(folder, 'files'));
  await writeFile(join(folder, 'files', 'one.png'), 'picture one');
  await writeFile(join(folder, 'files', 'two.png'), 'picture two');
  await writeFile(join(folder, 'files', 'small.jpg'), 'small');
});

afterAll(() => deps.close());

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
const fileOf = (path: string, text: string) => ({
  mimeType: 'image/png',
  sizeBytes: text.length,
  sha256: sha256Of(text),
  path,
});

// Two pictures with bytes, the first with a thumbnail, and one of which only the description came.
function withFiles(first: object = {}, thumbnail: object = {}) {
  const { format, merchant, media } = exampleArchive({ media: 3, campaigns: 0 });
  const files = [{ ...fileOf('files/one.png', 'picture one'), ...first }, fileOf('files/two.png', 'picture two')];
  const items = media.map((item, at) => ({
    ...item,
    tagIds: [],
    thumbnail: null,
    file: files[at] ?? Reflect.get(item, 'file'),
  }));
  const small = { sizeBytes: 5, path: 'files/small.jpg', ...thumbnail };
  return { format, merchant, media: items.map((item, at) => (at === 0 ? { ...item, thumbnail: small } : item)) };
}

async function objectNames(): Promise<string[]> {
  const entries = await readdir(join(home, 'objects'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function storedText(mediaId: string, column: 'object_key' | 'thumbnail_key'): Promise<string | undefined> {
  const row = await deps.db.row<{ key: string }>({
    text: `select ${column} as key from media where id = $1`,
    values: [mediaId],
  });
  const chunks = await deps.store.read(parseObjectKey(row?.key ?? ''));
  if (chunks === undefined) return undefined;
  let text = '';
  for await (const chunk of chunks) text += Buffer.from(chunk).toString();
  return text;
}

test('the bytes at a path are put into storage, thumbnails too', async () => {
  const { counts } = await importArchive(deps, withFiles(), { folder, replace: true });
  expect(counts).toMatchObject({ media: 3, files: 3 });
  expect(await storedText(exampleId('media', 0), 'object_key')).toBe('picture one');
  expect(await storedText(exampleId('media', 0), 'thumbnail_key')).toBe('small');
  expect(await storedText(exampleId('media', 1), 'object_key')).toBe('picture two');
});

test('a file without a path is metadata only: it has a key, and nothing is stored there', async () => {
  await importArchive(deps, withFiles(), { folder, replace: true });
  expect(await storedText(exampleId('media', 2), 'object_key')).toBeUndefined();
});

test.each([
  ['media[0].file.sizeBytes', { sizeBytes: 12 }, {}],
  ['media[0].file.sha256', { sha256: sha256Of('picture two') }, {}],
  ['media[0].file.path', { path: 'files/none.png' }, {}],
  ['media[0].file.path', { path: 'files' }, {}],
  ['media[0].file.path', { path: 'files/one.png/x' }, {}],
  ['media[0].file.path', { path: 'files/out.png' }, {}],
  ['media[0].thumbnail.sizeBytes', {}, { sizeBytes: 6 }],
  ['media[0].thumbnail.path', {}, { path: 'files/none.jpg' }],
])('before anything is written, bytes are checked: %s %j %j', async (path, file, thumbnail) => {
  await writeFile(join(home, 'outside.png'), 'picture one');
  await symlink(join(home, 'outside.png'), join(folder, 'files', 'out.png'));
  const before = await objectNames();
  const refused = importArchive(deps, withFiles(file, thumbnail), { folder, replace: true });
  await expect(refused).rejects.toThrow(`${path}: `);
  expect(await objectNames()).toEqual(before);
});

test('a link that stays inside the folder is followed', async () => {
  await symlink(join(folder, 'files', 'one.png'), join(folder, 'files', 'in.png'));
  await importArchive(deps, withFiles({ path: 'files/in.png' }), { folder, replace: true });
  expect(await storedText(exampleId('media', 0), 'object_key')).toBe('picture one');
});

test('without the folder of the archive a path is refused', async () => {
  await expect(importArchive(deps, withFiles(), { replace: true })).rejects.toThrow('media[0].file.path: ');
});

test('when storage fails half-way, nothing is left in it and nothing is changed', async () => {
  await importArchive(deps, withFiles(), { folder, replace: true });
  const before = { objects: (await objectNames()).sort(), archive: await exportArchive(deps, merchantId) };
  let writes = 0;
  const store: ObjectStore = {
    ...deps.store,
    write: async (...input) => {
      if (++writes === 3) throw new Error('the disk is full');
      await deps.store.write(...input);
    },
  };
  await expect(importArchive({ ...deps, store }, withFiles(), { folder, replace: true })).rejects.toThrow(
    'the disk is full',
  );
  expect({ objects: (await objectNames()).sort(), archive: await exportArchive(deps, merchantId) }).toEqual(before);
});

test('when the database refuses, the bytes are taken away again', async () => {
  await importArchive(deps, withFiles(), { folder, replace: true });
  const before = (await objectNames()).sort();
  await deps.db.rows(sql`alter table tag_versions add constraint never check (version < 0) not valid`);
  await expect(importArchive(deps, withFiles(), { folder, replace: true })).rejects.toThrow(/never/);
  await deps.db.rows(sql`alter table tag_versions drop constraint never`);
  expect((await objectNames()).sort()).toEqual(before);
});

test('replacing deletes the objects that nothing points to any more', async () => {
  await importArchive(deps, withFiles(), { folder, replace: true });
  expect(await objectNames()).toHaveLength(3);
  await importArchive(deps, { ...withFiles(), media: [] }, { folder, replace: true });
  expect(await objectNames()).toHaveLength(0);
});

test('replacing by an archive without bytes keeps the objects of the same items', async () => {
  await importArchive(deps, withFiles(), { folder, replace: true });
  const archive = await exportArchive(deps, merchantId);
  await importArchive(deps, archive, { replace: true });
  expect(await storedText(exampleId('media', 0), 'object_key')).toBe('picture one');
  expect(await storedText(exampleId('media', 0), 'thumbnail_key')).toBe('small');
  expect(await objectNames()).toHaveLength(3);
});

test('an export with files writes the bytes and their paths, and can be imported elsewhere', async () => {
  await importArchive(deps, withFiles(), { folder, replace: true });
  const out = await mkdtemp(join(home, 'out-'));
  const options = { filesFolder: join(out, 'bytes', 'all'), archiveFolder: out };
  const archive = await exportArchive(deps, merchantId, options);
  const id = exampleId('media', 0);
  const first = archive.media.find((media) => media.id === id);
  expect(first).toMatchObject({
    file: { path: `bytes/all/${id}.png` },
    thumbnail: { path: `bytes/all/${id}.thumb.jpg` },
  });
  expect(await readFile(join(out, 'bytes', 'all', `${id}.png`), 'utf8')).toBe('picture one');
  expect(archive.media.find((media) => media.id === exampleId('media', 2))?.file).not.toHaveProperty('path');
  await deps.db.rows(sql`delete from merchants where id = ${merchantId}`);
  await importArchive(deps, archive, { folder: out });
  expect(await storedText(id, 'thumbnail_key')).toBe('small');
  expect(toArchiveText(await exportArchive(deps, merchantId, options))).toBe(toArchiveText(archive));
});

test('files go below the folder of the archive, because an import reads nothing outside it', async () => {
  const elsewhere = exportArchive(deps, merchantId, {
    filesFolder: join(home, 'files'),
    archiveFolder: join(home, 'archive'),
  });
  await expect(elsewhere).rejects.toThrow('must go to a folder below');
});

test('an object that is not what the database says is not taken for a backup', async () => {
  await importArchive(deps, withFiles(), { folder, replace: true });
  await deps.db.rows(sql`update media set size_bytes = 1 where id = ${exampleId('media', 0)}`);
  await expect(exportArchive(deps, merchantId, { filesFolder: join(folder, 'out') })).rejects.toThrow(
    'is not what the database says',
  );
});

// The first transaction goes as told, those after it as ever.
function answering(first: ImportDeps['db']['transaction']): ImportDeps {
  let times = 0;
  const transaction: typeof first = (work) => (++times === 1 ? first(work) : deps.db.transaction(work));
  return { ...deps, db: { ...deps.db, transaction } };
}

test('when the commit is not answered, the files of what was committed stay', async () => {
  const unanswered = answering(async (work) => {
    await deps.db.transaction(work);
    throw new Error('the connection broke');
  });
  await expect(importArchive(unanswered, withFiles(), { folder, replace: true })).rejects.toThrow('broke');
  expect(await storedText(exampleId('media', 0), 'object_key')).toBe('picture one');
  expect(await storedText(exampleId('media', 0), 'thumbnail_key')).toBe('small');
  expect(await storedText(exampleId('media', 1), 'object_key')).toBe('picture two');
});

test('when the commit is not answered and still under way, no file is deleted', async () => {
  const [reached, gate] = [newGate(), newGate()];
  let committed: Promise<unknown> = Promise.resolve();
  const unanswered = answering(async (work) => {
    committed = deps.db.transaction(async (db) => {
      const result = await work(db);
      reached.open();
      await gate.opened;
      return result;
    });
    await Promise.race([reached.opened, committed]);
    throw new Error('the connection broke');
  });
  try {
    await expect(importArchive(unanswered, withFiles(), { folder, replace: true })).rejects.toThrow('broke');
  } finally {
    gate.open();
  }
  await committed;
  expect(await storedText(exampleId('media', 0), 'object_key')).toBe('picture one');
  expect(await storedText(exampleId('media', 1), 'object_key')).toBe('picture two');
});

test('when nobody can tell what became of the commit, no file is deleted', async () => {
  const gone: ImportDeps['db'] = {
    ...deps.db,
    async transaction(work) {
      await deps.db.transaction(work);
      throw new Error('the connection broke');
    },
  };
  await expect(importArchive({ ...deps, db: gone }, withFiles(), { folder, replace: true })).rejects.toThrow('broke');
  expect(await storedText(exampleId('media', 0), 'object_key')).toBe('picture one');
});

test('an export that ends half-way leaves the files of the one before it whole, and no others', async () => {
  await importArchive(deps, withFiles(), { folder, replace: true });
  const filesFolder = join(await mkdtemp(join(home, 'out-')), 'files');
  const place = join(filesFolder, `${exampleId('media', 0)}.png`);
  await exportArchive(deps, merchantId, { filesFolder });
  const before = (await readdir(filesFolder)).toSorted();
  const brokenOff: ObjectStore = {
    ...deps.store,
    read: () =>
      Promise.resolve(
        (async function* () {
          yield Buffer.from('pict');
          await Promise.reject(new Error('storage is away'));
        })(),
      ),
  };
  const broken = exportArchive({ ...deps, store: brokenOff }, merchantId, { filesFolder });
  await expect(broken).rejects.toThrow('storage is away');
  expect(await readFile(place, 'utf8')).toBe('picture one');
  await deps.db.rows(sql`update media set size_bytes = 1 where id = ${exampleId('media', 0)}`);
  const replaced: ObjectStore = { ...deps.store, read: () => Promise.resolve(Readable.from([Buffer.from('other')])) };
  const other = exportArchive({ ...deps, store: replaced }, merchantId, { filesFolder });
  await expect(other).rejects.toThrow('is not what the database says');
  expect(await readFile(place, 'utf8')).toBe('picture one');
  expect((await readdir(filesFolder)).toSorted()).toEqual(before);
});

test('the files of an export are for its owner alone, also onto one that others could read', async () => {
  await importArchive(deps, withFiles(), { folder, replace: true });
  const filesFolder = await mkdtemp(join(home, 'out-'));
  const place = join(filesFolder, `${exampleId('media', 0)}.png`);
  await writeFile(place, 'what was there before', { mode: 0o644 });
  await exportArchive(deps, merchantId, { filesFolder });
  expect(await readFile(place, 'utf8')).toBe('picture one');
  const modes = (await readdir(filesFolder)).map(async (name) => (await stat(join(filesFolder, name))).mode & 0o777);
  expect(new Set(await Promise.all(modes))).toEqual(new Set([0o600]));
});
