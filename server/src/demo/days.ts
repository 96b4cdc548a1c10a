import type { Moment } from './catalogue.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

export type Days = {
  /** A moment of a past day, during opening hours; `index` keeps the moments of one day apart. */
  readonly ago: (days: number, index?: number) => string;
  readonly ahead: (days: number) => string;
  readonly toFlight: (moment: Moment) => string | null;
};

// Flights are in the shop's own time, so "today" is the date over there.
export function newDays(nowMs: number, timeZone: string): Days {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(nowMs);
  const midnight = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return {
    ago: (days, index = 0) => toTimestamp(midnight - days * DAY_MS + (7 * 60 + ((index * 47) % 600)) * MINUTE_MS),
    ahead: (days) => toTimestamp(nowMs + days * DAY_MS),
    toFlight: (moment) => {
      if (moment === null) return null;
      const [days, time] = moment;
      const date = new Date(Date.parse(`${today}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
      return time === undefined ? date : `${date}T${time}`;
    },
  };
}

const toTimestamp = (ms: number): string => new Date(ms).toISOString();
