// What the feed tells of a campaign's flight. A start and an end are told once each: the row keeps what was told last, and
// whoever changes the row first tells what the clock has done to it since.
import type { Flight } from '@vitrine/contract/campaign-content';
import { boundsOf, statusAt } from '@vitrine/contract/campaign-status';

import type { Change } from '../changes/record-changes.js';
import type { CampaignFacts } from './campaign-facts.js';
import type { ToldStatus } from './queries.js';

export type Flown = {
  readonly lineageId: string;
  readonly toldStatus: ToldStatus | null;
  readonly flight: Flight;
  readonly timeZone: string;
};

function flownStatus({ flight, timeZone }: Pick<Flown, 'flight' | 'timeZone'>, now: number): ToldStatus {
  const status = statusAt(now, { isLive: true, wasPublished: true, flight, timeZone });
  if (status === 'draft' || status === 'withdrawn') throw new Error('what is live is neither');
  return status;
}

// Instances share a clock but for some milliseconds, and a database that takes over brings its own: what was told is not
// taken back, and told again, because the time is a little earlier.
const STEP_BACK_MS_MAX = 60_000;
const ORDER: readonly ToldStatus[] = ['upcoming', 'running', 'ended'];
const isBefore = (one: ToldStatus, other: ToldStatus): boolean => ORDER.indexOf(one) < ORDER.indexOf(other);

export function statusToTell(flown: Pick<Flown, 'flight' | 'timeZone' | 'toldStatus'>, now: number): ToldStatus {
  const { toldStatus: told } = flown;
  const status = flownStatus(flown, now);
  if (told === null || !isBefore(status, told)) return status;
  return isBefore(flownStatus(flown, now + STEP_BACK_MS_MAX), told) ? status : told;
}

// Since it was last told of. What was published before there was a feed is not told of late.
export function passedSince(flown: Flown, now: number): Change[] {
  const { lineageId: id, toldStatus: from, flight, timeZone } = flown;
  const to = statusToTell(flown, now);
  if (from === null || from === to) return [];
  const { startsAt, endsAt } = boundsOf(flight, timeZone);
  const started: Change = { type: 'campaign.started', id, at: new Date(startsAt ?? now).toISOString() };
  const ended: Change = { type: 'campaign.ended', id, at: new Date(endsAt ?? now).toISOString() };
  switch (to) {
    case 'ended':
      return from === 'upcoming' ? [started, ended] : [ended];
    case 'running':
      return [started];
    // The clocks of another zone: nothing has begun or ended, and its status is another.
    case 'upcoming':
      return [{ type: 'campaign.changed', id }];
  }
}

// Of one that is about to be changed.
export const passedOf = (facts: CampaignFacts, now: number): Change[] =>
  facts.live === null ? [] : passedSince({ ...facts, flight: facts.live.flight }, now);

// What was told of it then.
export const toldAt = (facts: CampaignFacts, now: number): { toldStatus: ToldStatus | null } => ({
  toldStatus:
    facts.live === null || facts.toldStatus === null
      ? facts.toldStatus
      : statusToTell({ ...facts, flight: facts.live.flight }, now),
});

// Of a version that goes live in place of what was, if anything: a flight that is under way begins with it.
export function publishedChanges(facts: CampaignFacts, flight: Flight, now: number): Change[] {
  const { live, lineageId: id } = facts;
  const before = live && statusToTell({ ...facts, flight: live.flight }, now);
  const after = publishedStatus(facts, flight, now);
  const published: Change[] = [...passedOf(facts, now), { type: 'campaign.published', id }];
  if (after === 'running' && before !== 'running') return [...published, { type: 'campaign.started', id }];
  if (after === 'ended' && before === 'running') return [...published, { type: 'campaign.ended', id }];
  return published;
}

// What is told of it from then on.
export function publishedStatus(
  { live, toldStatus, timeZone }: CampaignFacts,
  flight: Flight,
  now: number,
): ToldStatus {
  const isSameFlight = live?.flight.start === flight.start && live.flight.end === flight.end;
  return statusToTell({ flight, timeZone, toldStatus: isSameFlight ? toldStatus : null }, now);
}

// When it begins or ends next, if ever.
export function nextBoundary({ flight, timeZone }: Pick<Flown, 'flight' | 'timeZone'>, now: number): number | null {
  const { startsAt, endsAt } = boundsOf(flight, timeZone);
  const coming = [startsAt, endsAt].filter((at): at is number => at !== null && at > now);
  return coming.length === 0 ? null : Math.min(...coming);
}
