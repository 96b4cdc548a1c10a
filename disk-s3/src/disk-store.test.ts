import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { openDiskStore } from './disk-store.js';
import { newObjectKey, stagingKey } from './object-key.js';
import { tempName } from './temp-files.js';
import { listFiles, newFile, openTestDisk, type TestDisk } from '../test/test-disk.js';

let disk: TestDisk;
beforeAll(async () => (disk = await openTestDisk()));
afterAll(() => disk.close());

async function collect(chunks: AsyncIterable<Uint8Array> | undefined): Promise<Buffer | undefined> {
  if (chunks === undefined) return undefined;
  const parts = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

test('what is written is read back whole or in part, from an array or a stream', async () => {
  const { bytes, declared } = newFile(300_000);
  async function* halves(): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, 150_000);
    yield bytes.subarray(150_000);
  }
  for (const source of [bytes, halves()]) {
    const key = newObjectKey('png');
    assert.equal(await disk.store.write(key, source, declared), 'written');
    assert.deepEqual(await disk.store.head(key), { sizeBytes: 300_000 });
    assert.deepEqual(await collect(await disk.store.read(key)), bytes);
    const part = await disk.store.read(key, { start: 10, endInclusive: 19 });
    assert.deepEqual(await collect(part), bytes.subarray(10, 20));
    const past = await disk.store.read(key, { start: 300_000, endInclusive: 300_010 });
    assert.deepEqual(await collect(past), Buffer.alloc(0));
  }
});

test('bytes that are not the declared ones are not written, and leave no file behind', async () => {
  const { bytes, declared } = newFile(1000);
  const key = newObjectKey('png');
  const before = await disk.stored();
  const outcomes = [];
  for (const wrong of [bytes.subarray(1), Buffer.concat([bytes, bytes]), newFile(1000).bytes])
    outcomes.push(await disk.store.write(key, wrong, declared));
  assert.deepEqual(outcomes, ['wrong-size', 'wrong-size', 'wrong-bytes']);
  assert.deepEqual(await disk.stored(), before);
});

test('what is not there has no head and no bytes, and deleting it is no fault', async () => {
  const key = newObjectKey('png');
  assert.equal(await disk.store.head(key), undefined);
  assert.equal(await disk.store.read(key), undefined);
  await disk.store.delete(key);
});

test('a move happens once: again it is done already, and what stands there is never replaced', async () => {
  const key = newObjectKey('png');
  const staged = stagingKey(key);
  assert.equal(await disk.store.move(staged, key), 'missing');
  const first = newFile(100);
  await disk.store.write(staged, first.bytes, first.declared);
  assert.deepEqual(await Promise.all([disk.store.move(staged, key), disk.store.move(staged, key)]), ['moved', 'moved']);
  assert.equal(await disk.store.head(staged), undefined);
  assert.equal(await disk.store.move(staged, key), 'moved');
  const second = newFile(200);
  await disk.store.write(staged, second.bytes, second.declared);
  assert.equal(await disk.store.move(staged, key), 'moved');
  assert.deepEqual(await collect(await disk.store.read(key)), first.bytes);
  assert.equal(await disk.store.head(staged), undefined);
  assert.equal(await disk.store.move(key, key), 'moved');
  assert.deepEqual(await disk.store.head(key), { sizeBytes: 100 });
});

test('keys disclose nothing but the type', () => {
  const keys = new Set(Array.from({ length: 100 }, () => newObjectKey('webm')));
  assert.equal(keys.size, 100);
  for (const key of keys) assert.match(key, /^[0-9a-f]{40}\.webm$/);
});

test('half-written files of a dead process are swept at the start, those of a living one are not', async () => {
  const directory = join(disk.directory, 'swept');
  const folder = join(directory, 'tmp');
  await mkdir(folder, { recursive: true });
  const machine = tempName('x').split('-')[0];
  const deadPid = Number(execFileSync('sh', ['-c', 'echo $$']).toString());
  const names = {
    dead: `${machine}-${deadPid}-aa`,
    living: `${machine}-${process.ppid}-aa`,
    own: tempName('aa'),
    ownOfEarlierBoot: tempName('bb'),
    elsewhere: `another-7-aa`,
    elsewhereOld: `another-7-bb`,
  };
  for (const name of Object.values(names)) await writeFile(join(folder, name), 'x');
  const longAgo = new Date((await stat(folder)).mtimeMs - 2 * 60 * 60 * 1000);
  for (const name of [names.ownOfEarlierBoot, names.elsewhereOld]) await utimes(join(folder, name), longAgo, longAgo);
  await openDiskStore(directory);
  assert.deepEqual((await readdir(folder)).sort(), [names.living, names.own, names.elsewhere].sort());
  await rm(directory, { recursive: true });
});

test('check leaves nothing behind, and fails where files cannot be stored', async () => {
  const other = await openTestDisk();
  await other.store.check();
  assert.deepEqual(await listFiles(other.directory), []);
  await other.close();
  await assert.rejects(other.store.check(), { code: 'ENOENT' });
});

test('what is no key is no path: it is refused before the disk is asked', async () => {
  for (const key of ['../secret', '..', 'staging/../x.png', `${newObjectKey('png')}/x`, newObjectKey('PNG')]) {
    await assert.rejects(disk.store.head(key), /is not the name of a stored object/);
    await assert.rejects(disk.store.delete(key), /is not the name of a stored object/);
  }
});

test('every object is listed once and nothing else is, with its age by the machine', async () => {
  const own = await openTestDisk();
  const { bytes, declared } = newFile(3);
  const key = newObjectKey('png');
  const staged = stagingKey(newObjectKey('png'));
  for (const each of [key, staged]) await own.store.write(each, bytes, declared);
  await writeFile(join(own.directory, 'tmp', tempName('half')), 'x');
  await writeFile(join(own.directory, key.slice(0, 2), 'notes.txt'), 'x');
  const listed = [];
  for await (const keys of own.store.list()) listed.push(...keys);
  assert.deepEqual(listed, [key, staged]);

  const week = 7 * 24 * 3600;
  const path = join(own.directory, key.slice(0, 2), key);
  const { mtimeMs } = await stat(path);
  await utimes(path, mtimeMs / 1000 - week, mtimeMs / 1000 - week);
  const ages = await Promise.all([key, staged].map((each) => own.store.ageMs(each)));
  assert.deepEqual(
    ages.map((age) => age !== undefined && age >= week * 1000),
    [true, false],
  );
  assert.equal(await own.store.ageMs(newObjectKey('png')), undefined);
  await own.close();
});
