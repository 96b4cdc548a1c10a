import type { PlaylistSort } from '@vitrine/contract/playlists';
import { parseTextSearch, type TextSearch } from '../ui/text-search.js';

export type PlaylistsSearch = TextSearch & { readonly sort?: PlaylistSort };

export const SORTS = [
  { value: 'updated', label: 'Last changed' },
  { value: 'created', label: 'Newest' },
  { value: 'name', label: 'Name' },
] as const satisfies readonly { value: PlaylistSort; label: string }[];

// What the address says about the list: ?q=window&sort=name. The usual order is not in it.
export function parsePlaylistsSearch(search: Record<string, unknown>): PlaylistsSearch {
  const sort = SORTS.find(({ value }) => value === search['sort'])?.value;
  return { ...parseTextSearch(search), ...(sort !== undefined && sort !== 'updated' && { sort }) };
}
