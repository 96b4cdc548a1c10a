import type { KeyObject } from 'node:crypto';
import { PLAYLIST_COVERS_MAX } from '@vitrine/contract/console-limits';
import type { Playlist, PlaylistPage, PlaylistSummary } from '@vitrine/contract/playlists';
import type { Db } from '../db/db.js';
import { filtersOf, readPage, toSearch, type ListQuery } from '../http/list-page.js';
import type { MerchantId } from '../ids.js';
import type { PersonPrincipal, Principal } from '../principal.js';
import type { ObjectStore } from '../storage/object-store.js';
import { selectPlaylistPage, selectSummaries, type PlaylistRow } from './queries.js';

export type PlaylistDeps = { readonly db: Db; readonly cursorKey: KeyObject };

export async function listPlaylists(
  deps: PlaylistDeps,
  { merchantId }: Principal,
  { query }: { readonly query: ListQuery },
): Promise<PlaylistPage> {
  const { rows, nextCursor } = await readPlaylists(deps, 'playlists', merchantId, query);
  return { items: rows.map(toPlaylist), nextCursor };
}

// Two statements a page, however many playlists and items it has.
export async function listConsolePlaylists(
  deps: PlaylistDeps & { readonly store: ObjectStore },
  { merchantId }: PersonPrincipal,
  { query }: { readonly query: ListQuery },
): Promise<{ items: PlaylistSummary[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await readPlaylists(deps, 'console playlists', merchantId, query);
  const ids = rows.map(({ id }) => id);
  const summaries = await selectSummaries(deps.db, merchantId, ids, PLAYLIST_COVERS_MAX);
  const byId = new Map(summaries.map((summary) => [summary.id, summary]));
  const items = rows.flatMap((row) => {
    const summary = byId.get(row.id);
    // Deleted between the two statements.
    if (summary === undefined) return [];
    return {
      ...row,
      totalDurationSeconds: summary.totalSeconds,
      itemCount: summary.itemCount,
      coverUrls: summary.coverKeys.map((key) => deps.store.signedGetUrl(key)),
    };
  });
  return { items, nextCursor };
}

// A cursor of one list does not open the other.
function readPlaylists({ db, cursorKey }: PlaylistDeps, list: string, merchantId: MerchantId, query: ListQuery) {
  const search = toSearch(query.q);
  return readPage(cursorKey, { list, merchantId, filters: filtersOf(query) }, query, {
    select: (after, limit) =>
      selectPlaylistPage(db, merchantId, search, after && { updatedAt: after[0], id: after[1] }, limit),
    positionOf: ({ updatedAt, id }) => [updatedAt, id],
  });
}

export const toPlaylist = ({ id, name, createdAt, updatedAt }: PlaylistRow): Playlist => ({
  id,
  name,
  createdAt,
  updatedAt,
});
