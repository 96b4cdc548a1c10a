// Objects as files. A file appears under its name whole and on the disk, or not at all: the power may fail at any line.
import { createHash, randomBytes } from 'node:crypto';
import { link, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createBatchWriter, sizeOf } from './batch-writer.js';
import { errorCode, isDiskFull, isMissing } from './errors.js';
import { isObjectKey, isStagingKey, stagingKey } from './object-key.js';
import { isRefused } from './refused-keys.js';
import { hasRoom, sizedName } from './room.js';
import { createFile, createFolder } from './same-owner.js';
import { tempDirectory, tempName } from './temp-files.js';

export type Expected = {
  readonly sizeBytes: number;
  readonly sha256?: string | undefined;
  /** What is to stay free on the disk: else it is `no-room`, before the first byte. The room is not asked for without it. */
  readonly reserveBytes?: number | undefined;
};

/** In batches: each is written by itself. */
export type Chunks = (AsyncIterable<readonly Uint8Array[]> | Iterable<readonly Uint8Array[]>) & {
  /** Nobody else has them. */
  readonly areOwn?: true;
};

export type WriteOutcome = 'written' | 'wrong-size' | 'wrong-bytes' | 'disk-full' | 'no-room' | 'refused';

export type ByteRange = { readonly start: number; readonly endInclusive: number };

export type ObjectStat = { readonly sizeBytes: number; readonly modifiedMs: number };

// Folders by the first two characters keep a listing short; no two-character folder can be `tmp` or `staging`.
export function objectPath(root: string, key: string): string {
  if (!isObjectKey(key)) throw new Error(`${key} is not the name of a stored object.`);
  const name = key.slice(key.lastIndexOf('/') + 1);
  return join(root, isStagingKey(key) ? 'staging' : '', name.slice(0, 2), name);
}

export async function writeObject(
  root: string,
  key: string,
  source: Chunks,
  expected: Expected,
): Promise<WriteOutcome> {
  if (await isRefused(root, key)) return 'refused';
  const outcome = await writeWhole(root, source, expected, (temp) => publish(temp, objectPath(root, key)));
  if (outcome !== 'written' || !(await isRefused(root, key))) return outcome;
  // Refused while its bytes came in. Whoever refuses marks first and deletes then: one of the two takes it away.
  await deleteObject(root, key);
  return 'refused';
}

/** Bytes into a temporary file; `keep` gives it its name once they are whole and on the disk. */
export async function writeWhole(
  root: string,
  source: Chunks,
  expected: Expected,
  keep: (temp: string) => Promise<void>,
): Promise<WriteOutcome> {
  try {
    return await withTemp(root, sizedName(newName(), expected.sizeBytes), async (temp) => {
      const outcome = await writeTemp(root, temp, source, expected);
      if (outcome === 'written') await keep(temp);
      return outcome;
    });
  } catch (error) {
    if (isDiskFull(error)) return 'disk-full';
    throw error;
  }
}

export async function statObject(root: string, key: string): Promise<ObjectStat | undefined> {
  try {
    const { size, mtimeMs } = await stat(objectPath(root, key));
    return { sizeBytes: size, modifiedMs: mtimeMs };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function readObject(root: string, key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
  return readPath(objectPath(root, key), range);
}

export async function* readPath(path: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
  const handle = await open(path);
  try {
    const bounds = range === undefined ? {} : { start: range.start, end: range.endInclusive };
    yield* handle.createReadStream({ ...bounds, autoClose: false });
  } finally {
    await handle.close();
  }
}

// A link, not a rename: it fails where something stands, so that a ready object is never replaced.
export async function moveObject(root: string, from: string, to: string): Promise<'moved' | 'missing'> {
  const target = objectPath(root, to);
  if (from === to) return (await statObject(root, to)) === undefined ? 'missing' : 'moved';
  await makeFolder(dirname(target));
  try {
    await link(objectPath(root, from), target);
    await syncFolder(dirname(target));
  } catch (error) {
    if (isMissing(error)) return (await statObject(root, to)) === undefined ? 'missing' : 'moved';
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  await deleteObject(root, from);
  return 'moved';
}

// Two names for the same bytes: files are only ever replaced, never written again, so a copy needs none of its own.
export async function copyObject(root: string, from: string, to: string): Promise<'copied' | 'missing'> {
  try {
    await withTemp(root, newName(), async (temp) => {
      await link(objectPath(root, from), temp);
      await publish(temp, objectPath(root, to));
    });
    return 'copied';
  } catch (error) {
    if (isMissing(error)) return 'missing';
    throw error;
  }
}

export async function deleteObject(root: string, key: string): Promise<void> {
  const path = objectPath(root, key);
  if (await remove(path)) await syncFolder(dirname(path));
}

// Folder by folder: a page is one folder, a 256th of all.
export async function* listObjects(root: string): AsyncGenerator<readonly string[]> {
  yield* listBelow(root);
  for await (const keys of listBelow(join(root, 'staging'))) yield keys.map(stagingKey);
}

async function* listBelow(parent: string): AsyncGenerator<readonly string[]> {
  for (const folder of await readNames(parent)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    const names = await readNames(join(parent, folder));
    yield names.filter((name) => name.startsWith(folder)).filter(isObjectKey);
  }
}

export async function readNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

const newName = (): string => tempName(randomBytes(8).toString('hex'));

async function withTemp<T>(root: string, name: string, use: (temp: string) => Promise<T>): Promise<T> {
  const temp = join(tempDirectory(root), name);
  try {
    return await use(temp);
  } finally {
    await remove(temp); // gone already when it was renamed
  }
}

async function writeTemp(root: string, temp: string, source: Chunks, expected: Expected): Promise<WriteOutcome> {
  const handle = await createFile(temp);
  try {
    // Once its file says how much is coming: of two at once each counts the other.
    const { reserveBytes } = expected;
    if (reserveBytes !== undefined && !(await hasRoom(root, reserveBytes))) return 'no-room';
    const hash = expected.sha256 === undefined ? undefined : createHash('sha256');
    const writer = createBatchWriter(handle, { areOwn: source.areOwn === true });
    let received = 0;
    for await (const batch of source) {
      received += sizeOf(batch);
      if (received > expected.sizeBytes) return 'wrong-size';
      for (const chunk of batch) hash?.update(chunk);
      await writer.push(batch);
    }
    const written = await writer.finish();
    if (received !== expected.sizeBytes) return 'wrong-size';
    if (hash !== undefined && expected.sha256 !== hash.digest('hex')) return 'wrong-bytes';
    await handle.datasync();
    const { size } = await handle.stat();
    if (written !== received || size !== received) throw new Error(`Of ${received} bytes the disk holds ${size}.`);
    return 'written';
  } finally {
    await handle.close();
  }
}

export async function publish(temp: string, path: string): Promise<void> {
  await makeFolder(dirname(path));
  await rename(temp, path);
  await syncFolder(dirname(path));
}

export async function makeFolder(path: string): Promise<void> {
  const made = await createFolder(path);
  if (made !== undefined) await syncFolder(dirname(path));
}

// A name is only safe once its folder is on the disk.
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function remove(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
