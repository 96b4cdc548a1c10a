import type { Merchant, UpdateMerchantRequest } from '@vitrine/contract/merchant';
import { changesBetween } from '../activity/changes-between.js';
import { recordActivity } from '../activity/queries.js';
import { touchClock } from '../changes/clock-queries.js';
import { lockFeed } from '../changes/queries.js';
import { changesOf, playlistChanges } from '../changes/record-changes.js';
import type { Deps, Queryable } from '../db/db.js';
import { requireFound, unprocessable } from '../errors.js';
import { requireTimeZone } from '../http/require-time-zone.js';
import { parsePlaylistId, type MerchantId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { keepMoments } from './keep-moments.js';
import {
  isSharedPlaylist,
  lockSettings,
  updateSettings,
  selectMerchant,
  selectSharedPlaylists,
  selectTrashBytes,
} from './queries.js';

export const merchantHandlers = { getMerchant, updateMerchant };

// What the request leaves out stays as it is. The activity tells what was changed from what to what; a request that
// changes nothing is not in it.
async function updateMerchant(
  { db, clock }: Deps,
  principal: PersonPrincipal,
  { body }: { readonly body: UpdateMerchantRequest },
): Promise<Merchant> {
  const { merchantId } = principal;
  const { keepsMoments = false, ...wanted } = toWanted(body);
  return db.transaction(async (db) => {
    await lockSettings(db, merchantId);
    const before = await requireMerchant(db, merchantId);
    const after = { ...before, ...wanted };
    await requirePlaylist(db, merchantId, wanted.defaultPlaylistId);
    const changes = changesBetween(before, after);
    if (Object.keys(changes).length === 0) return before;
    await updateSettings(db, merchantId, {
      name: after.name,
      time_zone: after.timeZone,
      default_item_seconds: after.defaultItemSeconds,
      screen_codecs: after.screens.codecs,
      screen_max_width: after.screens.maxWidth,
      screen_max_height: after.screens.maxHeight,
      requires_second_factor: after.requiresSecondFactor,
      default_playlist_id: after.defaultPlaylistId === null ? null : parsePlaylistId(after.defaultPlaylistId),
    });
    const at = new Date(clock.now()).toISOString();
    const zones = { from: before.timeZone, to: after.timeZone };
    // Before the feed, which is locked after all content.
    const kept = keepsMoments ? await keepMoments(db, merchantId, zones, at) : [];
    // How long a playlist is, where an item has no time of its own; and where its flights are, which the clock tells of.
    const playlists = 'defaultItemSeconds' in changes ? await lockShared(db, merchantId) : [];
    const details = { ...changes, ...(kept.length > 0 && { flights: FLIGHTS_KEPT }) };
    const entry = { kind: 'merchant.changed', at, details } as const;
    await recordActivity(db, principal, entry, [...changesOf('campaign.changed', kept), ...playlistChanges(playlists)]);
    if ('timeZone' in changes) await touchClock(db, merchantId, at);
    return after;
  });
}

// For the activity, which tells what was changed from what to what.
const FLIGHTS_KEPT = { from: 'as they were written', to: 'at the same moments' };

// With the feed locked first: one that becomes shared at this moment is among them, or is told of afterwards.
async function lockShared(db: Queryable, merchantId: MerchantId) {
  await lockFeed(db, merchantId);
  return selectSharedPlaylists(db, merchantId);
}

function toWanted(request: UpdateMerchantRequest): UpdateMerchantRequest {
  requireTimeZone(request.timeZone);
  return request.name === undefined ? request : { ...request, name: request.name.trim() };
}

async function requirePlaylist(db: Queryable, merchantId: MerchantId, id: string | null | undefined): Promise<void> {
  if (id === null || id === undefined || (await isSharedPlaylist(db, merchantId, parsePlaylistId(id)))) return;
  throw unprocessable('The playlist for when nothing runs is no longer there. Choose another one.');
}

function getMerchant({ db }: Pick<Deps, 'db'>, { merchantId }: PersonPrincipal): Promise<Merchant> {
  return requireMerchant(db, merchantId);
}

async function requireMerchant(db: Queryable, merchantId: MerchantId): Promise<Merchant> {
  const row = requireFound(await selectMerchant(db, merchantId), 'merchant');
  return {
    id: row.id,
    name: row.name,
    timeZone: row.time_zone,
    defaultItemSeconds: row.default_item_seconds,
    defaultPlaylistId: row.default_playlist_id,
    screens: { codecs: row.screen_codecs, maxWidth: row.screen_max_width, maxHeight: row.screen_max_height },
    storage: {
      usedBytes: row.used_bytes,
      trashBytes: await selectTrashBytes(db, merchantId),
      reservedBytes: row.reserved_bytes,
      quotaBytes: row.storage_quota_bytes,
    },
    plan: {
      name: row.plan_name,
      endsAt: row.plan_ends_at,
      allowsWrites: row.plan_allows_writes,
      screensMax: row.screens_max,
    },
    suspended: row.suspended,
    requiresSecondFactor: row.requires_second_factor,
  };
}
