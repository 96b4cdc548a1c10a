// The bytes that an archive brings along: found inside its folder and compared with what the archive says of them.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Declared } from '../storage/object-store.js';
import { errorCode } from '../storage/storage-errors.js';
import { faultAt } from './archive-error.js';
import type { ArchiveMedia } from './archive-schema.js';

export type BroughtFile = {
  readonly mediaId: string;
  readonly role: 'file' | 'thumbnail';
  readonly place: string;
  readonly declared: Declared;
};

// One after another, and in the order of the file, so that the first fault is the one reported.
export async function checkFiles(media: readonly ArchiveMedia[], folder: string | undefined): Promise<BroughtFile[]> {
  const brought: BroughtFile[] = [];
  for (const [at, { id, file, thumbnail }] of media.entries()) {
    const mediaId = id.toLowerCase();
    if (file?.path) {
      const found = await checkFile(`media[${at}].file`, file, folder);
      brought.push({ mediaId, role: 'file', ...toBytes(found, file.mimeType) });
    }
    if (thumbnail?.path) {
      const found = await checkFile(`media[${at}].thumbnail`, thumbnail, folder);
      brought.push({ mediaId, role: 'thumbnail', ...toBytes(found, 'image/jpeg') });
    }
  }
  return brought;
}

type Found = { readonly place: string; readonly sizeBytes: number; readonly sha256: string };

const toBytes = ({ place, sizeBytes, sha256 }: Found, contentType: Declared['contentType']) => ({
  place,
  declared: { contentType, sizeBytes, sha256 },
});

// Thumbnails have no checksum.
type Said = { readonly path?: string | null; readonly sizeBytes: number; readonly sha256?: string };

async function checkFile(at: string, said: Said, folder: string | undefined): Promise<Found> {
  if (folder === undefined)
    throw faultAt(`${at}.path`, 'is relative to a file, but the archive was not read from one; no path is expected');
  const place = await findPlace(folder, said.path ?? '');
  if (place === undefined)
    throw faultAt(`${at}.path`, `is «${said.path}»; a file inside the folder of the archive is expected`);
  const sizeBytes = (await stat(place)).size;
  if (sizeBytes !== said.sizeBytes)
    throw faultAt(`${at}.sizeBytes`, `is ${said.sizeBytes}; the file at ${said.path} has ${sizeBytes}`);
  const sha256 = await hashFile(place);
  if (said.sha256 !== undefined && said.sha256.toLowerCase() !== sha256)
    throw faultAt(`${at}.sha256`, `is ${said.sha256}; the file at ${said.path} has ${sha256}`);
  return { place, sizeBytes, sha256 };
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
