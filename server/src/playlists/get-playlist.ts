import type { PlaylistDetail } from '@vitrine/contract/playlists';
import type { Principal as Caller } from '../principal.js';
import { notFound } from '../errors.js';
import type { PlaylistId } from '../ids.js';
import { toPlaylist, type PlaylistDeps } from './list-playlists.js';
import { selectPlaylist } from './queries.js';
import { totalSeconds } from './total-seconds.js';

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
