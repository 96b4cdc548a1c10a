import type { Flight } from './campaign-content.js';
import type { CampaignStatus } from './references.js';
import { firstInstantAt } from './local-time.js';

export type Lifecycle = {
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

const isDay = (moment: string): boolean => moment.length === 'YYYY-MM-DD'.length;

// A day as start begins with it; a day as end is included whole; a minute as end is the first that no longer plays.
const startOf = (moment: string): string => (isDay(moment) ? `${moment}T00:00` : moment);
const endOf = (moment: string): string => (isDay(moment) ? `${dayAfter(moment)}T00:00` : moment);

function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, day.length);
}
