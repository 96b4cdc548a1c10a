import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../api/call.js';
import type { Pages } from '../ui/paged-list.js';
import { isRead, libraryQuery, pageQuery, type KnownItem } from './library.js';
import type { MediaSearch } from './media-search.js';
import type { Part, Range } from './use-library.js';

type KnownPages = Pages<KnownItem>;

const NO_PAGES: KnownPages['pages'] = [];

// Of a part of the list, which begins at a place of it.
export function useBoundedPart(search: MediaSearch, part: Part | undefined, { first, last }: Range): void {
  const { base = 0, isUpwards = false } = part?.origin ?? {};
  const [from, to] = isUpwards ? [base - last, base - first] : [first - base, last - base];
  const range = { first: Math.max(0, from), last: Math.max(0, to) };
  useBoundedPages(part?.origin.search ?? search, part?.pages ?? NO_PAGES, range);
}

// Whole pages on each side of what is on screen.
const PAGES_BESIDE = 3;

// However long the list and however far it is scrolled, only pages near the screen are kept whole. Of the others the ids
// stay, so that places, counts and what is chosen are right, and they are read again when they come near.
function useBoundedPages(search: MediaSearch, pages: KnownPages['pages'], { first, last }: Range): void {
  const queryClient = useQueryClient();
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const { queryKey } = libraryQuery(search);
    const params = queryClient.getQueryData<KnownPages>(queryKey)?.pageParams ?? [];
    const change = (edit: (page: KnownPages['pages'][number], at: number) => KnownPages['pages'][number]): void => {
      const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt;
      queryClient.setQueryData<KnownPages>(queryKey, (now) => now && { ...now, pages: now.pages.map(edit) }, {
        ...(updatedAt !== undefined && { updatedAt }),
      });
    };
    const near = pagesNear(pages, { first, last });
    // The first one stays: what is uploaded is put into it.
    const isFar = (at: number): boolean => at > 0 && (at < near.first - PAGES_BESIDE || at > near.last + PAGES_BESIDE);
    if (pages.some(({ items }, at) => isFar(at) && isRead(items[0]))) {
      change((page, at) => (isFar(at) ? { ...page, items: page.items.map(({ id }) => ({ id })) } : page));
    }
    for (let at = near.first; at <= near.last; at += 1) {
      const [page, start] = [pages[at], params[at]];
      const name = `${JSON.stringify(queryKey)} ${start?.cursor ?? ''}`;
      if (page === undefined || start === undefined || page.items.every(isRead) || asked.current.has(name)) continue;
      asked.current.add(name);
      void call('listConsoleMedia', { query: pageQuery(search, start) })
        .then(({ items }) => change((old, place) => (place === at ? filled(old, items) : old)))
        .catch(() => undefined)
        .finally(() => asked.current.delete(name));
    }
  }, [queryClient, search, pages, first, last]);
}

// What somebody deleted meanwhile is gone; what moved up to here is on the next page, where it was.
function filled(page: KnownPages['pages'][number], items: readonly KnownItem[]): KnownPages['pages'][number] {
  const found = new Map(items.map((item) => [item.id, item]));
  return { ...page, items: page.items.flatMap(({ id }) => found.get(id) ?? []) };
}

function pagesNear(pages: KnownPages['pages'], { first, last }: Range): Range {
  let start = 0;
  const starts = pages.map(({ items }) => (start += items.length) - items.length);
  const at = (place: number): number =>
    Math.max(
      0,
      starts.findLastIndex((from) => from <= place),
    );
  return { first: at(first), last: at(Math.max(first, last - 1)) };
}
