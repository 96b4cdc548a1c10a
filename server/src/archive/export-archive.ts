import { mkdir } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { syncFolder } from '@vitrine/disk-s3';
import type { Db } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { toExtension } from '../storage/file-type.js';
import type { ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { replaceHashed } from '../storage/write-hashed.js';
import { ArchiveError } from './archive-error.js';
import type { Archive } from './archive-schema.js';
import { type MediaRow, readSnapshot } from './export-queries.js';
import { type Paths, toArchive } from './to-archive.js';

type FilesOptions = {
  // Where the bytes go; without it none are written.
  readonly filesFolder?: string;
  // Where the archive file will stand, which paths are relative to; without it, beside the folder of the files.
  readonly archiveFolder?: string;
};

type Expected = { readonly key: ObjectKey; readonly sizeBytes: number | null; readonly sha256: string | null };

// Writes the bytes of each item that storage has. An object that is not there leaves its item without a path.
async function exportFiles(store: ObjectStore, media: readonly MediaRow[], options: FilesOptions): Promise<Paths> {
  const paths = { file: new Map<string, string>(), thumbnail: new Map<string, string>() };
  if (options.filesFolder === undefined) return paths;
  const filesFolder = resolve(options.filesFolder);
  const toPath = pathsFrom(filesFolder, options.archiveFolder);
  const made = await mkdir(filesFolder, { recursive: true });
  for (const { id, mimeType, objectKey: key, thumbnailKey, thumbnailSizeBytes, sizeBytes, sha256 } of media) {
    const name = mimeType === null ? id : `${id}.${toExtension(mimeType)}`;
    const thumbnail = `${id}.thumb.jpg`;
    if (key !== null && (await writeOut(store, join(filesFolder, name), { key, sizeBytes, sha256 }))) {
      paths.file.set(id, toPath(name));
    }
    if (thumbnailKey === null) continue;
    const expected = { key: thumbnailKey, sizeBytes: thumbnailSizeBytes, sha256: null };
    if (await writeOut(store, join(filesFolder, thumbnail), expected)) paths.thumbnail.set(id, toPath(thumbnail));
  }
  await syncUp(filesFolder, made === undefined ? filesFolder : dirname(made));
  return paths;
}

// Before the archive file names what is in it: names are only safe once their folders are on the disk.
async function syncUp(folder: string, last: string): Promise<void> {
  await syncFolder(folder);
  if (folder !== last) await syncUp(dirname(folder), last);
}

// An import refuses paths that leave the folder of the archive, so an export does not write any.
function pathsFrom(filesFolder: string, archiveFolder = dirname(resolve(filesFolder))): (name: string) => string {
  const below = relative(resolve(archiveFolder), resolve(filesFolder));
  if (isAbsolute(below) || below.split(sep)[0] === '..') {
    throw new ArchiveError(
      `The files must go to a folder below the archive's own, ${archiveFolder}; ${filesFolder} is elsewhere.`,
    );
  }
  return (name) => join(below, name).split(sep).join('/');
}

// Compared on the way: an archive that an import would refuse is no backup, and now is when it can be known. An archive file
// that is there already may name what is in this place, so that is replaced and not written into.
async function writeOut(store: ObjectStore, place: string, { key, sizeBytes, sha256 }: Expected): Promise<boolean> {
  const source = await store.read(key);
  if (source === undefined) return false;
  await replaceHashed(place, source, (written) => {
    if (written.sizeBytes !== sizeBytes || (sha256 !== null && written.sha256 !== sha256)) {
      throw new ArchiveError(`The stored object ${key}, read for ${place}, is not what the database says of it.`);
    }
  });
  return true;
}

type ExportDeps = { readonly db: Db; readonly store: ObjectStore };

// One merchant as of one moment. People stand by email, tokens, media and playlists by age, tags by name, campaigns by
// id: the same rows give the same file.
export async function exportArchive(
  deps: ExportDeps,
  merchantId: MerchantId,
  options: FilesOptions = {},
): Promise<Archive> {
  const snapshot = await deps.db.transaction((db) => readSnapshot(db, merchantId));
  if (snapshot === undefined) throw new ArchiveError(`There is no merchant ${merchantId}.`);
  // After the transaction: copying gigabytes would hold its snapshot, and with it every dead row, for as long.
  const paths = await exportFiles(deps.store, snapshot.media, options);
  return toArchive(snapshot, paths);
}

// As it stands in a file: readable, and the same bytes for the same archive.
export const toArchiveText = (archive: Archive): string => `${JSON.stringify(archive, null, 2)}\n`;
