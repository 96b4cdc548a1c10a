import type { CampaignRef } from '@vitrine/contract/console/campaign-ref';
import type { ConsolePlaylist } from '@vitrine/contract/console/playlists';
import { statusAt } from '../campaign-status.js';
import type { Clock } from '../clock.js';
import type { Queryable } from '../db/db.js';
import { notFound } from '../errors.js';
import type { MerchantId, PlaylistId } from '../ids.js';
import type { ObjectStore } from '../storage/object-store.js';
import { selectConsoleItems, selectConsolePlaylist, type ConsoleItemRow } from './console-queries.js';
import { toPlaylist } from './list-playlists.js';
import { toPlayedMedia } from './to-played-media.js';
import { totalSeconds } from './total-seconds.js';
import { selectCampaignsUsing, type UsingRow } from './usage-queries.js';

type Deps = { readonly db: Queryable; readonly clock: Clock; readonly store: ObjectStore };

export async function getConsolePlaylist(
  { db, clock, store }: Deps,
  merchantId: MerchantId,
  playlistId: PlaylistId,
): Promise<ConsolePlaylist> {
  const row = await selectConsolePlaylist(db, merchantId, playlistId);
  if (row === undefined) throw notFound('playlist');
  const items = (await selectConsoleItems(db, merchantId, playlistId)).map(toItem(store));
  const using = await selectCampaignsUsing(db, merchantId, playlistId);
  return {
    ...toPlaylist(row),
    shared: row.shared,
    revision: row.revision,
    totalDurationSeconds: totalSeconds(items),
    items,
    usedIn: using.map(toCampaignRef(clock.now())),
  };
}

const toItem =
  (store: ObjectStore) =>
  (row: ConsoleItemRow): ConsolePlaylist['items'][number] => ({
    mediaId: row.media_id,
    type: row.type,
    ownSeconds: row.own_seconds,
    durationSeconds: row.duration_seconds,
    media: toPlayedMedia(store, row),
  });

const toCampaignRef =
  (now: number) =>
  (row: UsingRow): CampaignRef => {
    const flight = { start: row.flight_start, end: row.flight_end };
    const lifecycle = { isLive: row.is_live, wasPublished: row.was_published, flight, timeZone: row.time_zone };
    return { lineageId: row.lineage_id, name: row.name, status: statusAt(now, lifecycle) };
  };
