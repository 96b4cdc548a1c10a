import type { KeyObject } from 'node:crypto';
import type { Playlist, PlaylistPage } from '@vitrine/contract/playlists';
import type { Principal as Caller } from '../principal.js';
import type { Db } from '../db/db.js';
import { filtersOf, readPage, toSearch, type ListQuery } from '../http/list-page.js';
import { selectPlaylistPage, type PlaylistRow } from './queries.js';

export type PlaylistDeps = { readonly db: Db; readonly cursorKey: KeyObject };

export async function listPlaylists(
  deps: PlaylistDeps,
  { merchantId }: Caller,
  query: ListQuery,
): Promise<PlaylistPage> {
  const search = toSearch(query.q);
  const walk = { list: 'playlists', merchantId, filters: filtersOf(query) };
  const { rows, nextCursor } = await readPage(deps.cursorKey, walk, query, {
    select: (after, limit) =>
      selectPlaylistPage(deps.db, merchantId, search, after && { updatedAt: after[0], id: after[1] }, limit),
    positionOf: (row) => [row.updated_at, row.id],
  });
  return { items: rows.map(toPlaylist), nextCursor };
}

export const toPlaylist = (row: PlaylistRow): Playlist => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
