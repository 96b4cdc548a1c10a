import type { Db, Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import type { ObjectStore } from '../storage/object-store.js';
import { ArchiveRefused } from './archive-refused.js';
import type { Archive } from './archive-schema.js';
import { exportFiles, type FilesOptions } from './export-files.js';
import * as query from './export-queries.js';
import { type Snapshot, toArchive } from './to-archive.js';

export type ExportDeps = { readonly db: Db; readonly store: ObjectStore };

// One merchant as of one moment. People stand by email, tokens, media and playlists by age, tags by name, campaigns by
// id: the same rows give the same file.
export async function exportArchive(
  deps: ExportDeps,
  merchantId: MerchantId,
  options: FilesOptions = {},
): Promise<Archive> {
  const snapshot = await deps.db.transaction((db) => readSnapshot(db, merchantId));
  // After the transaction: copying gigabytes would hold its snapshot, and with it every dead row, for as long.
  const paths = await exportFiles(deps.store, snapshot.media, options);
  return toArchive(snapshot, paths);
}

async function readSnapshot(db: Queryable, merchantId: MerchantId): Promise<Snapshot> {
  await query.holdSnapshot(db);
  const merchant = await query.findMerchantRow(db, merchantId);
  if (merchant === undefined) throw new ArchiveRefused(`There is no merchant ${merchantId}.`);
  return {
    merchant,
    people: await query.selectPeople(db, merchantId),
    tokens: await query.selectTokens(db, merchantId),
    tags: await query.selectTags(db, merchantId),
    media: await query.selectReadyMedia(db, merchantId),
    playlists: await query.selectPlaylists(db, merchantId),
    items: await query.selectPlaylistItems(db, merchantId),
    campaigns: await query.selectCampaigns(db, merchantId),
    versions: await query.selectVersions(db, merchantId),
  };
}

// As it stands in a file: readable, and the same bytes for the same archive.
export const toArchiveText = (archive: Archive): string => `${JSON.stringify(archive, null, 2)}\n`;
