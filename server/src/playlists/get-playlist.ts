import type { PlaylistDetail } from '@vitrine/contract/playlists';
import type { Caller } from '../access/caller.js';
import { notFound } from '../errors.js';
import type { PlaylistId } from '../ids.js';
import { toPlaylist, type PlaylistDeps } from './list-playlists.js';
import { selectPlaylist } from './queries.js';

// A campaign's own playlist is not listed but can be read by its id (decisions, Campaigns and playlists).
export async function getPlaylist(deps: PlaylistDeps, caller: Caller, playlistId: PlaylistId): Promise<PlaylistDetail> {
  const row = await selectPlaylist(deps.db, caller.merchantId, playlistId);
  if (row === undefined) throw notFound('playlist');
  const items = row.items.map((item) => ({
    mediaId: item.media_id,
    type: item.type,
    durationSeconds: item.duration_seconds,
  }));
  return { ...toPlaylist(row), totalDurationSeconds: totalSeconds(items), items };
}

const MICROSECONDS = 1_000_000;

// Summed in whole microseconds: 0.1 and 0.2 seconds are 0.3.
const totalSeconds = (items: readonly { durationSeconds: number }[]): number =>
  items.reduce((sum, item) => sum + Math.round(item.durationSeconds * MICROSECONDS), 0) / MICROSECONDS;
