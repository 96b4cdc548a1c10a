import { isDeepStrictEqual } from 'node:util';
import type { ConsolePlaylist, CreatePlaylistRequest } from '@vitrine/contract/playlists';
import { recordActivity } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db, Queryable } from '../db/db.js';
import { ApiError, unprocessable } from '../errors.js';
import { passItemBudget, type ItemBudgetDeps } from '../identity/admit-person.js';
import { parsePlaylistId, type MerchantId } from '../ids.js';
import { requireContentRoom, type ContentLimits } from '../merchants/content-limits.js';
import type { PersonPrincipal } from '../principal.js';
import type { ObjectStore } from '../storage/object-store.js';
import { toConsolePlaylist } from './get-playlist.js';
import { selectItems, selectPlaylist } from './queries.js';
import {
  countPlaces,
  forgetPlaylistId,
  insertPlaylist,
  lockReadyMedia,
  replaceItems,
  selectTrashedNames,
  type NewItem,
} from './write-queries.js';

export type ChangeDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly counter: ItemBudgetDeps['counter'];
  readonly limits: ContentLimits & ItemBudgetDeps['limits'];
};

// The same id with the same name and items is a retry and answers as the first time.
export async function createPlaylist(
  deps: ChangeDeps,
  principal: PersonPrincipal,
  { body: request }: { readonly body: CreatePlaylistRequest },
): Promise<ConsolePlaylist> {
  const { db, clock, store, limits } = deps;
  const { merchantId } = principal;
  const id = parsePlaylistId(request.id);
  const name = cleanName(request.name);
  if (request.copyOf !== undefined && request.items !== undefined) {
    throw unprocessable('A copy takes its items from the other playlist.');
  }
  const at = new Date(clock.now()).toISOString();
  const { copyOf, items: given = [] } = request;
  const copied = copyOf === undefined ? 0 : await countPlaces(db, merchantId, parsePlaylistId(copyOf));
  await passItemBudget(deps, principal, given.length + copied);
  return db.transaction(async (db) => {
    const items =
      request.copyOf === undefined ? toNewItems(request.items) : await copyItems(db, merchantId, request.copyOf);
    await requireReadyItems(db, merchantId, items);
    const made = await insertPlaylist(db, merchantId, { id, name, at });
    if (made !== undefined) {
      await replaceItems(db, merchantId, id, items);
      await forgetPlaylistId(db, merchantId, id);
    }
    const row = made ?? (await selectPlaylist(db, merchantId, id));
    const playlist = await toConsolePlaylist({ db, clock, store }, merchantId, row);
    const isSame = playlist.name === name && isDeepStrictEqual(toNewItems(playlist.items), items);
    if (made === undefined && !isSame) {
      throw new ApiError('conflict', 'The id belongs to another playlist.', 'id_conflict');
    }
    if (made !== undefined) {
      const details = { playlistId: id, name, items: items.length };
      await recordActivity(db, principal, { kind: 'playlist.created', at, details }, [
        { type: 'playlist.created', id },
      ]);
      const added = items.length > 0 ? (['playlists', 'playlist items'] as const) : (['playlists'] as const);
      await requireContentRoom(db, merchantId, limits, added);
    }
    return playlist;
  });
}

// What the other plays at this moment, with each item's own time.
async function copyItems(db: Queryable, merchantId: MerchantId, copyOf: string): Promise<NewItem[]> {
  const source = await selectPlaylist(db, merchantId, parsePlaylistId(copyOf));
  if (source === undefined) throw unprocessable('The playlist to copy is no longer there.');
  return toNewItems(await selectItems(db, merchantId, [source.id]));
}

// As it is kept and compared.
export const cleanName = (name: string): string => name.toWellFormed().trim();

export const toNewItems = (items: readonly NewItem[] = []): NewItem[] =>
  items.map(({ mediaId, ownSeconds }) => ({ mediaId: mediaId.toLowerCase(), ownSeconds }));

const PLACES_NAMED_MAX = 20;

// What the items name is there and ready, and stays so until the transaction ends.
export async function requireReadyItems(
  db: Queryable,
  merchantId: MerchantId,
  items: readonly NewItem[],
): Promise<void> {
  if (items.length === 0) return;
  const ready = await lockReadyMedia(db, merchantId, [...new Set(items.map(({ mediaId }) => mediaId))]);
  const ids = new Set(ready.map(({ id }) => id));
  const missing = items.flatMap(({ mediaId }, at) => (ids.has(mediaId) ? [] : [{ mediaId, place: `item ${at + 1}` }]));
  if (missing.length === 0) return;
  const trashed = await selectTrashedNames(db, merchantId, [...new Set(missing.map(({ mediaId }) => mediaId))]);
  const names = new Map(trashed.map(({ id, name }) => [id, name]));
  const named = missing.slice(0, PLACES_NAMED_MAX).map(({ mediaId, place }) => {
    const name = names.get(mediaId);
    return name === undefined ? place : `“${name}” (${place})`;
  });
  const further = missing.length > PLACES_NAMED_MAX ? ` and ${missing.length - PLACES_NAMED_MAX} more` : '';
  const advice = trashed.length === 0 ? '' : ', or bring it back from the trash';
  throw unprocessable(`Not in the library any more: ${named.join(', ')}${further}. Leave that out${advice}.`);
}
