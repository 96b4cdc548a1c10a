import { keepPreviousData, queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { LibraryItem, TagManyResult } from '@vitrine/contract/library';
import type { ConsoleMedia, Media } from '@vitrine/contract/media';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { pagesQuery, type PageStart, type Pages } from '../ui/paged-list.js';
import { toFilters, type MediaSearch } from './media-search.js';

// The first page is on its way while somebody waits; later ones are for whoever drags to the end.
const FIRST_PAGE_ITEMS = 60;
const PAGE_ITEMS = 200;
const KEY = ['listConsoleMedia'] as const;
// A long list is many reads: it is not read anew with every glance at it, and kept for the way back from an item.
const FRESH_MS = 2 * 60_000;
const KEPT_MS = 30 * 60_000;
const PAGES_REREAD_MAX = 3;

// Of pages that are far from the screen only the ids are kept (use-bounded-pages.ts).
export type KnownItem = LibraryItem | Pick<LibraryItem, 'id'>;

export const isRead = (item: KnownItem | undefined): item is LibraryItem => item !== undefined && 'name' in item;

export const libraryQuery = (search: MediaSearch) => ({
  ...pagesQuery<KnownItem>([...KEY, 'library', toQuery(search)], (start, signal) =>
    call('listConsoleMedia', { query: pageQuery(search, start) }, signal),
  ),
  staleTime: FRESH_MS,
  gcTime: KEPT_MS,
  // To read it anew is to read every page of it anew.
  refetchOnWindowFocus: ({ state }: { state: { data: Pages<KnownItem> | undefined } }) =>
    (state.data?.pages.length ?? 0) <= PAGES_REREAD_MAX,
});

export const pageQuery = (search: MediaSearch, start: PageStart) => ({
  ...toQuery(search),
  limit: start.cursor === undefined ? FIRST_PAGE_ITEMS : PAGE_ITEMS,
  ...start,
});

export const toQuery = (search: MediaSearch) => ({
  ...toFilters(search),
  ...(search.sort !== undefined && { sort: search.sort }),
});

export const countQuery = (search: MediaSearch) =>
  queryOptions({
    ...endpointQuery('countConsoleMedia', { query: toFilters(search) }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });

// What is new stands first in the whole library at once. Whether a search finds it, the server knows.
export function addToLibrary(queryClient: QueryClient, media: Media): void {
  const item: LibraryItem = { sizeBytes: null, addedBy: null, warnings: [], isBroken: false, ...media };
  queryClient.setQueryData<Pages<KnownItem>>(libraryQuery({}).queryKey, (pages) => pages && prepend(pages, item));
  void queryClient.invalidateQueries({ queryKey: KEY, predicate: ({ queryKey }) => isFiltered(queryKey) });
  void queryClient.invalidateQueries({ queryKey: ['countConsoleMedia'] });
}

// The answer of a change is the item as it is now: nothing needs to be read again.
export function useMediaSaved(): (media: ConsoleMedia) => void {
  const queryClient = useQueryClient();
  return (media) => {
    const { id, name, tags } = media;
    queryClient.setQueryData(endpointQuery('getConsoleMedia', { params: { id } }).queryKey, media);
    mapItems(queryClient, (items) =>
      items.map((item) => (item.id === id && isRead(item) ? { ...item, name, tags } : item)),
    );
    void queryClient.invalidateQueries({ queryKey: KEY, refetchType: 'none' });
  };
}

export const removeFromLibrary = (queryClient: QueryClient, id: string): void =>
  removeManyFromLibrary(queryClient, [id]);

export function removeManyFromLibrary(queryClient: QueryClient, ids: readonly string[]): void {
  const gone = new Set(ids);
  mapItems(queryClient, (items) => items.filter((item) => !gone.has(item.id)));
  void queryClient.invalidateQueries({ queryKey: ['countConsoleMedia'] });
}

// Of items on screen the tags change at once; which items a search by tag finds, the server knows.
export function showManyTagged(
  queryClient: QueryClient,
  { tags }: Pick<TagManyResult, 'tags'>,
  isAdded: boolean,
): void {
  const changes = tags.map(({ tag, mediaIds }) => ({ tag, ids: new Set(mediaIds) }));
  mapItems(queryClient, (items) =>
    items.map((item) => {
      if (!isRead(item)) return item;
      const mine = changes.filter(({ ids }) => ids.has(item.id)).map(({ tag }) => tag);
      if (mine.length === 0) return item;
      const kept = item.tags.filter(({ id }) => !mine.some((tag) => tag.id === id));
      return { ...item, tags: isAdded ? [...kept, ...mine] : kept };
    }),
  );
  for (const name of ['listConsoleTags', 'getConsoleMedia', 'countConsoleMedia']) {
    void queryClient.invalidateQueries({ queryKey: [name] });
  }
  void queryClient.invalidateQueries({ queryKey: KEY, refetchType: 'none' });
}

function mapItems(queryClient: QueryClient, change: (items: KnownItem[]) => KnownItem[]): void {
  queryClient.setQueriesData<Pages<KnownItem>>(
    { queryKey: [...KEY, 'library'] },
    (pages) => pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );
}

function prepend(pages: Pages<KnownItem>, media: LibraryItem): Pages<KnownItem> {
  const [first, ...rest] = pages.pages;
  const isThere = pages.pages.some(({ items }) => items.some(({ id }) => id === media.id));
  if (first === undefined || isThere) return pages;
  return { ...pages, pages: [{ ...first, items: [media, ...first.items] }, ...rest] };
}

const isFiltered = (key: readonly unknown[]): boolean => Object.keys(Object(key[2])).length > 0;
