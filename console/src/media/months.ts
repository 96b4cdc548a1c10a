import type { LibraryCount } from '@vitrine/contract/library';
import type { MediaSearch } from './media-search.js';

// A month of the library, with the place of its first item in the list.
export type MonthPlace = { readonly month: string; readonly start: number; readonly count: number };

// In the order of the list; none where that is not by date, or where one month is all there is.
export function placeMonths(search: MediaSearch, found: LibraryCount | undefined): readonly MonthPlace[] | undefined {
  const months = found?.months;
  if (!isByDate(search) || !months || months.length < 2) return undefined;
  let start = 0;
  return (search.sort === 'oldest' ? months.toReversed() : months).map(({ month, count }) => {
    start += count;
    return { month, count, start: start - count };
  });
}

const isByDate = ({ sort = 'newest' }: MediaSearch): boolean => sort === 'newest' || sort === 'oldest';

// Which month the item at this place belongs to: its index.
export const monthAt = (months: readonly MonthPlace[], place: number): number =>
  Math.max(
    0,
    months.findLastIndex(({ start }) => start <= place),
  );

// The one whose start is nearest to a place.
export function nearestMonth(months: readonly MonthPlace[], place: number): string {
  const at = monthAt(months, place);
  const [here, next] = [months[at], months[at + 1]];
  const isNext = here !== undefined && next !== undefined && next.start - place < place - here.start;
  return (isNext ? next : here)?.month ?? '';
}

// The same list from this month on.
export const fromMonth = (search: MediaSearch, month: string): MediaSearch =>
  search.sort === 'oldest' ? addedFrom(search, dayOf(month)) : addedUntil(search, dayOf(month, 1, -1));

// What stands above that, the other way round: from there upwards.
export const aboveMonth = (search: MediaSearch, month: string): MediaSearch =>
  search.sort === 'oldest'
    ? addedUntil({ ...search, sort: 'newest' }, dayOf(month, 0, -1))
    : addedFrom({ ...search, sort: 'oldest' }, dayOf(month, 1));

// Days are in the order of their texts.
const addedFrom = (search: MediaSearch, day: string): MediaSearch => ({
  ...search,
  from: search.from !== undefined && search.from > day ? search.from : day,
});

const addedUntil = (search: MediaSearch, day: string): MediaSearch => ({
  ...search,
  to: search.to !== undefined && search.to < day ? search.to : day,
});

// The first day of a month, or of the next, or the day before it.
function dayOf(month: string, months = 0, days = 0): string {
  const day = new Date(`${month}-01T00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + months, 1 + days);
  return day.toISOString().slice(0, 'YYYY-MM-DD'.length);
}
