// The bytes that an archive brings along: found inside its folder and compared with what the archive says of them.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Declared } from '../storage/object-store.js';
import { errorCode } from '../storage/storage-errors.js';
import type { Archive, ArchiveMedia } from './archive-schema.js';
import { refusal } from './check-archive.js';
import type { Segment } from './fault.js';

export type BroughtFile = {
  readonly mediaId: string;
  readonly role: 'file' | 'thumbnail';
  readonly place: string;
  readonly declared: Declared;
};

type Wanted = Pick<BroughtFile, 'mediaId' | 'role'> & {
  readonly path: string;
  readonly contentType: Declared['contentType'];
  readonly sizeBytes: number;
  /** Thumbnails have none. */
  readonly sha256: string | undefined;
  readonly at: readonly Segment[];
};

// One after another, and in the order of the file, so that the first fault is the one reported.
export async function checkFiles(archive: Archive, folder: string | undefined): Promise<BroughtFile[]> {
  const brought: BroughtFile[] = [];
  for (const wanted of (archive.media ?? []).flatMap(toWanted)) brought.push(await checkFile(wanted, folder));
  return brought;
}

function toWanted({ id, file, thumbnail }: ArchiveMedia, at: number): Wanted[] {
  const mediaId = id.toLowerCase();
  const wanted: Wanted[] = [];
  if (file?.path) {
    const { path, mimeType: contentType, sizeBytes } = file;
    const sha256 = file.sha256.toLowerCase();
    wanted.push({ mediaId, role: 'file', path, contentType, sizeBytes, sha256, at: ['media', at, 'file'] });
  }
  if (thumbnail?.path) {
    const { path, sizeBytes } = thumbnail;
    const contentType = 'image/jpeg';
    wanted.push({
      mediaId,
      role: 'thumbnail',
      path,
      contentType,
      sizeBytes,
      sha256: undefined,
      at: ['media', at, 'thumbnail'],
    });
  }
  return wanted;
}

async function checkFile(wanted: Wanted, folder: string | undefined): Promise<BroughtFile> {
  const { mediaId, role, contentType, sizeBytes, at } = wanted;
  const fault = (key: string, message: string) => refusal({ path: [...at, key], message });
  if (folder === undefined)
    throw fault('path', 'is relative to a file, but the archive was not read from one; no path is expected');
  const place = await findPlace(folder, wanted.path);
  if (place === undefined)
    throw fault('path', `is «${wanted.path}»; a file inside the folder of the archive is expected`);
  const size = (await stat(place)).size;
  if (size !== sizeBytes) throw fault('sizeBytes', `is ${sizeBytes}; the file at ${wanted.path} has ${size}`);
  const sha256 = await hashFile(place);
  if (wanted.sha256 !== undefined && wanted.sha256 !== sha256) {
    throw fault('sha256', `is ${wanted.sha256}; the file at ${wanted.path} has ${sha256}`);
  }
  return { mediaId, role, place, declared: { contentType, sizeBytes, sha256 } };
}

// Not there; something below a file; a link that leads to itself; a name longer than any.
const NO_SUCH_PLACE: readonly string[] = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'];

// Links are followed first and judged by where they lead: an archive from elsewhere must not read the server's files.
async function findPlace(folder: string, path: string): Promise<string | undefined> {
  try {
    const root = await realpath(folder);
    const place = await realpath(join(root, path));
    const inside = place.startsWith(root.endsWith(sep) ? root : root + sep);
    return inside && (await stat(place)).isFile() ? place : undefined;
  } catch (error) {
    if (NO_SUCH_PLACE.includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

async function hashFile(place: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(place)) hash.update(chunk);
  return hash.digest('hex');
}
