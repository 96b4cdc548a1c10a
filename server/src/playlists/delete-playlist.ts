import { recordActivity } from '../activity/queries.js';
import { campaignChanges, changesOf } from '../changes/record-changes.js';
import { insertDeleted } from '../deleted/queries.js';
import { notFound } from '../errors.js';
import { parsePlaylistId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import type { ChangeDeps } from './create-playlist.js';
import type { PlaylistInput } from './get-playlist.js';
import { selectAllItems, selectDraftGaps } from './restore-queries.js';
import {
  clearFromDrafts,
  deletePlaylistRow,
  lockCampaignsUsing,
  lockPlaylist,
  touchCampaigns,
} from './write-queries.js';

// Into the trash. Live campaigns play on what they were published with; what is being worked on gets a gap, and counts as
// changed.
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
    const using = await lockCampaignsUsing(db, merchantId, playlistId);
    const gaps = await selectDraftGaps(db, merchantId, playlistId);
    await clearFromDrafts(db, merchantId, playlistId);
    const lineageIds = gaps.map(({ lineageId }) => lineageId);
    await touchCampaigns(db, merchantId, lineageIds, at);
    const { name, shared, createdAt, updatedAt, revision } = row;
    const items = await selectAllItems(db, merchantId, playlistId);
    const content = { shared, createdAt, updatedAt, revision, items, gaps };
    await insertDeleted(db, merchantId, { kind: 'playlist', id: playlistId, name, content }, at);
    await deletePlaylistRow(db, merchantId, playlistId);
    // What is live says from which playlist it was published, while that is there.
    const changes = [...changesOf('playlist.deleted', shared ? [playlistId] : []), ...campaignChanges(using)];
    await recordActivity(db, principal, { kind: 'playlist.deleted', at, details: { playlistId, name } }, changes);
    return { id: playlistId };
  });
}
