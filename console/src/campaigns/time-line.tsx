import type { Flight } from '@vitrine/contract/campaign-content';
import type { CampaignStatus } from '@vitrine/contract/references';
import type { ReactNode } from 'react';
import { dateFormat } from '../ui/date-language.js';
import { flightWords, shortFlightWords, toWall } from '../ui/flight-words.js';

const MONTH = { month: 'short', timeZone: 'UTC' } as const;
const DAY_MS = 86_400_000;
const BACK_DAYS = [14, 60] as const;
const AHEAD_DAYS = [45, 180] as const;

// The stretch of time that the list shows, in milliseconds of the wall clock beside the screens.
export type TimeWindow = { readonly from: number; readonly to: number; readonly now: number };

function wallNow(timeZone: string): number {
  const parts = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return toWall(parts.format(new Date()).replace(' ', 'T'), 'start');
}

// Two weeks back and six weeks ahead; further where flights reach further, but not so far that days vanish.
export function toTimeWindow(campaigns: readonly { readonly flight: Flight }[], timeZone: string): TimeWindow {
  const now = wallNow(timeZone);
  const starts = campaigns.flatMap(({ flight: { start } }) => (start === null ? [] : [toWall(start, 'start')]));
  const ends = campaigns.flatMap(({ flight: { end } }) => (end === null ? [] : [toWall(end, 'end')]));
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
const placeOf = (moment: number, { from, to }: TimeWindow): number =>
  clamp((100 * (moment - from)) / (to - from), 0, 100);

// The months over the bars, and where today is. The dates stand in words in each line: the bars are for the eye.
export const TimeAxis = ({ window }: { readonly window: TimeWindow }): ReactNode => (
  <div className="time-axis" aria-hidden>
    {monthsIn(window)
      .filter((month) => !isBelowToday(month, window))
      .map((month) => (
        <span key={month} className="time-month" style={{ left: `${placeOf(month, window)}%` }}>
          {dateFormat(MONTH).format(month)}
        </span>
      ))}
    <span className="time-today" style={{ left: `${placeOf(window.now, window)}%` }}>
      today
    </span>
  </div>
);

// Where today stands there is no room for the name of a month, which begins at its place and reaches to the right.
const BEFORE_TODAY_PERCENT = 18;
const AFTER_TODAY_PERCENT = 8;

function isBelowToday(month: number, window: TimeWindow): boolean {
  const after = placeOf(month, window) - placeOf(window.now, window);
  return after > -BEFORE_TODAY_PERCENT && after < AFTER_TODAY_PERCENT;
}

function monthsIn({ from, to }: TimeWindow): number[] {
  const first = new Date(from);
  const months = Array.from({ length: 12 }, (_, at) =>
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + at + 1, 1),
  );
  return months.filter((month) => month < to);
}

type BarProps = { readonly flight: Flight; readonly status: CampaignStatus; readonly window: TimeWindow };

// From so many percent on the words have room in the bar.
const INSIDE_PERCENT = 45;

type Place = { readonly where: 'inside' | 'behind' | 'before'; readonly style: Readonly<Record<string, string>> };

// In the bar, or beside it where there is more room.
function placeOfWords(left: number, width: number): Place {
  const [before, behind] = [left, 100 - left - width];
  if (width >= INSIDE_PERCENT) return { where: 'inside', style: { left: `${left}%`, width: `${width}%` } };
  return behind >= before
    ? { where: 'behind', style: { left: `${left + width}%`, maxWidth: `${behind}%` } }
    : { where: 'before', style: { right: `${100 - left}%`, maxWidth: `${before}%` } };
}

// An open end runs to the edge and fades there. The dates stand in the bar, or beside it where that is short.
export function TimeBar({ flight, status, window }: BarProps): ReactNode {
  const start = flight.start === null ? window.from : toWall(flight.start, 'start');
  const end = flight.end === null ? window.to : toWall(flight.end, 'end');
  const left = placeOf(start, window);
  const width = Math.max(0, placeOf(end, window) - left);
  const isSeen = end > window.from && start < window.to;
  const { where, style } = placeOfWords(left, isSeen ? width : 0);
  return (
    <div className="time-bar" title={flightWords(flight)} aria-hidden>
      {isSeen && (
        <span
          className={`time-flight time-${status}`}
          data-open-start={start <= window.from}
          data-open-end={end >= window.to}
          style={{ left: `${left}%`, width: `max(4px, ${width}%)` }}
        />
      )}
      <span className="time-words figures" data-where={where} style={style}>
        {shortFlightWords(flight, window.now)}
      </span>
      <span className="time-now" style={{ left: `${placeOf(window.now, window)}%` }} />
    </div>
  );
}
