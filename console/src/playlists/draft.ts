import type { ConsolePlaylist } from '@vitrine/contract/console/playlists';
import type { Media } from '@vitrine/contract/media';

type Entry = ConsolePlaylist['items'][number];

// An entry while it is edited: the same media may stand in a playlist twice, so each has a key of its own.
export type DraftItem = Omit<Entry, 'durationSeconds'> & { readonly key: string };

export type Draft = {
  readonly name: string;
  readonly items: readonly DraftItem[];
  // What it was made on: when somebody else is faster, the server tells.
  readonly revision: number;
};

export const toDraft = ({ name, items, revision }: ConsolePlaylist): Draft => ({
  name,
  revision,
  items: items.map(({ mediaId, type, ownSeconds, media }, at) => ({
    mediaId,
    type,
    ownSeconds,
    media,
    key: `${revision} ${at}`,
  })),
});

export const toDraftItem = (media: Media): DraftItem => ({
  key: crypto.randomUUID(),
  mediaId: media.id,
  type: media.type,
  ownSeconds: null,
  media: {
    name: media.name,
    width: media.width,
    height: media.height,
    durationSeconds: media.durationSeconds,
    thumbnailUrl: media.thumbnailUrl,
    fileUrl: media.fileUrl ?? null,
  },
});

// The item's own time, else the media's length, else the merchant's default: the contract's rule for play items.
export const secondsOf = ({ ownSeconds, media }: DraftItem, defaultSeconds: number): number =>
  ownSeconds ?? media.durationSeconds ?? defaultSeconds;

export const toRequestItems = (items: readonly DraftItem[]) =>
  items.map(({ mediaId, ownSeconds }) => ({ mediaId, ownSeconds }));

export function isSame(draft: Draft, stored: ConsolePlaylist): boolean {
  const before = JSON.stringify(toRequestItems(toDraft(stored).items));
  return draft.name.trim() === stored.name && JSON.stringify(toRequestItems(draft.items)) === before;
}
