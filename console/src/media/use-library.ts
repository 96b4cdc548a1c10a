import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Page } from '../ui/paged-list.js';
import { countQuery, libraryQuery, toQuery, type KnownItem } from './library.js';
import type { MediaSearch } from './media-search.js';
import { aboveMonth, fromMonth, nearestMonth, placeMonths, type MonthPlace } from './months.js';

export type Range = { readonly first: number; readonly last: number };

// The list from a place on, or what stands above that place, from there upwards: each the list of a narrower search.
export type Origin = { readonly search: MediaSearch; readonly base: number; readonly isUpwards: boolean };

// What of it is read without a gap.
export type Part = Range & { readonly origin: Origin; readonly pages: Page<KnownItem>[] };

const NO_PAGES: Page<KnownItem>[] = [];
// So far from what is read the list is read on; whoever goes farther begins at the month that is there.
const NEAR_ITEMS = 200;
// A month is read when the list has come to rest in it, not when it flies by.
const REST_MS = 120;

// The list as it is on screen: read from its start on, and, for those who jump far into it, from the start of a month on in
// both directions. So a jump costs two pages, however long the list is.
export function useLibrary(search: MediaSearch) {
  const list = useInfiniteQuery({ ...libraryQuery(search), placeholderData: keepPreviousData });
  const found = useQuery(countQuery(search)).data;
  const isOld = list.isPlaceholderData;
  const months = useMemo(() => (isOld ? undefined : placeMonths(search, found)), [search, found, isOld]);
  const { jumped, jumpSoon } = useJump(search, months);
  const start = useMemo(() => toPart({ search, base: 0, isUpwards: false }, list.data?.pages), [search, list.data]);
  const below = usePart(search, jumped, fromMonth);
  const above = usePart(search, jumped, aboveMonth);
  const total = list.hasNextPage ? totalOf(start, isOld ? undefined : found, below) : start.last;
  const [belowPart, abovePart] = [below.part, above.part];
  const items = useMemo(() => merge(start, [abovePart, belowPart], total), [start, abovePart, belowPart, total]);
  const readOn = ({ first, last }: Range): void => {
    if (isOld || last <= start.last) return;
    if (months === undefined || first <= start.last + NEAR_ITEMS) return goOn(list);
    const month = nearestMonth(months, (first + last) / 2);
    const [top, bottom] = [abovePart?.first ?? jumped?.start ?? 0, belowPart?.last ?? 0];
    const isNear = last >= top - NEAR_ITEMS && first <= bottom + NEAR_ITEMS;
    if (jumped === undefined || (!isNear && month !== jumped.month)) return jumpSoon(month);
    if (last > bottom) goOn(below.query);
    if (first < top) goOn(above.query);
  };
  const failed = [list, below.query, above.query].find((query) => query.isFetchNextPageError || query.isLoadingError);
  return { list, months, start, below: belowPart, above: abovePart, items, total, isOld, readOn, failed };
}

export type Library = ReturnType<typeof useLibrary>;

type PageQuery = {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
};

function goOn({ hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: PageQuery): void {
  if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
}

// The month that was jumped to last in this search.
function useJump(search: MediaSearch, months: readonly MonthPlace[] | undefined) {
  const of = JSON.stringify(toQuery(search));
  const [jump, setJump] = useState<{ readonly of: string; readonly month: string }>();
  const coming = useRef<{ readonly month: string; readonly timer: number }>(undefined);
  const forget = (): void => {
    window.clearTimeout(coming.current?.timer);
    coming.current = undefined;
  };
  useEffect(() => forget, [of]);
  const jumpSoon = (month: string): void => {
    if (coming.current?.month === month) return;
    forget();
    const timer = window.setTimeout(() => {
      coming.current = undefined;
      setJump({ of, month });
    }, REST_MS);
    coming.current = { month, timer };
  };
  return { jumped: jump?.of === of ? months?.find(({ month }) => month === jump.month) : undefined, jumpSoon };
}

type ToSearch = (search: MediaSearch, month: string) => MediaSearch;

function usePart(search: MediaSearch, place: MonthPlace | undefined, toSearch: ToSearch) {
  const isUpwards = toSearch === aboveMonth;
  // Above the first month there is nothing.
  const origin = useMemo(
    (): Origin | undefined =>
      place === undefined || (isUpwards && place.start === 0)
        ? undefined
        : { search: toSearch(search, place.month), base: place.start, isUpwards },
    [search, place, toSearch, isUpwards],
  );
  const query = useInfiniteQuery({ ...libraryQuery(origin?.search ?? search), enabled: origin !== undefined });
  const { data, hasNextPage } = query;
  const part = useMemo(() => (origin === undefined ? undefined : toPart(origin, data?.pages)), [origin, data]);
  return { query, part, isWhole: data !== undefined && !hasNextPage };
}

function toPart(origin: Origin, pages = NO_PAGES): Part {
  const { base, isUpwards } = origin;
  const count = pages.reduce((sum, { items }) => sum + items.length, 0);
  return isUpwards
    ? { origin, pages, first: Math.max(0, base - count), last: base }
    : { origin, pages, first: base, last: base + count };
}

type Count = { readonly count: number; readonly isExact: boolean };

// As long as it was counted to be; what was read to its end knows it better.
function totalOf(start: Part, found: Count | undefined, { part, isWhole }: ReturnType<typeof usePart>): number {
  if (part !== undefined && isWhole && part.last > start.last) return part.last;
  return Math.max(found?.isExact === true ? found.count : 0, start.last + 1);
}

// Every item at its place; what is not read is missing there.
function merge(start: Part, others: readonly (Part | undefined)[], total: number): (KnownItem | undefined)[] {
  const items: (KnownItem | undefined)[] = start.pages.flatMap((page) => page.items);
  if (others.every((part) => part === undefined)) return items;
  while (items.length < total) items.push(undefined);
  for (const part of others) {
    for (const [at, item] of part?.pages.flatMap((page) => page.items).entries() ?? []) {
      const place = part === undefined ? -1 : placeIn(part.origin, at);
      if (place >= start.last && place < total) items[place] = item;
    }
  }
  return items;
}

// Where in the whole list an item of a part stands, and the other way round.
export const placeIn = ({ base, isUpwards }: Origin, at: number): number => (isUpwards ? base - 1 - at : base + at);
