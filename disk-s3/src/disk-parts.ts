// Multipart uploads: an upload is a folder, a part is a file in it, and completing joins them into one object. Parts and
// objects appear whole or not at all.
import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chooseParts } from './choose-parts.js';
import { inBatches } from './batch-writer.js';
import { withClaim } from './claim.js';
import {
  makeFolder,
  objectPath,
  readNames,
  readPath,
  statObject,
  syncFolder,
  writeObject,
  writeWhole,
  type Chunks,
  type Expected,
  type WriteOutcome,
} from './disk-objects.js';
import { errorCode, isDiskFull, isMissing } from './errors.js';
import { createFolder, writeNewFile } from './same-owner.js';
import { toETag } from './serve-object.js';
import { tempDirectory, tempName } from './temp-files.js';

/** S3's own: every part but the last has so many bytes. */
export const PART_BYTES_MIN = 5 * 1024 * 1024;
export const PARTS_MAX = 10_000;

export type StoredPart = { readonly number: number; readonly sizeBytes: number; readonly etag: string };
export type NamedPart = { readonly number: number; readonly etag: string };
export type PartedUpload = { readonly key: string; readonly uploadId: string; readonly ageMs: number };

export type CompleteOutcome =
  | 'completed'
  | 'missing'
  | 'wrong-part'
  | 'wrong-bytes'
  | 'too-small'
  | 'disk-full'
  | 'no-room';

const FOLDER = 'parts';
const CLAIMS_FOLDER = 'joining';
const KEY_FILE = 'key';
const KEY_DIGITS = 40;
const UPLOAD_ID = /^[0-9a-f]{72}$/;
const PART_NAME = /^\d{5}$/;

/**
 * Begins a multipart upload. Its parts are joined under `wholeKey`, where a client may also PUT the whole file. As
 * soon as one of them is stored, the other is refused.
 */
export async function createParts(root: string, key: string, wholeKey = key): Promise<string> {
  objectPath(root, key); // throws unless it is the name of an object
  // The id begins with the digits of the whole file's key, so that each leads to the other without a list.
  const uploadId = digitsOf(wholeKey) + randomBytes(16).toString('hex');
  const temp = join(tempDirectory(root), tempName(uploadId));
  await createFolder(temp);
  await writeNewFile(join(temp, KEY_FILE), key);
  await moveFolder(temp, folderOf(root, uploadId));
  return uploadId;
}

// The parent is deleted with the last upload in it, which may happen between the two steps.
async function moveFolder(from: string, to: string): Promise<void> {
  for (;;) {
    await makeFolder(dirname(to));
    try {
      await rename(from, to);
      return await syncFolder(dirname(to));
    } catch (error) {
      if (!isMissing(error)) throw error;
      await stat(from); // throws when this folder is what is missing
    }
  }
}

/** Stores a whole file and then deletes its parts. Nothing is deleted when the file does not arrive whole. */
export async function writeWholeFile(
  root: string,
  key: string,
  source: Chunks,
  expected: Expected,
): Promise<WriteOutcome> {
  const outcome = await writeObject(root, key, source, expected);
  if (outcome !== 'written') return outcome;
  const folder = join(root, FOLDER, digitsOf(key));
  for (const name of await readNames(folder)) await deleteUpload(root, join(folder, name));
  return outcome;
}

export type PartPlace = { readonly key: string; readonly uploadId: string; readonly number: number };

export type PartRefusal = 'missing' | 'whole-stored';

/** Refuses the part when its upload is over, also when that happened while the bytes came in. */
export async function writePart(
  root: string,
  { key, uploadId, number }: PartPlace,
  source: Chunks,
  expected: Expected,
): Promise<WriteOutcome | PartRefusal> {
  const refusal = await findPartRefusal(root, { key, uploadId });
  if (refusal !== undefined) return refusal;
  try {
    return await writeWhole(root, source, expected, async (temp) => {
      const folder = folderOf(root, uploadId);
      await rename(temp, join(folder, nameOf(number)));
      await syncFolder(folder);
    });
  } catch (error) {
    if (isMissing(error)) return (await findPartRefusal(root, { key, uploadId })) ?? 'missing';
    throw error;
  }
}

