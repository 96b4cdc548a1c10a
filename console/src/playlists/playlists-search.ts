import type { PlaylistKind, PlaylistSort } from '@vitrine/contract/playlists';
import { parseTextSearch, type TextSearch } from '../ui/text-search.js';

export type PlaylistsSearch = TextSearch & {
  readonly sort?: PlaylistSort | undefined;
  readonly kind?: PlaylistKind | undefined;
};

export const SORTS = [
  { value: 'updated', label: 'Last changed' },
  { value: 'created', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: 'longest', label: 'Longest' },
] as const satisfies readonly { value: PlaylistSort; label: string }[];

// Which playlists the list shows; without any, all of them.
export const TABS = [
  { kind: undefined, label: 'All' },
  { kind: 'on', label: 'On now' },
  { kind: 'used', label: 'In use' },
  { kind: 'unused', label: 'Not used' },
  { kind: 'empty', label: 'Empty' },
] as const satisfies readonly { readonly kind: PlaylistKind | undefined; readonly label: string }[];

// What the address says about the list: ?q=window&sort=name&kind=used. The usual order is not in it.
export function parsePlaylistsSearch(search: Record<string, unknown>): PlaylistsSearch {
  const sort = SORTS.find(({ value }) => value === search['sort'])?.value;
  const kind = TABS.find((tab) => tab.kind !== undefined && tab.kind === search['kind'])?.kind;
  return { ...parseTextSearch(search), sort: sort === 'updated' ? undefined : sort, kind };
}
