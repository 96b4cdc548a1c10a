import { PLAYLIST_ITEMS_MAX } from '@vitrine/contract/console-limits';
import type { AddPlaylistItemsRequest, PlaylistSummary } from '@vitrine/contract/playlists';
import { recordActivity } from '../activity/queries.js';
import { playlistChanges } from '../changes/record-changes.js';
import { notFound, unprocessable } from '../errors.js';
import { passItemBudget } from '../identity/admit-person.js';
import { parsePlaylistId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { requireReadyItems, toNewItems, type ChangeDeps } from './create-playlist.js';
import type { PlaylistInput } from './get-playlist.js';
import { toSummaries } from './list-playlists.js';
import { selectItems, selectPlaylist } from './queries.js';
import { requireItemRoom } from './update-playlist.js';
import { appendItems, countPlaces, lockPlaylist, updatePlaylistRow } from './write-queries.js';

type AddInput = PlaylistInput & { readonly body: AddPlaylistItemsRequest };

// Needs no revision: what is there at that moment stays as it is, and who has the playlist open is told by theirs.
export async function addPlaylistItems(
  deps: ChangeDeps,
  principal: PersonPrincipal,
  { params, body }: AddInput,
): Promise<PlaylistSummary> {
  const { db, clock, store, limits } = deps;
  const { merchantId } = principal;
  const playlistId = parsePlaylistId(params.id);
  const added = toNewItems(body.mediaIds.map((mediaId) => ({ mediaId, ownSeconds: null })));
  const at = new Date(clock.now()).toISOString();
  await passItemBudget(deps, principal, added.length);
  return db.transaction(async (db) => {
    // Missing comes before unusable; what counts is what the lock finds. Media are locked before the playlist.
    if ((await selectPlaylist(db, merchantId, playlistId)) === undefined) throw notFound('playlist');
    await requireReadyItems(db, merchantId, added);
    const row = await lockPlaylist(db, merchantId, playlistId);
    if (row === undefined) throw notFound('playlist');
    const { length: before } = await selectItems(db, merchantId, [playlistId]);
    // What lies in the trash may come back to its place, and then there must not be more than a playlist holds.
    requireRoom(row.name, await countPlaces(db, merchantId, playlistId), added.length);
    await appendItems(db, merchantId, playlistId, added);
    const { name, shared } = row;
    const after = await updatePlaylistRow(db, merchantId, { id: playlistId, name, shared, updatedAt: at });
    const changes = { items: { from: before, to: before + added.length } };
    const [summary] = after === undefined ? [] : await toSummaries({ db, clock, store }, merchantId, [after]);
    if (summary === undefined) throw notFound('playlist');
    const entry = { kind: 'playlist.changed', at, details: { playlistId, name, changes } } as const;
    await recordActivity(db, principal, entry, playlistChanges([{ id: playlistId, shared }]));
    await requireItemRoom(db, merchantId, limits);
    return summary;
  });
}

function requireRoom(name: string, there: number, added: number): void {
  const room = PLAYLIST_ITEMS_MAX - there;
  if (added <= room) return;
  const left = room <= 0 ? 'no room for another' : `room for ${room} more`;
  throw unprocessable(`A playlist holds ${PLAYLIST_ITEMS_MAX} items, and “${name}” has ${left}. Nothing was added.`);
}
