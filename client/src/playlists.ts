import type { ListPlaylistsQuery, Playlist, PlaylistDetail, PlaylistPage } from './generated/types.js';
import type { ListOptions } from './list-options.js';
import { createPageList, type PageList } from './page-list.js';
import type { CallOptions, Transport } from './transport.js';

export type Playlists = {
  /** Shared playlists, most recently updated first. */
  readonly list: (options?: ListOptions<ListPlaylistsQuery>) => PageList<Playlist>;
  /** A playlist with its items in play order. */
  readonly get: (id: string, options?: CallOptions) => Promise<PlaylistDetail>;
};

export const createPlaylists = ({ get }: Transport): Playlists => ({
  list: ({ signal, ...query } = {}) =>
    createPageList(query.cursor, (cursor) => get<PlaylistPage>('/playlists', { ...query, cursor }, { signal })),
  get: (id, options = {}) => get(`/playlists/${encodeURIComponent(id)}`, {}, options),
});
