import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { SEARCH_CHARACTERS_MAX } from '@vitrine/contract/limits';
import type { ConsoleMedia, Media } from '@vitrine/contract/media';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { pagesQuery, type Pages } from '../ui/paged-list.js';
import { tagsOf, type MediaSearch } from './media-search.js';

const PAGE_ITEMS = 60;
const KEY = ['listConsoleMedia'] as const;
// A long list is many reads: it is not read anew with every glance at it, and kept for the way back from an item.
const FRESH_MS = 2 * 60_000;
const KEPT_MS = 30 * 60_000;

export const libraryQuery = (search: MediaSearch) => ({
  ...pagesQuery([...KEY, 'library', search], (start, signal) =>
    call('listConsoleMedia', { query: { ...toQuery(search), ...start } }, signal),
  ),
  staleTime: FRESH_MS,
  gcTime: KEPT_MS,
});

function toQuery(search: MediaSearch) {
  const tag = tagsOf(search);
  return {
    limit: PAGE_ITEMS,
    ...(search.q !== undefined && { q: search.q.slice(0, SEARCH_CHARACTERS_MAX) }),
    ...(tag.length > 0 && { tag }),
  };
}

// What is new stands first in the whole library at once. Whether a search finds it, the server knows.
export function addToLibrary(queryClient: QueryClient, media: Media): void {
  queryClient.setQueryData<Pages<Media>>(libraryQuery({}).queryKey, (pages) => pages && prepend(pages, media));
  void queryClient.invalidateQueries({ queryKey: KEY, predicate: ({ queryKey }) => isFiltered(queryKey) });
}

// The answer of a change is the item as it is now: nothing needs to be read again.
export function useMediaSaved(): (media: ConsoleMedia) => void {
  const queryClient = useQueryClient();
  return (media) => {
    const { id, name, tags } = media;
    queryClient.setQueryData(endpointQuery('getConsoleMedia', { params: { id } }).queryKey, media);
    mapItems(queryClient, (items) => items.map((item) => (item.id === id ? { ...item, name, tags } : item)));
    void queryClient.invalidateQueries({ queryKey: KEY, refetchType: 'none' });
  };
}

export function removeFromLibrary(queryClient: QueryClient, id: string): void {
  mapItems(queryClient, (items) => items.filter((item) => item.id !== id));
}

function mapItems(queryClient: QueryClient, change: (items: Media[]) => Media[]): void {
  queryClient.setQueriesData<Pages<Media>>(
    { queryKey: [...KEY, 'library'] },
    (pages) => pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );
}

function prepend(pages: Pages<Media>, media: Media): Pages<Media> {
  const [first, ...rest] = pages.pages;
  const isThere = pages.pages.some(({ items }) => items.some(({ id }) => id === media.id));
  if (first === undefined || isThere) return pages;
  return { ...pages, pages: [{ ...first, items: [media, ...first.items] }, ...rest] };
}

const isFiltered = (key: readonly unknown[]): boolean => Object.keys(Object(key[2])).length > 0;
