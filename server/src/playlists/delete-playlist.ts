import { recordActivity } from '../activity/queries.js';
import { notFound } from '../errors.js';
import { parsePlaylistId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import type { ChangeDeps } from './create-playlist.js';
import type { PlaylistInput } from './get-playlist.js';
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
  principal: PersonPrincipal,
  { params }: PlaylistInput,
): Promise<{ id: string }> {
  const { merchantId } = principal;
  const playlistId = parsePlaylistId(params.id);
  const at = new Date(clock.now()).toISOString();
  return db.transaction(async (db) => {
    const row = await lockPlaylist(db, merchantId, playlistId);
    if (row === undefined) throw notFound('playlist');
    await lockCampaignsUsing(db, merchantId, playlistId);
    const drafts = (await clearFromDrafts(db, merchantId, playlistId)).map(({ lineage_id }) => lineage_id);
    await touchCampaigns(db, merchantId, drafts, at);
    await deletePlaylistRow(db, merchantId, playlistId);
    const details = { playlistId, name: row.name };
    await recordActivity(db, principal, { kind: 'playlist.deleted', at, details });
    return { id: playlistId };
  });
}
