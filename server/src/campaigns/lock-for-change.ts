import type { Queryable } from '../db/db.js';
import { changedMeanwhile } from '../errors.js';
import type { LineageId, MerchantId } from '../ids.js';
import { requireFacts, type CampaignFacts } from './campaign-facts.js';
import { lockCampaign, lockPlaylists, type LockedPlaylist } from './write-queries.js';

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
