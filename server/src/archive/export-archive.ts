import type { Db } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import type { ObjectStore } from '../storage/object-store.js';
import { ArchiveError } from './archive-error.js';
import type { Archive } from './archive-schema.js';
import { exportFiles, type FilesOptions } from './export-files.js';
import { readSnapshot } from './export-queries.js';
import { toArchive } from './to-archive.js';

export type ExportDeps = { readonly db: Db; readonly store: ObjectStore };

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
