import type { PlaylistSummary, PlaylistSummaryPage } from '@vitrine/contract/playlists';
import { call } from '../api/call.js';
import { pagesQuery } from '../ui/paged-list.js';
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
export async function readAllIds(search: PlaylistsSearch): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...toQuery(search), limit: PAGE_ITEMS, ...(cursor !== undefined && { cursor }) };
    const page = await call('listConsolePlaylists', { query });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}
