// Days and minutes as flights write them, on the calendar and without a time zone.
import { FLIGHT_MOMENT } from '@vitrine/contract/patterns';
import { DAY_MS } from '@vitrine/contract/time-units';

const MOMENT = new RegExp(FLIGHT_MOMENT);

export function isFlightMoment(text: string): boolean {
  return MOMENT.test(text) && isReal(toSeconds(text));
}

// A day as end includes the whole of it, so a flight may start and end on one day (decisions, Campaigns).
export function isInOrder(start: string, end: string): boolean {
  const endMs = toMs(toSeconds(end)) + (end.includes('T') ? 0 : DAY_MS);
  return toMs(toSeconds(start)) < endMs;
}

const DAY_WORDS = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

// "10 November 2026", or "10 November 2026, 18:00": as people write it.
export function momentWords(moment: string): string {
  const [day = '', time] = moment.split('T');
  const words = DAY_WORDS.format(new Date(`${day}T00:00Z`));
  return time === undefined ? words : `${words}, ${time}`;
}

// `YYYY-MM-DDTHH:MM:SS`. A Date turns the 30th of February into the 2nd of March; a real day comes back as it went in.
// PostgreSQL has no year 0000.
export function isReal(seconds: string): boolean {
  const ms = toMs(seconds);
  return !Number.isNaN(ms) && !seconds.startsWith('0000') && new Date(ms).toISOString().startsWith(seconds);
}

const toSeconds = (moment: string): string => (moment.includes('T') ? `${moment}:00` : `${moment}T00:00:00`);

const toMs = (seconds: string): number => new Date(`${seconds}Z`).getTime();
