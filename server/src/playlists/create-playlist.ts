import { isDeepStrictEqual } from 'node:util';
import type { ConsolePlaylist, CreatePlaylistRequest } from '@vitrine/contract/console/playlists';
import { insertActivity, type Doer } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { ApiError } from '../errors.js';
import { searchText } from '../fold.js';
import { parsePlaylistId, type MerchantId } from '../ids.js';
import type { ObjectStore } from '../storage/object-store.js';
import { insertPlaylist, replaceItems, type NewItem } from './console-queries.js';
import { getConsolePlaylist } from './get-console-playlist.js';
import { requireReadyItems, toItems } from './require-ready-items.js';

export type ChangeDeps = { readonly db: Db; readonly clock: Clock; readonly store: ObjectStore };

// The same id with the same name and items is a retry and answers as the first time.
export async function createPlaylist(
  { db, clock, store }: ChangeDeps,
  merchantId: MerchantId,
  request: CreatePlaylistRequest,
  by: Doer,
): Promise<ConsolePlaylist> {
  const id = parsePlaylistId(request.id);
  const name = cleanName(request.name);
  const items = toItems(request.items);
  const at = new Date(clock.now()).toISOString();
  return db.transaction(async (db) => {
    await requireReadyItems(db, merchantId, items);
    const made = await insertPlaylist(db, merchantId, { id, name, searchText: searchText(name), at });
    if (made !== undefined) {
      await replaceItems(db, merchantId, id, items);
      const details = { playlistId: id, name, items: items.length };
      await insertActivity(db, merchantId, { kind: 'playlist.created', at, details, ...by });
    }
    const playlist = await getConsolePlaylist({ db, clock, store }, merchantId, id);
    if (made === undefined && !isSame(playlist, name, items)) throw idConflict();
    return playlist;
  });
}

// As it is kept and compared.
export const cleanName = (name: string): string => name.toWellFormed().trim();

const isSame = (playlist: ConsolePlaylist, name: string, items: readonly NewItem[]): boolean =>
  playlist.name === name && isDeepStrictEqual(toItems(playlist.items), items);

const idConflict = (): ApiError => new ApiError('conflict', 'The id belongs to another playlist.', 'id_conflict');
