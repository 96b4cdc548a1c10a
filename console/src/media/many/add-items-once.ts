import type { PlaylistSummary } from '@vitrine/contract/playlists';
import { call } from '../../api/call.js';
import { isUnanswered } from '../../ui/make-once.js';

type Added = Pick<PlaylistSummary, 'name' | 'revision'>;
type Addition = { readonly id: string; readonly itemCount: number; readonly mediaIds: readonly string[] };

// How many items a playlist had when something was sent to it and not answered.
const unanswered = new Map<string, number>();

// Behind what is in the playlist. Asked for again because the answer was lost, it is looked at first: where the items stand
// behind those of before, they are not added a second time.
export async function addItemsOnce({ id, itemCount, mediaIds }: Addition): Promise<Added> {
  const what = [id, ...mediaIds].join(' ');
  const before = unanswered.get(what);
  if (before !== undefined) {
    const playlist = await call('getConsolePlaylist', { params: { id } });
    unanswered.delete(what);
    const added = playlist.items.slice(before).map(({ mediaId }) => mediaId);
    if ([id, ...added].join(' ') === what) return playlist;
  }
  try {
    return await call('addPlaylistItems', { params: { id }, body: { mediaIds: [...mediaIds] } });
  } catch (thrown) {
    if (isUnanswered(thrown)) unanswered.set(what, before ?? itemCount);
    throw thrown;
  }
}
