// The bytes that an archive brings along: found inside its folder and compared with what the archive says of them.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Declared } from '../storage/object-store.js';
import { errorCode } from '@vitrine/disk-s3';
import { faultAt } from './archive-error.js';
import type { ArchiveMedia } from './archive-schema.js';

export type SourceFile = {
  readonly mediaId: string;
  readonly role: 'file' | 'thumbnail';
  readonly location: string;
  readonly declared: Declared;
};

// One after another, and in the order of the file, so that the first fault is the one reported.
export async function checkFiles(media: readonly ArchiveMedia[], folder: string | undefined): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const [at, { id, file, thumbnail }] of media.entries()) {
    const mediaId = id.toLowerCase();
    if (file?.path) {
      const described = { ...file, contentType: file.mimeType };
      files.push({ mediaId, role: 'file', ...(await checkFile(`media[${at}].file`, described, folder)) });
    }
    if (thumbnail?.path) {
      const described = { ...thumbnail, contentType: 'image/jpeg' } as const;
      files.push({ mediaId, role: 'thumbnail', ...(await checkFile(`media[${at}].thumbnail`, described, folder)) });
    }
  }
  return files;
}

// Thumbnails have no checksum.
type Described = Omit<Declared, 'sha256'> & { readonly path?: string | null; readonly sha256?: string };

async function checkFile(at: string, described: Described, folder: string | undefined) {
  if (folder === undefined)
    throw faultAt(`${at}.path`, 'is relative to a file, but the archive was not read from one; no path is expected');
  const location = await findInside(folder, described.path ?? '');
  if (location === undefined)
    throw faultAt(`${at}.path`, `is «${described.path}»; a file inside the folder of the archive is expected`);
  const sizeBytes = (await stat(location)).size;
  if (sizeBytes !== described.sizeBytes)
    throw faultAt(`${at}.sizeBytes`, `is ${described.sizeBytes}; the file at ${described.path} has ${sizeBytes}`);
  const sha256 = await hashFile(location);
  if (described.sha256 !== undefined && described.sha256.toLowerCase() !== sha256)
    throw faultAt(`${at}.sha256`, `is ${described.sha256}; the file at ${described.path} has ${sha256}`);
  return { location, declared: { contentType: described.contentType, sizeBytes, sha256 } };
}

// Not there; something below a file; a link that leads to itself; a name longer than any.
const NO_SUCH_FILE: readonly string[] = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'];

// Links are followed first and judged by where they lead: an archive from elsewhere must not read the server's files.
async function findInside(folder: string, path: string): Promise<string | undefined> {
  try {
    const root = await realpath(folder);
    const location = await realpath(join(root, path));
    const inside = location.startsWith(root.endsWith(sep) ? root : root + sep);
    return inside && (await stat(location)).isFile() ? location : undefined;
  } catch (error) {
    if (NO_SUCH_FILE.includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

async function hashFile(location: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(location)) hash.update(chunk);
  return hash.digest('hex');
}
