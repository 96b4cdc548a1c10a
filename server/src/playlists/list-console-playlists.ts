import type { KeyObject } from 'node:crypto';
import { PLAYLIST_COVERS_MAX } from '@vitrine/contract/console/console-limits';
import type { PlaylistSummary } from '@vitrine/contract/console/playlists';
import type { Db } from '../db/db.js';
import { filtersOf, readPage, toSearch, type ListQuery } from '../http/list-page.js';
import type { MerchantId } from '../ids.js';
import type { ObjectStore } from '../storage/object-store.js';
import { selectSummaries, type SummaryRow } from './console-queries.js';
import { toPlaylist } from './list-playlists.js';
import { selectPlaylistPage, type PlaylistRow } from './queries.js';
import { fromMicroseconds } from './total-seconds.js';

type Deps = { readonly db: Db; readonly store: ObjectStore; readonly cursorKey: KeyObject };
type Page = { items: PlaylistSummary[]; nextCursor: string | null };

// Two statements a page, however many playlists and items it has.
export async function listConsolePlaylists(
  { db, store, cursorKey }: Deps,
  merchantId: MerchantId,
  query: ListQuery,
): Promise<Page> {
  const search = toSearch(query.q);
  const walk = { list: 'console playlists', merchantId, filters: filtersOf(query) };
  const { rows, nextCursor } = await readPage(cursorKey, walk, query, {
    select: (after, limit) =>
      selectPlaylistPage(db, merchantId, search, after && { updatedAt: after[0], id: after[1] }, limit),
    positionOf: (row) => [row.updated_at, row.id],
  });
  const ids = rows.map(({ id }) => id);
  const summaries = await selectSummaries(db, merchantId, ids, PLAYLIST_COVERS_MAX);
  const byId = new Map(summaries.map((summary) => [summary.id, summary]));
  return { items: rows.flatMap((row) => toSummary(store, row, byId.get(row.id))), nextCursor };
}

// Nothing of a playlist that was deleted between the two statements.
function toSummary(store: ObjectStore, row: PlaylistRow, summary: SummaryRow | undefined): PlaylistSummary[] {
  if (summary === undefined) return [];
  return [
    {
      ...toPlaylist(row),
      shared: summary.shared,
      revision: summary.revision,
      totalDurationSeconds: fromMicroseconds(summary.microseconds),
      itemCount: summary.item_count,
      coverUrls: summary.cover_keys.map((key) => store.signedGetUrl(key)),
    },
  ];
}
