import { insertActivity, type Doer } from '../activity/queries.js';
import { notFound } from '../errors.js';
import type { MerchantId, PlaylistId } from '../ids.js';
import type { ChangeDeps } from './create-playlist.js';
import {
  clearFromDrafts,
  deletePlaylistRow,
  lockCampaignsUsing,
  lockPlaylist,
  touchCampaigns,
} from './write-queries.js';

// Live campaigns play on what they were published with; what is being worked on gets a gap, and counts as changed.
export async function deletePlaylist(
  { db, clock }: Pick<ChangeDeps, 'db' | 'clock'>,
  merchantId: MerchantId,
  playlistId: PlaylistId,
  by: Doer,
): Promise<{ id: string }> {
  const at = new Date(clock.now()).toISOString();
  return db.transaction(async (db) => {
    const row = await lockPlaylist(db, merchantId, playlistId);
    if (row === undefined) throw notFound('playlist');
    await lockCampaignsUsing(db, merchantId, playlistId);
    const drafts = (await clearFromDrafts(db, merchantId, playlistId)).map(({ lineage_id }) => lineage_id);
    await touchCampaigns(db, merchantId, drafts, at);
    await deletePlaylistRow(db, merchantId, playlistId);
    const details = { playlistId, name: row.name };
    await insertActivity(db, merchantId, { kind: 'playlist.deleted', at, details, ...by });
    return { id: playlistId };
  });
}
