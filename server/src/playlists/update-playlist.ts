import { isDeepStrictEqual } from 'node:util';
import type { ConsolePlaylist, UpdatePlaylistRequest } from '@vitrine/contract/playlists';
import type { CampaignRef } from '@vitrine/contract/references';
import { recordActivity } from '../activity/queries.js';
import { lockFeed, type Change } from '../changes/record-changes.js';
import type { Queryable } from '../db/db.js';
import { ApiError, changedMeanwhile, notFound, unprocessable } from '../errors.js';
import { passItemBudget } from '../identity/admit-person.js';
import { parsePlaylistId, type MerchantId } from '../ids.js';
import { requireContentRoom, type ContentLimits } from '../merchants/content-limits.js';
import { holdDefaultPlaylist } from '../merchants/queries.js';
import type { PersonPrincipal } from '../principal.js';
import { cleanName, requireReadyItems, toNewItems, type ChangeDeps } from './create-playlist.js';
import { toConsolePlaylist, type PlaylistInput } from './get-playlist.js';
import { selectPlaylist } from './queries.js';
import { lockPlaylist, replaceItems, updatePlaylistRow, type NewItem } from './write-queries.js';

type UpdateInput = PlaylistInput & { readonly body: UpdatePlaylistRequest };
type Shape = { readonly name: string; readonly shared: boolean; readonly items: readonly NewItem[] };

// Media are locked before the playlist, and a playlist before the campaigns that use it: everybody goes in this order. Whoever
// only prepares holds the merchant before all of it, so that nobody chooses the playlist for when nothing runs meanwhile.
export async function updatePlaylist(
  deps: ChangeDeps,
  principal: PersonPrincipal,
  { params, body: { revision, name, shared, items } }: UpdateInput,
  { onlyPrepares = false }: { readonly onlyPrepares?: boolean } = {},
): Promise<ConsolePlaylist> {
  const { db, clock, store, limits } = deps;
  const { merchantId } = principal;
  const playlistId = parsePlaylistId(params.id);
  const at = new Date(clock.now()).toISOString();
  await passItemBudget(deps, principal, items?.length ?? 0);
  return db.transaction(async (db) => {
    const defaultId = onlyPrepares && items !== undefined ? await holdDefaultPlaylist(db, merchantId) : null;
    // Missing comes before unusable; what counts is what the lock finds.
    if ((await selectPlaylist(db, merchantId, playlistId)) === undefined) throw notFound('playlist');
    await requireReadyItems(db, merchantId, toNewItems(items));
    const row = await lockPlaylist(db, merchantId, playlistId);
    const before = await toConsolePlaylist({ db, clock, store }, merchantId, row);
    if (before.revision !== revision) throw changedMeanwhile('playlist');
    const from: Shape = { name: before.name, shared: before.shared, items: toNewItems(before.items) };
    const to: Shape = {
      name: name === undefined ? from.name : cleanName(name),
      shared: shared ?? from.shared,
      items: items === undefined ? from.items : toNewItems(items),
    };
    const changes = changesBetween(from, to);
    if (Object.keys(changes).length === 0) return before;
    if ('items' in changes && defaultId === playlistId) throw playedAtOnce();
    if ('shared' in changes && !to.shared) requireMayKeep(before.usedIn);
    if ('items' in changes) await replaceItems(db, merchantId, playlistId, to.items);
    // Whom it belongs to is no change of what it is.
    const updatedAt = 'name' in changes || 'items' in changes ? at : before.updatedAt;
    const change = { id: playlistId, name: to.name, shared: to.shared, updatedAt };
    const after = await updatePlaylistRow(db, merchantId, change);
    const answer = await toConsolePlaylist({ db, clock, store }, merchantId, after);
    const details = { playlistId, name: to.name, changes };
    const told = toldOf(playlistId, from.shared, to.shared);
    await recordActivity(db, principal, { kind: 'playlist.changed', at, details }, told);
    if (to.items.length > from.items.length) await requireItemRoom(db, merchantId, limits);
    return answer;
  });
}

/** For playlists that grew. A playlist kept to a campaign records no change, so the feed is not locked yet. */
export async function requireItemRoom(db: Queryable, merchantId: MerchantId, limits: ContentLimits): Promise<void> {
  await lockFeed(db, merchantId);
  await requireContentRoom(db, merchantId, limits, ['playlist items']);
}

const playedAtOnce = (): ApiError =>
  new ApiError(
    'forbidden',
    'Screens play this playlist while nothing runs: other items would be on them at once, and this key may not publish. Leave out items; make a new playlist with them (leave out id and revision), which the person can choose in the settings; or ask the person to change them in the console.',
  );

// Others know of shared ones: one that becomes so is new to them.
function toldOf(id: string, wasShared: boolean, isShared: boolean): Change[] {
  if (!wasShared && !isShared) return [];
  if (wasShared && isShared) return [{ type: 'playlist.changed', id }];
  return [{ type: isShared ? 'playlist.created' : 'playlist.deleted', id }];
}

// From what to what; of items how many.
function changesBetween(from: Shape, to: Shape): Record<string, { from: unknown; to: unknown }> {
  return {
    ...(from.name !== to.name && { name: { from: from.name, to: to.name } }),
    ...(from.shared !== to.shared && { shared: { from: from.shared, to: to.shared } }),
    ...(!isDeepStrictEqual(from.items, to.items) && { items: { from: from.items.length, to: to.items.length } }),
  };
}

// A playlist is kept to the one campaign that uses it. With none it would be in no list and in no campaign: lost.
function requireMayKeep(usedIn: readonly CampaignRef[]): void {
  if (usedIn.length === 1) return;
  if (usedIn.length === 0) {
    throw unprocessable('No campaign uses it. Choose it in a campaign first; then it can be kept to that campaign.');
  }
  const names = usedIn.map(({ name }) => `“${name}”`).join(', ');
  throw new ApiError('conflict', `Several campaigns use it: ${names}. It stays shared.`, 'in_use');
}
