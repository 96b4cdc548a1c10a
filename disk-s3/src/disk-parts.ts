// Files that come in parts, as S3 has it: an upload is a folder, a part a file in it, and completing makes one object of
// them. A part is there whole or not at all; so is the object.
import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inBatches } from './batch-writer.js';
import { withClaim } from './claim.js';
import {
  makeFolder,
  publish,
  objectPath,
  readNames,
  readPath,
  syncFolder,
  writeWhole,
  type Chunks,
  type Expected,
  type WriteOutcome,
} from './disk-objects.js';
import { isDiskFull, isMissing } from './errors.js';
import { createFolder, writeNewFile } from './same-owner.js';
import { toETag } from './serve-object.js';
import { tempDirectory, tempName } from './temp-files.js';

/** S3's own: every part but the last has so many bytes. */
export const PART_BYTES_MIN = 5 * 1024 * 1024;
export const PARTS_MAX = 10_000;

export type StoredPart = { readonly number: number; readonly sizeBytes: number; readonly etag: string };
export type NamedPart = { readonly number: number; readonly etag: string };
export type PartedUpload = { readonly key: string; readonly uploadId: string; readonly ageMs: number };

export type CompleteOutcome = 'completed' | 'missing' | 'wrong-part' | 'too-small' | 'disk-full' | 'no-room';

const FOLDER = 'parts';
const KEY_FILE = 'key';
const UPLOAD_ID = /^[0-9a-f]{32}$/;
const PART_NAME = /^\d{5}$/;

export async function createParts(root: string, key: string): Promise<string> {
  objectPath(root, key); // throws unless it is the name of an object
  const uploadId = randomBytes(16).toString('hex');
  const parent = join(root, FOLDER);
  await makeFolder(parent);
  // Whole at once: a folder without its key would be nobody's.
  const temp = join(tempDirectory(root), tempName(uploadId));
  await createFolder(temp);
  await writeNewFile(join(temp, KEY_FILE), key);
  await rename(temp, join(parent, uploadId));
  await syncFolder(parent);
  return uploadId;
}

export type PartPlace = { readonly key: string; readonly uploadId: string; readonly number: number };

/** `missing` when there is no such upload of the key, or it ended while the bytes came in. */
export async function writePart(
  root: string,
  { key, uploadId, number }: PartPlace,
  source: Chunks,
  expected: Expected,
): Promise<WriteOutcome | 'missing'> {
  if (!(await hasUpload(root, key, uploadId))) return 'missing';
  try {
    return await writeWhole(root, source, expected, async (temp) => {
      const folder = folderOf(root, uploadId);
      await rename(temp, join(folder, nameOf(number)));
      await syncFolder(folder);
    });
  } catch (error) {
    if (isMissing(error)) return 'missing';
    throw error;
  }
}

export async function statPart(root: string, { uploadId, number }: PartPlace): Promise<StoredPart | undefined> {
  return findPart(folderOf(root, uploadId), nameOf(number));
}

/** Those that are there, in their order; undefined when there is no such upload of the key. */
export async function listParts(root: string, key: string, uploadId: string): Promise<StoredPart[] | undefined> {
  if (!(await hasUpload(root, key, uploadId))) return undefined;
  const folder = folderOf(root, uploadId);
  const names = (await readNames(folder)).filter((name) => PART_NAME.test(name)).sort();
  const found = await Promise.all(names.map((name) => findPart(folder, name)));
  return found.filter((part) => part !== undefined);
}

type Completing = {
  readonly key: string;
  readonly uploadId: string;
  /** What is to stay free on the disk. */
  readonly reserveBytes: number;
};

// The parts stay until the object has its name: cut off anywhere before, the same call does it again. One call at a time
// writes; those that come meanwhile, in any process, wait for it, and find the upload gone or go on where it failed.
export async function completeParts(
  root: string,
  upload: Completing,
  parts: readonly NamedPart[],
): Promise<CompleteOutcome> {
  const { key, uploadId } = upload;
  if (!(await hasUpload(root, key, uploadId))) return 'missing';
  try {
    return await withClaim(folderOf(root, uploadId), () => completeAlone(root, upload, parts));
  } catch (error) {
    if (isMissing(error)) return 'missing'; // completed or aborted by another call meanwhile
    if (isDiskFull(error)) return 'disk-full';
    throw error;
  }
}

