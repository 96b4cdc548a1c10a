import type { Media } from '@vitrine/contract/media';
import type { ConsolePlaylist } from '@vitrine/contract/playlists';

type Entry = ConsolePlaylist['items'][number];

// An entry while it is edited: the same media may stand in a playlist twice, so each has a key of its own.
export type DraftItem = Omit<Entry, 'durationSeconds'> & { readonly key: string };

export type Draft = { readonly name: string; readonly items: readonly DraftItem[] };

export const toDraft = ({ name, items }: ConsolePlaylist): Draft => ({ name, items: withKeys([], items) });

export const toBody = ({ name, items }: Draft) => ({
  name: name.trim(),
  items: items.map(({ mediaId, ownSeconds }) => ({ mediaId, ownSeconds })),
});

// Keyed by the media item and which of its places this is: a row stays the same row when the playlist was saved.
export function withKeys(
  before: readonly DraftItem[],
  added: readonly Omit<Entry, 'durationSeconds'>[],
): readonly DraftItem[] {
  const taken = new Set(before.map(({ key }) => key));
  const nextOf = new Map<string, number>();
  return added.map(({ mediaId, type, ownSeconds, media }) => {
    let place = nextOf.get(mediaId) ?? 1;
    while (taken.has(`${mediaId} ${place}`)) place += 1;
    nextOf.set(mediaId, place + 1);
    return { key: `${mediaId} ${place}`, mediaId, type, ownSeconds, media };
  });
}

export const toEntry = ({ id, type, ...media }: Media): Omit<Entry, 'durationSeconds'> => ({
  mediaId: id,
  type,
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

// As a draft is kept beside the page: what the stored playlist shows anyway is left out, so that a thousand items fit.
export function packDraft({ name, items }: Draft): unknown {
  return { name, items: items.map(({ mediaId, type, ownSeconds, media }) => ({ mediaId, type, ownSeconds, media })) };
}

// Whatever the stored playlist shows of an item is taken from there, for its pictures are signed anew.
export function unpackDraft(packed: unknown, { items: stored }: ConsolePlaylist): Draft | undefined {
  const { name, items }: Partial<Draft> = Object(packed);
  if (typeof name !== 'string' || !Array.isArray(items)) return undefined;
  const shown = new Map(stored.map((item) => [item.mediaId, item.media]));
  const entries = items.map((item: DraftItem) => ({ ...item, media: shown.get(item.mediaId) ?? item.media }));
  return { name, items: withKeys([], entries) };
}
