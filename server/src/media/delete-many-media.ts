import type { DeleteManyRequest, DeleteManyResult } from '@vitrine/contract/library';
import { changesOf, playlistChanges } from '../changes/record-changes.js';
import { addToActivity } from '../activity/queries.js';
import type { Deps } from '../db/db.js';
import { parseMediaId, type MediaId } from '../ids.js';
import { findOverEverywhere } from '../merchants/over-everywhere.js';
import type { PersonPrincipal } from '../principal.js';
import { lockMedia, lockPlaylistsWith, touchPlaylistsWith, updateTrashed } from './delete-queries.js';
import { lockUsage } from './ledger-queries.js';
import { selectCampaignsPlayingMany, type ManyPlayingRow } from './many-queries.js';

const NAMES_KEPT = 3;

// Into the trash, as one by one and under the same locks. What screens play, now or soon, stays and is told.
export async function deleteManyMedia(
  { db, clock }: Deps,
  principal: PersonPrincipal,
  { body }: { readonly body: DeleteManyRequest },
): Promise<DeleteManyResult> {
  const { merchantId } = principal;
  const wanted = [...new Set(body.ids.map(parseMediaId))];
  const now = clock.now();
  const at = new Date(now).toISOString();
  return db.transaction(async (db) => {
    await lockUsage(db, merchantId);
    const found = await lockMedia(db, merchantId, wanted, 'ready');
    const playing = await selectCampaignsPlayingMany(db, merchantId, idsOf(found));
    const isOver = await findOverEverywhere(db, merchantId, now);
    const needed = groupNames(playing.filter(({ flight_start: start, flight_end: end }) => !isOver({ start, end })));
    const free = found.filter(({ id }) => !needed.has(id));
    const ids = idsOf(free);
    if (ids.length > 0) {
      await lockPlaylistsWith(db, merchantId, ids);
      const playlists = await touchPlaylistsWith(db, merchantId, ids, at);
      await updateTrashed(db, merchantId, ids, at);
      const details = { items: ids.length, names: free.slice(0, NAMES_KEPT).map(({ name }) => name) };
      const changes = [...changesOf('media.deleted', ids), ...playlistChanges(playlists)];
      const entry = { kind: 'media.deleted', at, details, objectIds: ids } as const;
      await addToActivity(db, principal, body.actionId, entry, changes);
    }
    const refused = found.flatMap(({ id, name }) => {
      const campaigns = needed.get(id);
      return campaigns === undefined ? [] : { id, name, campaigns };
    });
    return { deleted: ids, refused };
  });
}

const idsOf = (rows: readonly { readonly id: MediaId }[]): MediaId[] => rows.map(({ id }) => id);

function groupNames(rows: readonly ManyPlayingRow[]): ReadonlyMap<MediaId, string[]> {
  const names = new Map<MediaId, string[]>();
  for (const { media_id: id, name } of rows) names.set(id, [...(names.get(id) ?? []), name]);
  return names;
}
