import type { Restored, RestoreTrashedRequest } from '@vitrine/contract/trash';
import { selectLineageIdsAmong } from '../campaigns/restore-queries.js';
import { undeleteCampaign } from '../campaigns/undelete-campaign.js';
import type { Deps } from '../db/db.js';
import { selectDeletedAmong } from '../deleted/queries.js';
import { notFound } from '../errors.js';
import { parseMediaId } from '../ids.js';
import { restoreMedia } from '../media/restore-media.js';
import { restorePlaylist } from '../playlists/restore-playlist.js';
import { selectPlaylistIdsAmong } from '../playlists/restore-queries.js';
import type { PersonPrincipal } from '../principal.js';

// Media, then playlists, then campaigns, so that each finds what it names. Asked for again it answers the same, and goes
// on where it was interrupted: what is there already is passed over.
export async function restoreTrashed(
  deps: Deps,
  principal: PersonPrincipal,
  { body }: { readonly body: RestoreTrashedRequest },
): Promise<Restored> {
  const { db } = deps;
  const { merchantId } = principal;
  const wanted = [...new Set(body.ids.map(parseMediaId))];
  const media = await restoreMedia(deps, principal, wanted);
  for (const { kind, id } of await selectDeletedAmong(db, merchantId, wanted)) {
    await (kind === 'playlist' ? restorePlaylist : undeleteCampaign)(deps, principal, id);
  }
  const playlists = await selectPlaylistIdsAmong(db, merchantId, wanted);
  const campaigns = await selectLineageIdsAmong(db, merchantId, wanted);
  const ids = [...media, ...[...playlists, ...campaigns].map(({ id }) => id)];
  if (ids.length === 0) throw notFound('item');
  return { ids };
}
