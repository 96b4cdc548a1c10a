// Where flights stand in a calendar. All of it on the wall clock, in which every day has 24 hours: what clocks do at night
// in March and October moves nothing.
import type { Calendar, CalendarCampaign } from '@vitrine/contract/calendar';
import type { Flight } from '@vitrine/contract/campaign-content';
import { isDay, toWall } from '../ui/flight-words.js';

export const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;
export const WEEK_DAYS = 7;

// What screens keep to, or what is planned: a draft, or what is being moved.
export type Bar = {
  readonly campaign: CalendarCampaign;
  readonly kind: 'live' | 'planned';
  readonly flight: Flight;
};

export type Pending = { readonly campaign: CalendarCampaign; readonly flight: Flight };

// The dates that a change starts from: what is moved already, what is worked on, otherwise what is live.
export const flightOf = ({ draft, live }: CalendarCampaign): Flight => draft ?? live ?? { start: null, end: null };

export const isSameFlight = (a: Flight, b: Flight): boolean => a.start === b.start && a.end === b.end;

export function barsOf({ campaigns }: Pick<Calendar, 'campaigns'>, pending: Pending | undefined): Bar[] {
  return campaigns.flatMap((campaign) => {
    const { live, draft } = campaign;
    const planned = pending?.campaign.lineageId === campaign.lineageId ? pending.flight : draft;
    const isNews = planned !== null && (live === null || !isSameFlight(planned, live));
    return [
      ...(live === null ? [] : [{ campaign, kind: 'live' as const, flight: live }]),
      ...(isNews && !isUndated(planned) ? [{ campaign, kind: 'planned' as const, flight: planned }] : []),
    ];
  });
}

// A draft without any dates would fill every day.
const isUndated = ({ start, end }: Flight): boolean => start === null && end === null;

export const undatedOf = ({ campaigns }: Pick<Calendar, 'campaigns'>): CalendarCampaign[] =>
  campaigns.filter(({ live, draft }) => live === null && draft !== null && isUndated(draft));

const toDay = (wallMs: number): string => new Date(wallMs).toISOString().slice(0, 'YYYY-MM-DD'.length);

export function daysIn({ from, to }: Pick<Calendar, 'from' | 'to'>): string[] {
  const [first, last] = [toWall(from, 'start'), toWall(to, 'start')];
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, at) => toDay(first + at * DAY_MS));
}

export const weeksIn = (calendar: Pick<Calendar, 'from' | 'to'>): string[][] => {
  const days = daysIn(calendar);
  return Array.from({ length: days.length / WEEK_DAYS }, (_, at) => days.slice(at * WEEK_DAYS, (at + 1) * WEEK_DAYS));
};

// A bar's part of one week, in milliseconds from its Monday, and the line that it has for itself.
export type Segment = {
  readonly bar: Bar;
  readonly from: number;
  readonly to: number;
  readonly isStart: boolean;
  readonly isEnd: boolean;
  readonly lane: number;
};

const WEEK_MS = WEEK_DAYS * DAY_MS;

// Each bar in the first line that is free for its part, in whole days where days are all that is shown.
export function layWeek(bars: readonly Bar[], monday: string, unitMs: number): Segment[] {
  const ends: number[] = [];
  return bars.flatMap((bar) => {
    const { from, to, isStart, isEnd } = clip(bar.flight, monday);
    if (from >= to) return [];
    const [first, last] = [Math.floor(from / unitMs) * unitMs, Math.ceil(to / unitMs) * unitMs];
    const free = ends.findIndex((end) => end <= first);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = last;
    return { bar, from: first, to: last, isStart, isEnd, lane };
  });
}

function clip({ start, end }: Flight, monday: string) {
  const zero = toWall(monday, 'start');
  const [from, to] = [
    start === null ? -1 : toWall(start, 'start') - zero,
    end === null ? WEEK_MS + 1 : toWall(end, 'end') - zero,
  ];
  return { from: Math.max(0, from), to: Math.min(WEEK_MS, to), isStart: from >= 0, isEnd: to <= WEEK_MS };
}

type Span = { readonly from: number; readonly to: number };

// When nothing plays between two moments, and how many play at most at once.
export function coverOf(bars: readonly Bar[], from: number, to: number): { gaps: Span[]; most: number } {
  const live = bars.filter(({ kind }) => kind === 'live').map(({ flight }) => flight);
  const spans = live
    .map(({ start, end }) => ({
      from: start === null ? from : Math.max(from, toWall(start, 'start')),
      to: end === null ? to : Math.min(to, toWall(end, 'end')),
    }))
    .filter((span) => span.from < span.to)
    .toSorted((a, b) => a.from - b.from);
  const gaps: Span[] = [];
  let covered = from;
  for (const span of spans) {
    if (span.from > covered) gaps.push({ from: covered, to: span.from });
    covered = Math.max(covered, span.to);
  }
  if (covered < to) gaps.push({ from: covered, to });
  return { gaps, most: spans.length };
}

export type Part = 'move' | 'start' | 'end';

// By how much a flight moves at least: by days where it is written in days, or where only days are shown.
export function stepOf(flight: Flight, part: Part, view: Calendar['view']): number {
  const moved = part === 'move' ? [flight.start, flight.end] : [flight[part]];
  const hasDay = moved.some((moment) => moment !== null && isDay(moment));
  return view === 'month' || hasDay ? DAY_MS : HALF_HOUR_MS;
}

// The flight moved, or one end of it, by that much; as it was where its end would come before its start.
export function shiftFlight(flight: Flight, part: Part, byMs: number): Flight {
  const { start, end } = flight;
  const moved = {
    start: part === 'end' ? start : shift(start, byMs),
    end: part === 'start' ? end : shift(end, byMs),
  };
  const isInOrder =
    moved.start === null || moved.end === null || toWall(moved.start, 'start') < toWall(moved.end, 'end');
  return isInOrder ? moved : flight;
}

function shift(moment: string | null, byMs: number): string | null {
  if (moment === null) return null;
  const ms = toWall(moment, 'start') + byMs;
  return isDay(moment) ? toDay(ms) : new Date(ms).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

// A day of the month or week before or after.
export function dayBeside({ view, day }: Pick<Calendar, 'view' | 'day'>, by: 1 | -1): string {
  const date = new Date(toWall(day, 'start'));
  if (view === 'week') return toDay(date.getTime() + by * WEEK_MS);
  return toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + by, 1));
}
