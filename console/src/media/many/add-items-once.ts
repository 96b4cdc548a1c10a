import { isUnanswered } from '../../ui/make-once.js';
import { openUnanswered } from '../../ui/unanswered.js';

type Addition = { readonly id: string; readonly itemCount: number; readonly mediaIds: readonly string[] };
type Playlist = { readonly items: readonly { readonly mediaId: string }[] };
type Calls<Added> = { readonly read: () => Promise<Added & Playlist>; readonly add: () => Promise<Added> };

// Behind what is in the playlist. Asked for again because the answer was lost, it is looked at first: where the items stand
// behind those of before, they are not added a second time.
export async function addItemsOnce<Added>(
  { id, itemCount, mediaIds }: Addition,
  { read, add }: Calls<Added>,
): Promise<Added> {
  const unanswered = openUnanswered();
  const what = [id, ...mediaIds].join(' ');
  const before = unanswered.find(what)?.itemCount;
  let count = itemCount;
  if (before !== undefined) {
    const playlist = await read();
    unanswered.drop(what);
    const added = playlist.items.slice(before).map(({ mediaId }) => mediaId);
    if ([id, ...added].join(' ') === what) return playlist;
    count = playlist.items.length;
  }
  try {
    return await add();
  } catch (thrown) {
    if (isUnanswered(thrown)) unanswered.keep(what, { itemCount: count });
    throw thrown;
  }
}
