// Days and moments as the archive writes them.
import { FLIGHT_MOMENT } from '@vitrine/contract/campaigns';

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d+))?Z$/;
const MOMENT = new RegExp(FLIGHT_MOMENT);
const DAY_MS = 24 * 60 * 60 * 1000;

export function isTimestamp(text: string): boolean {
  const seconds = TIMESTAMP.exec(text)?.[1];
  return seconds !== undefined && isReal(seconds);
}

// Cut to the millisecond, not rounded: the last moment of the year 9999 stays in it.
export function toMilliseconds(timestamp: string): string {
  const [, seconds = '', fraction = ''] = TIMESTAMP.exec(timestamp) ?? [];
  return `${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

export function isFlightMoment(text: string): boolean {
  return MOMENT.test(text) && isReal(toSeconds(text));
}

// A day as end includes the whole of it, so a flight may start and end on one day (decisions, Campaigns).
export function isInOrder(start: string, end: string): boolean {
  const endMs = toMs(toSeconds(end)) + (end.includes('T') ? 0 : DAY_MS);
  return toMs(toSeconds(start)) < endMs;
}

const toSeconds = (moment: string): string => (moment.includes('T') ? `${moment}:00` : `${moment}T00:00:00`);

const toMs = (seconds: string): number => new Date(`${seconds}Z`).getTime();

// A Date turns the 30th of February into the 2nd of March; a real day comes back as it went in. PostgreSQL has no
// year 0000.
function isReal(seconds: string): boolean {
  const ms = toMs(seconds);
  return !Number.isNaN(ms) && !seconds.startsWith('0000') && new Date(ms).toISOString().startsWith(seconds);
}
