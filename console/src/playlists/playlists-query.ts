import type { PlaylistSummary, PlaylistSummaryPage } from '@vitrine/contract/playlists';
import { call } from '../api/call.js';
import { pagesQuery, readPages } from '../ui/paged-list.js';
import type { PlaylistsSearch } from './playlists-search.js';

export const playlistsQuery = (search: PlaylistsSearch) => {
  const query = toQuery(search);
  return pagesQuery<PlaylistSummary, PlaylistSummaryPage>(['listConsolePlaylists', query], (start, signal) =>
    call('listConsolePlaylists', { query: { ...query, ...start } }, signal),
  );
};

export const toQuery = ({ q, sort, kind }: PlaylistsSearch) => ({
  ...(q !== undefined && { q }),
  ...(sort !== undefined && { sort }),
  ...(kind !== undefined && { kind }),
});

const PAGE_ITEMS = 200;

// Those that are on no page yet too.
export const readAllIds = async (search: PlaylistsSearch): Promise<string[]> => {
  const query = { ...toQuery(search), limit: PAGE_ITEMS };
  const playlists = await readPages((start) => call('listConsolePlaylists', { query: { ...query, ...start } }));
  return playlists.map(({ id }) => id);
};
