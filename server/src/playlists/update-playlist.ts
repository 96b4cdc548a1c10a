import { isDeepStrictEqual } from 'node:util';
import type { ConsolePlaylist, UpdatePlaylistRequest } from '@vitrine/contract/console/playlists';
import { insertActivity, type Doer } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import { changedMeanwhile, notFound } from '../errors.js';
import { searchText } from '../fold.js';
import type { MerchantId, PlaylistId } from '../ids.js';
import {
  lockPlaylist,
  replaceItems,
  selectConsolePlaylist,
  updatePlaylistRow,
  type NewItem,
} from './console-queries.js';
import { cleanName, type ChangeDeps } from './create-playlist.js';
import { getConsolePlaylist } from './get-console-playlist.js';
import { requireMayKeep } from './require-may-keep.js';
import { requireReadyItems, toItems } from './require-ready-items.js';

type Order = UpdatePlaylistRequest & { readonly playlistId: PlaylistId };
type Shape = { readonly name: string; readonly shared: boolean; readonly items: readonly NewItem[] };

// Media are locked before the playlist, and a playlist before the campaigns that use it: everybody goes in this order.
export async function updatePlaylist(
  { db, clock, store }: ChangeDeps,
  merchantId: MerchantId,
  { playlistId, revision, ...request }: Order,
  by: Doer,
): Promise<ConsolePlaylist> {
  const items = request.items && toItems(request.items);
  return db.transaction(async (db) => {
    const before = await requireUnchanged(db, merchantId, { playlistId, revision, items });
    const shown = await getConsolePlaylist({ db, clock, store }, merchantId, playlistId);
    const from: Shape = { name: before.name, shared: before.shared, items: toItems(shown.items) };
    const to = toWanted(from, { ...request, items });
    const changes = changesBetween(from, to);
    if (Object.keys(changes).length === 0) return shown;
    if ('shared' in changes && !to.shared) requireMayKeep(shown.usedIn);
    if ('items' in changes) await replaceItems(db, merchantId, playlistId, to.items);
    const at = new Date(clock.now()).toISOString();
    // Whom it belongs to is no change of what it is.
    const updatedAt = 'name' in changes || 'items' in changes ? at : before.updated_at;
    const row = { name: to.name, searchText: searchText(to.name), shared: to.shared, updatedAt };
    await updatePlaylistRow(db, merchantId, playlistId, row);
    const details = { playlistId, name: to.name, changes };
    await insertActivity(db, merchantId, { kind: 'playlist.changed', at, details, ...by });
    return getConsolePlaylist({ db, clock, store }, merchantId, playlistId);
  });
}

type Expected = Pick<Order, 'playlistId' | 'revision'> & { readonly items: readonly NewItem[] | undefined };

async function requireUnchanged(db: Queryable, merchantId: MerchantId, expected: Expected) {
  // Missing comes before unusable; what counts is what the lock finds.
  if ((await selectConsolePlaylist(db, merchantId, expected.playlistId)) === undefined) throw notFound('playlist');
  await requireReadyItems(db, merchantId, expected.items ?? []);
  const row = await lockPlaylist(db, merchantId, expected.playlistId);
  if (row === undefined) throw notFound('playlist');
  if (row.revision !== expected.revision) throw changedMeanwhile('playlist');
  return row;
}

const toWanted = (from: Shape, { name, shared, items }: { [key in keyof Shape]?: Shape[key] | undefined }): Shape => ({
  name: name === undefined ? from.name : cleanName(name),
  shared: shared ?? from.shared,
  items: items ?? from.items,
});

// From what to what; of items how many.
function changesBetween(from: Shape, to: Shape): Record<string, { from: unknown; to: unknown }> {
  return {
    ...(from.name !== to.name && { name: { from: from.name, to: to.name } }),
    ...(from.shared !== to.shared && { shared: { from: from.shared, to: to.shared } }),
    ...(!isDeepStrictEqual(from.items, to.items) && { items: { from: from.items.length, to: to.items.length } }),
  };
}
