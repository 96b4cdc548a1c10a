import type { Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import type { Archive } from './archive-schema.js';
import {
  insertCampaigns,
  insertMedia,
  insertPlaylistItems,
  insertPlaylists,
  insertTags,
  insertVersions,
} from './content-queries.js';
import type { MediaKeys } from './object-keys.js';
import { toCampaignRow, toMediaRow, toPlaylistItemRows, toPlaylistRow, toTagRow, toVersionRows } from './to-rows.js';

// Enough rows that the round trips do not count, few enough that one statement's JSON stays small in memory.
const ROWS_PER_STATEMENT = 5_000;

export async function insertContent(
  db: Queryable,
  merchantId: MerchantId,
  { archive, keys }: { readonly archive: Archive; readonly keys: readonly MediaKeys[] },
): Promise<void> {
  const { tags = [], media = [], playlists = [], campaigns = [] } = archive;
  const keyed = media.map((entry, at) => ({ entry, keys: keys[at] ?? { objectKey: null, thumbnailKey: null } }));
  const items = playlists.flatMap(toPlaylistItemRows);
  const versions = campaigns.flatMap(toVersionRows);
  await inChunks(tags, (some) => insertTags(db, merchantId, some.map(toTagRow)));
  await inChunks(keyed, (some) =>
    insertMedia(
      db,
      merchantId,
      some.map(({ entry, keys }) => toMediaRow(entry, keys)),
    ),
  );
  await inChunks(playlists, (some) => insertPlaylists(db, merchantId, some.map(toPlaylistRow)));
  await inChunks(items, (some) => insertPlaylistItems(db, merchantId, some));
  await inChunks(campaigns, (some) => insertCampaigns(db, merchantId, some.map(toCampaignRow)));
  await inChunks(versions, (some) => insertVersions(db, merchantId, some));
}

// Rows are made a chunk at a time, so that those of a large library never stand in memory all at once.
async function inChunks<Entry>(
  all: readonly Entry[],
  insert: (some: readonly Entry[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < all.length; at += ROWS_PER_STATEMENT) await insert(all.slice(at, at + ROWS_PER_STATEMENT));
}
