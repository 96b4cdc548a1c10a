// Flights in words. A flight has no zone: it is what the clock beside each screen shows.
import type { Flight } from '@vitrine/contract/campaign-content';
import { dateFormat } from './date-language.js';

// As the person's own language writes them.
const FORMATS = {
  medium: [{ dateStyle: 'medium' }, { dateStyle: 'medium', timeStyle: 'short' }],
  full: [{ dateStyle: 'full' }, { dateStyle: 'full', timeStyle: 'short' }],
  weekday: [
    { weekday: 'short', day: 'numeric', month: 'short' },
    { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  ],
} as const satisfies Record<string, readonly [day: Intl.DateTimeFormatOptions, minute: Intl.DateTimeFormatOptions]>;

type Look = keyof typeof FORMATS;

function format(moment: string, look: Look): string {
  const at = isDay(moment) ? 0 : 1;
  return dateFormat({ ...FORMATS[look][at], timeZone: 'UTC' }).format(toWall(moment, 'start'));
}

const TIME = { timeStyle: 'short', timeZone: 'UTC' } as const;
const DAY_MS = 86_400_000;

export const dayOf = (moment: string): string => moment.slice(0, 'YYYY-MM-DD'.length);
export const isDay = (moment: string): boolean => !moment.includes('T');

// "15 Jun 2026, 18:00"
const momentWords = (moment: string): string => format(moment, 'medium');

// "Monday 15 June 2026, 18:00"
export const wholeMomentWords = (moment: string): string => format(moment, 'full');

// "today, 18:00", "tomorrow", "Sat 20 Jun": seen from a day.
export function nearWords(moment: string, today: string): string {
  const days = Math.round((toWall(dayOf(moment), 'start') - toWall(today, 'start')) / DAY_MS);
  const near = { '-1': 'yesterday', 0: 'today', 1: 'tomorrow' }[String(days)];
  if (near === undefined) return format(moment, 'weekday');
  return isDay(moment) ? near : `${near}, ${dateFormat(TIME).format(toWall(moment, 'start'))}`;
}

export function flightWords({ start, end }: Flight): string {
  if (start === null && end === null) return 'From publishing until it is withdrawn';
  if (end === null) return `From ${momentWords(start ?? '')}, until it is withdrawn`;
  if (start === null) return `Until ${momentWords(end)}`;
  return start === end ? momentWords(start) : `${momentWords(start)} – ${momentWords(end)}`;
}

// As short as a bar has room for: "1 Jun – 30 Jun", with the year where it is another than that of today.
export function shortFlightWords({ start, end }: Flight, today: number): string {
  const write = (moment: string): string => {
    const wall = new Date(toWall(moment, 'start'));
    const isThisYear = wall.getUTCFullYear() === new Date(today).getUTCFullYear();
    const year = isThisYear ? {} : ({ year: 'numeric' } as const);
    return dateFormat({ day: 'numeric', month: 'short', ...year, timeZone: 'UTC' }).format(wall);
  };
  if (start === null && end === null) return 'No dates';
  if (end === null) return `from ${write(start ?? '')}`;
  if (start === null) return `until ${write(end)}`;
  return dayOf(start) === dayOf(end) ? write(start) : `${write(start)} – ${write(end)}`;
}

// What is wrong with a flight, for whoever is typing it. One day as start and end is that day.
export function flightFault({ start, end }: Flight): string | undefined {
  if (start === null || end === null || toWall(start, 'start') < toWall(end, 'end')) return undefined;
  return `The end is before the start, ${momentWords(start)}.`;
}

// A moment as milliseconds of the wall clock: a day as start is its first, as end the first after it.
export function toWall(moment: string, as: 'start' | 'end'): number {
  const ms = Date.parse(isDay(moment) ? `${moment}T00:00Z` : `${moment}Z`);
  return as === 'end' && isDay(moment) ? ms + DAY_MS : ms;
}
