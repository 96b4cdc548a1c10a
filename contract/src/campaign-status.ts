import type { Flight } from './campaign-content.js';
import type { CampaignStatus } from './references.js';
import { firstInstantAt, latestWallClock } from './local-time.js';
import { MINUTE_MS } from './time-units.js';

type Lifecycle = {
  readonly isLive: boolean;
  readonly wasPublished: boolean;
  readonly flight: Flight;
  readonly timeZone: string;
};

// What a campaign is at a moment (decisions, Campaigns and playlists).
export function statusAt(now: number, campaign: Lifecycle): CampaignStatus {
  if (!campaign.isLive) return campaign.wasPublished ? 'withdrawn' : 'draft';
  const { flight, timeZone } = campaign;
  if (flight.start !== null && now < firstInstantAt(timeZone, startOf(flight.start))) return 'upcoming';
  if (flight.end !== null && now >= firstInstantAt(timeZone, endOf(flight.end))) return 'ended';
  return 'running';
}

// Whether nothing of it is left to play, whatever its start.
export const isOverAt = ({ end }: Flight, timeZone: string, now: number): boolean =>
  statusAt(now, { isLive: true, wasPublished: true, flight: { start: null, end }, timeZone }) === 'ended';

const LAST_MS = Date.UTC(9999, 11, 31, 23, 59);

// The first instants of the flight and after it, in that zone; null where it is open, or beyond what clocks count to.
export function boundsOf({ start, end }: Flight, timeZone: string) {
  const instantOf = (wallClock: string | null): number | null => {
    const instant = wallClock === null ? Number.NaN : firstInstantAt(timeZone, wallClock);
    return instant <= LAST_MS ? instant : null;
  };
  return { startsAt: instantOf(start && startOf(start)), endsAt: instantOf(end && endOf(end)) };
}

// The same moments as clocks of another zone write them. A minute of an hour that these repeat can be meant but once: a start
// there becomes the last one before it, and an end the first one after. As it is where no such clock would show it.
export function flightIn(flight: Flight, from: string, to: string): Flight {
  const [before, after] = [boundsOf(flight, from), boundsOf(flight, to)];
  // What is later than clocks count to in either zone means for ever.
  const isSame = (bound: keyof typeof before): boolean => before[bound] === after[bound] || after[bound] === null;
  return {
    start: isSame('startsAt') ? flight.start : startText(wallClockAt(before.startsAt, to)?.last, flight.start),
    end: isSame('endsAt') ? flight.end : endText(wallClockAt(before.endsAt, to)?.next, flight.end),
  };
}

function wallClockAt(instant: number | null, timeZone: string) {
  if (instant === null) return undefined;
  const last = latestWallClock(timeZone, instant);
  const next = firstInstantAt(timeZone, last) === instant ? last : minuteAfter(last);
  return isWritable(last) && isWritable(next) ? { last, next } : undefined;
}

const isWritable = (wallClock: string): boolean => /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wallClock);

const MIDNIGHT = 'T00:00';

const minuteAfter = (wallClock: string): string =>
  new Date(Date.parse(`${wallClock}Z`) + MINUTE_MS).toISOString().slice(0, wallClock.length);

// Midnight is written as a day: the one that begins, or that ended.
const startText = (wallClock: string | undefined, written: string | null): string | null =>
  wallClock?.endsWith(MIDNIGHT) === true ? dayOf(wallClock) : (wallClock ?? written);
const endText = (wallClock: string | undefined, written: string | null): string | null =>
  wallClock?.endsWith(MIDNIGHT) === true ? dayBefore(dayOf(wallClock)) : (wallClock ?? written);

const dayOf = (wallClock: string): string => wallClock.slice(0, 'YYYY-MM-DD'.length);

const isDay = (moment: string): boolean => moment.length === 'YYYY-MM-DD'.length;

// A day as start begins with it; a day as end is included whole; a minute as end is the first that no longer plays.
const startOf = (moment: string): string => (isDay(moment) ? `${moment}T00:00` : moment);
const endOf = (moment: string): string => (isDay(moment) ? `${dayAfter(moment)}T00:00` : moment);

const dayAfter = (day: string): string => dayBeside(day, 1);
const dayBefore = (day: string): string => dayBeside(day, -1);

function dayBeside(day: string, by: 1 | -1): string {
  const date = new Date(`${day}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + by);
  return date.toISOString().slice(0, day.length);
}
