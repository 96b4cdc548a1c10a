import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CampaignContent, Flight, LiveContent } from '@vitrine/contract/campaign-content';
import { isOverAt } from '@vitrine/contract/campaign-status';
import { momentWords } from '../flight-moment.js';
import type { ItemRow } from '../playlists/queries.js';
import { nextVersion, type CampaignFacts } from './campaign-facts.js';
import { compareContent, type Comparison } from './compare-content.js';
import { findNotPlayable, type NotPlayable } from './not-playable.js';
import type { PlaylistRef } from './queries.js';
import { refusalOf } from './transitions.js';

// What publishing would do: the version, what it freezes, what screens would notice.
export type Plan = {
  readonly version: number;
  readonly flight: Flight;
  readonly content: LiveContent;
  readonly contentHash: string;
  readonly problems: readonly string[];
  readonly changesSomething: boolean;
  readonly notPlayable: NotPlayable;
  readonly landscape: Comparison;
  readonly portrait: Comparison | null;
};

// From nothing but the facts, what the newest version's playlists play, and the time.
export function planPublish(facts: CampaignFacts, items: readonly ItemRow[], now: number): Plan {
  const { live, newest, revision } = facts;
  const { flight, landscapePlaylist, portraitPlaylist } = newest;
  const content = {
    landscape: toContent(landscapePlaylist, items),
    portrait: portraitPlaylist && toContent(portraitPlaylist, items),
  };
  const version = nextVersion(facts);
  return {
    version,
    flight,
    content,
    contentHash: createHash('sha256')
      .update(JSON.stringify([revision, version, flight, content]))
      .digest('base64url'),
    problems: problemsOf(facts, content, now),
    changesSomething: !isDeepStrictEqual([live?.flight, live?.content], [flight, content]),
    notPlayable: findNotPlayable(items),
    landscape: compareContent(live?.content?.landscape.items ?? [], content.landscape.items),
    portrait: comparePortrait(live?.content ?? null, content),
  };
}

// Exactly as integrations see it (contract, CampaignDetail).
export const toContent = (playlist: PlaylistRef | null, items: readonly ItemRow[]): CampaignContent => ({
  playlistId: playlist?.id ?? null,
  items: items
    .filter(({ playlistId }) => playlistId === playlist?.id)
    .map(({ mediaId, type, durationSeconds }) => ({ mediaId, type, durationSeconds })),
});

// Portrait screens without a playlist of their own play the landscape content; while that is so before and after, there
// is nothing to say of them.
export function comparePortrait(before: LiveContent | null, after: LiveContent): Comparison | null {
  if (!before?.portrait && after.portrait === null) return null;
  const played = (content: LiveContent | null) => (content?.portrait ?? content?.landscape)?.items ?? [];
  return compareContent(played(before), played(after));
}

function problemsOf(facts: CampaignFacts, { landscape, portrait }: LiveContent, now: number): string[] {
  const { landscapePlaylist, portraitPlaylist, flight } = facts.newest;
  return [
    refusalOf('publish', facts, now) ?? [],
    landscapePlaylist === null ? 'Choose a playlist for landscape screens.' : [],
    landscapePlaylist !== null && landscape.items.length === 0
      ? `The landscape playlist «${landscapePlaylist.name}» is empty.`
      : [],
    portrait?.items.length === 0 ? `The portrait playlist «${portraitPlaylist?.name}» is empty.` : [],
    isOverAt(flight, facts.timeZone, now) ? `Its time is over: it ended ${momentWords(flight.end ?? '')}.` : [],
  ].flat();
}
