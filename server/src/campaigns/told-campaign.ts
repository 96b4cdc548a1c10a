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

export function flownStatus({ flight, timeZone }: Pick<Flown, 'flight' | 'timeZone'>, now: number): ToldStatus {
  const status = statusAt(now, { isLive: true, wasPublished: true, flight, timeZone });
  if (status === 'draft' || status === 'withdrawn') throw new Error('what is live is neither');
  return status;
}

// Since it was last told of. What was published before there was a feed is not told of late.
export function passedSince(flown: Flown, now: number): Change[] {
  const { lineageId: id, toldStatus: from, flight, timeZone } = flown;
  const to = flownStatus(flown, now);
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
      : flownStatus({ flight: facts.live.flight, timeZone: facts.timeZone }, now),
});

// Of a version that goes live in place of what was, if anything: a flight that is under way begins with it.
export function publishedChanges(facts: CampaignFacts, flight: Flight, now: number): Change[] {
  const { live, lineageId: id, timeZone } = facts;
  const before = live && flownStatus({ flight: live.flight, timeZone }, now);
  const after = flownStatus({ flight, timeZone }, now);
  const published: Change[] = [...passedOf(facts, now), { type: 'campaign.published', id }];
  if (after === 'running' && before !== 'running') return [...published, { type: 'campaign.started', id }];
  if (after === 'ended' && before === 'running') return [...published, { type: 'campaign.ended', id }];
  return published;
}

// When it begins or ends next, if ever.
export function nextBoundary({ flight, timeZone }: Pick<Flown, 'flight' | 'timeZone'>, now: number): number | null {
  const { startsAt, endsAt } = boundsOf(flight, timeZone);
  const coming = [startsAt, endsAt].filter((at): at is number => at !== null && at > now);
  return coming.length === 0 ? null : Math.min(...coming);
}
