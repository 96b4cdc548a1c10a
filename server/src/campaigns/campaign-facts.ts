import type { CampaignStatus } from '@vitrine/contract/references';
import { statusAt } from '@vitrine/contract/campaign-status';
import type { Queryable } from '../db/db.js';
import { changedMeanwhile, notFound } from '../errors.js';
import type { LineageId, MerchantId } from '../ids.js';
import { selectFacts, type FactsRow, type Version } from './queries.js';
import { lockCampaign, lockPlaylists, type LockedPlaylist } from './write-queries.js';

// A campaign as one statement found it: what decisions about it are made from.
export type CampaignFacts = FactsRow & {
  readonly live: Version | null;
  readonly newest: Version;
  // The newest version while it was not published.
  readonly draft: Version | null;
};

export async function requireFacts(
  db: Queryable,
  merchantId: MerchantId,
  lineageId: LineageId,
): Promise<CampaignFacts> {
  const rows = await selectFacts(db, merchantId, lineageId);
  const newest = rows.at(-1);
  if (newest === undefined) throw notFound('campaign');
  const live = rows.find(({ version, liveVersion }) => version === liveVersion) ?? null;
  return { ...newest, live, newest, draft: newest.publishedAt === null ? newest : null };
}

type ChangeInput = {
  readonly lineageId: LineageId;
  // Left out where what a person saw does not matter.
  readonly revision?: number;
  // Playlists that the change may name, besides those of the campaign.
  readonly playlistIds?: readonly string[];
};

// How every change begins: its rows are locked, and the revision is the one that the person saw. So of two people at once
// exactly one wins. The facts are read by a statement of their own, which sees what was committed while we waited.
export async function lockForChange(
  db: Queryable,
  merchantId: MerchantId,
  { lineageId, revision, playlistIds = [] }: ChangeInput,
): Promise<{ facts: CampaignFacts; playlists: LockedPlaylist[] }> {
  const playlists = await lockPlaylists(db, merchantId, lineageId, playlistIds);
  await lockCampaign(db, merchantId, lineageId);
  const facts = await requireFacts(db, merchantId, lineageId);
  if (revision !== undefined && revision !== facts.revision) throw changedMeanwhile('campaign');
  return { facts, playlists };
}

export const statusOf = ({ live, newest, wasPublished, timeZone }: CampaignFacts, now: number): CampaignStatus =>
  statusAt(now, { isLive: live !== null, wasPublished, flight: (live ?? newest).flight, timeZone });

// The number that the next edit or publication writes to.
export const nextVersion = ({ draft, newest }: CampaignFacts): number => draft?.version ?? newest.version + 1;

export const playlistIdsOf = ({ landscapePlaylist, portraitPlaylist }: Version): string[] =>
  [landscapePlaylist, portraitPlaylist].flatMap((playlist) => playlist?.id ?? []);

export const usedPlaylistIds = ({ live, newest }: CampaignFacts): string[] =>
  [live, newest].flatMap((version) => (version === null ? [] : playlistIdsOf(version)));