async function completeAlone(root: string, upload: Completing, parts: readonly NamedPart[]): Promise<CompleteOutcome> {
  const { key, uploadId } = upload;
  const stored = await listParts(root, key, uploadId);
  if (stored === undefined) return 'missing';
  const chosen = chooseParts(stored, parts);
  if (chosen === undefined) return 'wrong-part';
  if (chosen.slice(0, -1).some(({ sizeBytes }) => sizeBytes < PART_BYTES_MIN)) return 'too-small';
  const joined = await joinParts(root, upload, chosen);
  if (joined === 'completed') await abortParts(root, key, uploadId);
  return joined;
}

export async function abortParts(root: string, key: string, uploadId: string): Promise<'aborted' | 'missing'> {
  if (!(await hasUpload(root, key, uploadId))) return 'missing';
  // Out of the way in one step, so that no part can come into what is half deleted.
  const gone = join(tempDirectory(root), tempName(`${uploadId}-${randomBytes(4).toString('hex')}`));
  try {
    await rename(folderOf(root, uploadId), gone);
  } catch (error) {
    if (isMissing(error)) return 'missing';
    throw error;
  }
  await syncFolder(join(root, FOLDER));
  await rm(gone, { recursive: true, force: true });
  return 'aborted';
}

export async function listUploads(root: string): Promise<PartedUpload[]> {
  const parent = join(root, FOLDER);
  const ids = (await readNames(parent)).filter((name) => UPLOAD_ID.test(name));
  const found = await Promise.all(
    ids.map(async (uploadId) => {
      const file = join(parent, uploadId, KEY_FILE);
      const key = await readText(file);
      if (key === undefined) return undefined;
      return { key, uploadId, ageMs: Date.now() - (await stat(file)).mtimeMs };
    }),
  );
  return found.filter((upload) => upload !== undefined);
}

const folderOf = (root: string, uploadId: string): string => join(root, FOLDER, uploadId);
const nameOf = (number: number): string => String(number).padStart(5, '0');

async function hasUpload(root: string, key: string, uploadId: string): Promise<boolean> {
  return UPLOAD_ID.test(uploadId) && (await readText(join(folderOf(root, uploadId), KEY_FILE))) === key;
}

async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

async function findPart(folder: string, name: string): Promise<StoredPart | undefined> {
  try {
    const { size, mtimeMs } = await stat(join(folder, name));
    return { number: Number(name), sizeBytes: size, etag: toETag({ sizeBytes: size, modifiedMs: mtimeMs }) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

// Each by its number and ETag, in rising order, as S3 wants them.
function chooseParts(stored: readonly StoredPart[], named: readonly NamedPart[]): StoredPart[] | undefined {
  const known = new Map(stored.map((part) => [part.number, part]));
  const chosen: StoredPart[] = [];
  for (const { number, etag } of named) {
    const part = known.get(number);
    if (part === undefined || part.etag !== etag || number <= (chosen.at(-1)?.number ?? 0)) return undefined;
    chosen.push(part);
  }
  return chosen.length === 0 ? undefined : chosen;
}

async function joinParts(
  root: string,
  { key, uploadId, reserveBytes }: Completing,
  parts: readonly StoredPart[],
): Promise<'completed' | 'wrong-part' | 'disk-full' | 'no-room'> {
  const sizeBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
  const keep = (temp: string): Promise<void> => publish(temp, objectPath(root, key));
  const source = inBatches(readAll(folderOf(root, uploadId), parts));
  const outcome = await writeWhole(root, source, { sizeBytes, reserveBytes }, keep);
  if (outcome === 'disk-full' || outcome === 'no-room') return outcome;
  return outcome === 'written' ? 'completed' : 'wrong-part';
}

async function* readAll(folder: string, parts: readonly StoredPart[]): AsyncGenerator<Uint8Array> {
  for (const { number } of parts) yield* readPath(join(folder, nameOf(number)));
}
