import { recordActivity } from '../activity/queries.js';
import { playlistChanges } from '../changes/record-changes.js';
import type { Deps } from '../db/db.js';
import { ApiError, requireFound } from '../errors.js';
import { parseMediaId, type MediaId, type ById } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { lockMedia, lockPlaylistsWith, touchPlaylistsWith, updateTrashed } from './delete-queries.js';
import { listCampaignsNotOver } from './get-console-media.js';
import { lockUsage } from './ledger-queries.js';

// Into the trash: gone for integrations, lists, pickers and playlists, and its room is taken until it is gone for good.
// Locks in one order with everybody else: usage, item, playlists. A publication and an edit of a playlist hold the items
// that they take up, so what is live is looked at when the item is ours: whoever comes later finds it gone.
export async function deleteMedia(
  { db, clock }: Deps,
  principal: PersonPrincipal,
  { params }: ById,
): Promise<{ id: MediaId }> {
  const { merchantId } = principal;
  const mediaId = parseMediaId(params.id);
  const now = clock.now();
  const at = new Date(now).toISOString();
  return db.transaction(async (db) => {
    await lockUsage(db, merchantId);
    const [found] = await lockMedia(db, merchantId, [mediaId], 'ready');
    const media = requireFound(found, 'media item');
    const playing = await listCampaignsNotOver(db, merchantId, mediaId, now);
    refuseWhilePlayed(playing.map(({ name }) => name));
    await lockPlaylistsWith(db, merchantId, [mediaId]);
    const playlists = await touchPlaylistsWith(db, merchantId, [mediaId], at);
    await updateTrashed(db, merchantId, [mediaId], at);
    const details = { mediaId, name: media.name };
    const changes = [{ type: 'media.deleted', id: mediaId } as const, ...playlistChanges(playlists)];
    await recordActivity(db, principal, { kind: 'media.deleted', at, details }, changes);
    return { id: mediaId };
  });
}

const NAMES_SHOWN = 5;

function refuseWhilePlayed(names: readonly string[]): void {
  if (names.length === 0) return;
  const shown = names.slice(0, NAMES_SHOWN).map((name) => `“${name}”`);
  const rest = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
  throw new ApiError(
    'conflict',
    `Screens play this item, now or soon, in ${shown.join(', ')}${rest}. Publish without it or withdraw first.`,
    'in_use',
  );
}
