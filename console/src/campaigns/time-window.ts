import type { Flight } from '@vitrine/contract/campaigns';

const DAY_MS = 86_400_000;
const BACK_DAYS = [14, 60] as const;
const AHEAD_DAYS = [45, 180] as const;

// The stretch of time that the list shows, in milliseconds of the wall clock beside the screens.
export type TimeWindow = { readonly from: number; readonly to: number; readonly now: number };

// A wall-clock moment as a number: days as their first moment, or as their last when they end something.
export function toWall(moment: string, isEnd: boolean): number {
  const isDay = moment.length === 'YYYY-MM-DD'.length;
  const start = Date.parse(isDay ? `${moment}T00:00Z` : `${moment}Z`);
  return isDay && isEnd ? start + DAY_MS : start;
}

function wallNow(timeZone: string): number {
  const parts = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return toWall(parts.format(new Date()).replace(' ', 'T'), false);
}

// Two weeks back and six weeks ahead; further where flights reach further, but not so far that days vanish.
export function toTimeWindow(flights: readonly Flight[], timeZone: string): TimeWindow {
  const now = wallNow(timeZone);
  const starts = flights.flatMap(({ start }) => (start === null ? [] : [toWall(start, false)]));
  const ends = flights.flatMap(({ end }) => (end === null ? [] : [toWall(end, true)]));
  const [backMin, backMax] = BACK_DAYS.map((days) => now - days * DAY_MS);
  const [aheadMin, aheadMax] = AHEAD_DAYS.map((days) => now + days * DAY_MS);
  return {
    now,
    from: clamp(Math.min(...starts, Number.MAX_SAFE_INTEGER), backMax ?? now, backMin ?? now),
    to: clamp(Math.max(...ends, Number.MIN_SAFE_INTEGER), aheadMin ?? now, aheadMax ?? now),
  };
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

// Where a moment stands in the window, in percent.
export const placeOf = (moment: number, { from, to }: TimeWindow): number =>
  clamp((100 * (moment - from)) / (to - from), 0, 100);
