import type { ShownItem } from '@vitrine/contract/console/campaigns';
import type { PlayItem } from '@vitrine/contract/playlists';
import type { Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { selectPlayedMedia } from '../playlists/queries.js';
import { toPlayedMedia } from '../playlists/get-playlist.js';
import type { ObjectStore } from '../storage/object-store.js';

export type ShowItem = (item: PlayItem) => ShownItem;

// What items look like, from one statement for all of them. Media that were deleted since look like nothing.
export async function findShown(
  { db, store }: { readonly db: Queryable; readonly store: ObjectStore },
  merchantId: MerchantId,
  items: readonly PlayItem[],
): Promise<ShowItem> {
  const ids = [...new Set(items.map(({ mediaId }) => mediaId))];
  const rows = ids.length === 0 ? [] : await selectPlayedMedia(db, merchantId, ids);
  const byId = new Map(rows.map((row) => [row.id, toPlayedMedia(store, row)]));
  return ({ mediaId, type, durationSeconds }) => ({ mediaId, type, durationSeconds, media: byId.get(mediaId) ?? null });
}
