// A command that root runs beside a service with an account of its own: the folder stays that account's in every part.
import assert from 'node:assert/strict';
import { chown, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { withClaim } from './claim.js';
import { writePart } from './disk-parts.js';
import { openDiskStore } from './disk-store.js';
import { newObjectKey, stagingKey } from './object-key.js';
import { createFile } from './same-owner.js';
import { newFile } from '../test/test-disk.js';

const OTHER = 54321;

describe.skipIf(process.getuid?.() !== 0)('as root, in a folder of another account', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'disk-s3-'));
    await chown(folder, OTHER, OTHER);
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function ownersIn(path: string): Promise<Set<string>> {
    const names = ['', ...(await readdir(path, { recursive: true }))];
    const found = await Promise.all(names.map((name) => lstat(join(path, name))));
    return new Set(found.map(({ uid, gid }) => `${uid}:${gid}`));
  }

  async function asOther<Result>(work: () => Promise<Result>): Promise<Result> {
    process.setegid?.(OTHER);
    process.seteuid?.(OTHER);
    try {
      return await work();
    } finally {
      process.seteuid?.(0);
      process.setegid?.(0);
    }
  }

  const theirs = new Set([`${OTHER}:${OTHER}`]);

  test('all that is made is that account’s, while it is made too, and that account goes on with it', async () => {
    const directory = join(folder, 'data', 'objects');
    const store = await openDiskStore(directory);
    const { bytes, declared } = newFile(1000);
    async function* looking(): AsyncGenerator<Uint8Array> {
      assert.deepEqual(await ownersIn(directory), theirs);
      yield bytes;
    }
    const [key, copied, parted] = [newObjectKey('png'), newObjectKey('png'), newObjectKey('png')];
    assert.equal(await store.write(stagingKey(key), looking(), declared), 'written');
    assert.equal(await store.move(stagingKey(key), key), 'moved');
    assert.equal(await store.copy(key, copied), 'copied');
    await store.refuse(key);
    const uploadId = await store.createParts(parted);
    assert.equal(await writePart(directory, { key: parted, uploadId, number: 1 }, [[bytes]], declared), 'written');
    await withClaim(join(directory, 'parts'), async () => assert.deepEqual(await ownersIn(folder), theirs));
    await asOther(async () => {
      const own = await openDiskStore(directory);
      const parts = (await own.listParts(parted, uploadId)) ?? [];
      assert.equal(await own.completeParts(parted, uploadId, parts), 'completed');
      for (const stored of [key, copied, parted]) {
        for await (const read of (await own.read(stored)) ?? []) assert.deepEqual(read, bytes);
        await own.delete(stored);
      }
    });
  });

  test('what stands there already is given to nobody, nor where a link leads', async () => {
    const [below, file] = [join(folder, 'linked'), join(folder, 'root')];
    await mkdir(below);
    await writeFile(file, '');
    await symlink(file, join(below, 'link'));
    await assert.rejects(createFile(join(below, 'link')), { code: 'EEXIST' });
    assert.equal((await lstat(file)).uid, 0);
  });
});
