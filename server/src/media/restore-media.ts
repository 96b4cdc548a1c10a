import { recordActivity } from '../activity/queries.js';
import { changesOf, playlistChanges } from '../changes/record-changes.js';
import type { Deps } from '../db/db.js';
import type { MediaId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import {
  lockMedia,
  lockPlaylistsWith,
  selectReadyIds,
  touchPlaylistsWith,
  updateRestored,
  type NamedMedia,
} from './delete-queries.js';
import { lockUsage } from './ledger-queries.js';

// Under the ids and with the dates that they had, in their places in playlists, where nobody has set the items anew
// since. Asked for again it answers the same: what is in the library already is passed over.
export async function restoreMedia(
  { db, clock }: Deps,
  principal: PersonPrincipal,
  wanted: readonly MediaId[],
): Promise<MediaId[]> {
  const { merchantId } = principal;
  const at = new Date(clock.now()).toISOString();
  return db.transaction(async (db) => {
    await lockUsage(db, merchantId);
    const restored = await lockMedia(db, merchantId, wanted, 'trashed');
    if (restored.length > 0) {
      const ids = restored.map(({ id }) => id);
      await lockPlaylistsWith(db, merchantId, ids);
      await updateRestored(db, merchantId, ids);
      const playlists = await touchPlaylistsWith(db, merchantId, ids, at);
      const changes = [...changesOf('media.ready', ids), ...playlistChanges(playlists)];
      const entry = { kind: 'media.restored', at, details: toDetails(restored) } as const;
      await recordActivity(db, principal, entry, changes);
    }
    return (await selectReadyIds(db, merchantId, wanted)).map(({ id }) => id);
  });
}

const NAMES_TOLD = 5;

// One entry for many.
function toDetails(restored: readonly NamedMedia[]): object {
  const [first] = restored;
  if (first !== undefined && restored.length === 1) return { mediaId: first.id, name: first.name };
  return { items: restored.length, names: restored.slice(0, NAMES_TOLD).map(({ name }) => name) };
}
