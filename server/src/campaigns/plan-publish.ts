import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CampaignContent, Flight, LiveContent } from '@vitrine/contract/campaigns';
import { statusAt } from '../campaign-status.js';
import type { Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import type { CampaignState, PlaylistRef } from './campaign-state.js';
import { compareContent, type Comparison } from './compare-content.js';
import { selectFrozen, type FrozenRow } from './console-queries.js';
import { refusalOf } from './transitions.js';

// What publishing would do at this moment: the version, what it freezes, what screens would notice.
export type Plan = {
  readonly version: number;
  readonly flight: Flight;
  readonly content: LiveContent;
  readonly contentHash: string;
  readonly problems: readonly string[];
  readonly changesSomething: boolean;
  readonly landscape: Comparison;
  readonly portrait: Comparison | null;
};

export async function planPublish(
  db: Queryable,
  merchantId: MerchantId,
  state: CampaignState,
  now: number,
): Promise<Plan> {
  const { live, newest, draft, revision } = state;
  const sides = [newest.landscapePlaylist, newest.portraitPlaylist].flatMap((playlist) => playlist?.id ?? []);
  const rows = sides.length === 0 ? [] : await selectFrozen(db, merchantId, sides);
  const content = {
    landscape: toContent(newest.landscapePlaylist, rows),
    portrait: newest.portraitPlaylist && toContent(newest.portraitPlaylist, rows),
  };
  const { flight } = newest;
  const version = draft?.version ?? newest.version + 1;
  return {
    version,
    flight,
    content,
    contentHash: createHash('sha256')
      .update(JSON.stringify([revision, version, flight, content]))
      .digest('base64url'),
    problems: problemsOf(state, content, now),
    changesSomething: !isDeepStrictEqual([live?.flight, live?.content], [flight, content]),
    landscape: compareContent(live?.content?.landscape.items ?? [], content.landscape.items),
    portrait: comparePortrait(live?.content ?? null, content),
  };
}

// Exactly as integrations see it (contract, CampaignDetail).
const toContent = (playlist: PlaylistRef | null, rows: readonly FrozenRow[]): CampaignContent => ({
  playlistId: playlist?.id ?? null,
  items: rows
    .filter((row) => row.playlist_id === playlist?.id)
    .map((row) => ({ mediaId: row.media_id, type: row.type, durationSeconds: row.duration_seconds })),
});

// Portrait screens without a playlist of their own play the landscape content; while that is so before and after, there
// is nothing to say of them.
function comparePortrait(before: LiveContent | null, after: LiveContent): Comparison | null {
  if (!before?.portrait && after.portrait === null) return null;
  const played = (content: LiveContent | null) => (content?.portrait ?? content?.landscape)?.items ?? [];
  return compareContent(played(before), played(after));
}

function problemsOf(state: CampaignState, { landscape, portrait }: LiveContent, now: number): string[] {
  const { newest, timeZone } = state;
  const flight = { start: null, end: newest.flight.end };
  const isOver = statusAt(now, { isLive: true, wasPublished: true, flight, timeZone }) === 'ended';
  const standing = { ...state, status: 'draft', hasDraft: state.draft !== null } as const;
  return [
    refusalOf('publish', standing) ?? [],
    newest.landscapePlaylist === null ? 'Choose a playlist for landscape screens.' : [],
    newest.landscapePlaylist !== null && landscape.items.length === 0
      ? `The landscape playlist «${newest.landscapePlaylist.name}» is empty.`
      : [],
    portrait?.items.length === 0 ? `The portrait playlist «${newest.portraitPlaylist?.name}» is empty.` : [],
    isOver ? `The flight is over already: it ended ${newest.flight.end}.` : [],
  ].flat();
}