/** Decides whether the upload takes no parts: it is over, or the whole file is stored. */
export async function findPartRefusal(
  root: string,
  { key, uploadId }: Omit<PartPlace, 'number'>,
): Promise<PartRefusal | undefined> {
  if (!UPLOAD_ID.test(uploadId)) return 'missing';
  // The folder first: one that is there before the whole file is stored is deleted by the PUT of the whole file.
  const isOpen = await hasUpload(root, key, uploadId);
  if ((await statObject(root, wholeKeyOf(key, uploadId))) !== undefined) return 'whole-stored';
  return isOpen ? undefined : 'missing';
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

/** What the joined file must be, and who waits for whom. */
export type Joining = {
  readonly sha256?: string | undefined;
  /** Uploads with the same queue are joined one after the other. */
  readonly queue?: string | undefined;
};

type Completing = Joining & {
  readonly key: string;
  readonly uploadId: string;
  /** What is to stay free on the disk. */
  readonly reserveBytes: number;
};

/**
 * Joins the parts. They stay until the object is stored, so a call that was cut off can be repeated. One call of a queue
 * writes at a time, in all processes: the others wait, and then find the upload gone or go on where it failed.
 */
export async function completeParts(
  root: string,
  upload: Completing,
  parts: readonly NamedPart[],
): Promise<CompleteOutcome> {
  const { key, uploadId, queue = digitsOf(key) } = upload;
  if (!(await hasUpload(root, key, uploadId))) return 'missing';
  const claims = join(root, CLAIMS_FOLDER, queue);
  await createFolder(claims);
  try {
    return await withClaim(claims, () => completeAlone(root, upload, parts));
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
  return joinParts(root, upload, chosen);
}

export async function abortParts(root: string, key: string, uploadId: string): Promise<'aborted' | 'missing'> {
  return (await hasUpload(root, key, uploadId)) ? deleteUpload(root, folderOf(root, uploadId)) : 'missing';
}

async function deleteUpload(root: string, folder: string): Promise<'aborted' | 'missing'> {
  // Moved away in one step, so that no part is stored in a folder that is half deleted.
  const gone = join(tempDirectory(root), tempName(randomBytes(16).toString('hex')));
  try {
    await rename(folder, gone);
    await syncFolder(dirname(folder));
  } catch (error) {
    if (isMissing(error)) return 'missing';
    throw error;
  }
  await rm(gone, { recursive: true, force: true });
  await rmdir(dirname(folder)).catch(ignoreKept);
  return 'aborted';
}

// Another upload is in the folder, or another call has deleted it.
function ignoreKept(error: unknown): void {
  if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
}

export async function listUploads(root: string): Promise<PartedUpload[]> {
  const found: (PartedUpload | undefined)[] = [];
  for (const digits of await readNames(join(root, FOLDER))) {
    const names = await readNames(join(root, FOLDER, digits));
    const ids = names.map((name) => digits + name).filter((id) => UPLOAD_ID.test(id));
    found.push(...(await Promise.all(ids.map((id) => findUpload(root, id)))));
  }
  return found.filter((upload) => upload !== undefined);
}

async function findUpload(root: string, uploadId: string): Promise<PartedUpload | undefined> {
  const file = join(folderOf(root, uploadId), KEY_FILE);
  const key = await readText(file);
  return key === undefined ? undefined : { key, uploadId, ageMs: Date.now() - (await stat(file)).mtimeMs };
}

const digitsOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1).slice(0, KEY_DIGITS);
// Both keys have the same type, and so the same extension.
const wholeKeyOf = (key: string, uploadId: string): string => key.replace(digitsOf(key), uploadId.slice(0, KEY_DIGITS));
const folderOf = (root: string, uploadId: string): string =>
  join(root, FOLDER, uploadId.slice(0, KEY_DIGITS), uploadId.slice(KEY_DIGITS));
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

async function joinParts(
  root: string,
  { key, uploadId, reserveBytes, sha256 }: Completing,
  parts: readonly StoredPart[],
): Promise<CompleteOutcome> {
  const sizeBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
  const source = inBatches(readAll(folderOf(root, uploadId), parts));
  const expected = { sizeBytes, sha256, reserveBytes };
  const outcome = await writeWholeFile(root, wholeKeyOf(key, uploadId), source, expected);
  if (outcome === 'written') return 'completed';
  if (outcome === 'refused') return 'missing';
  return outcome === 'wrong-size' ? 'wrong-part' : outcome;
}

async function* readAll(folder: string, parts: readonly StoredPart[]): AsyncGenerator<Uint8Array> {
  for (const { number } of parts) yield* readPath(join(folder, nameOf(number)));
}
