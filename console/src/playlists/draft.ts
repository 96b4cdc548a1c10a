import type { Media } from '@vitrine/contract/media';
import type { ConsolePlaylist } from '@vitrine/contract/playlists';
import { newId } from '../ui/new-id.js';

type Entry = ConsolePlaylist['items'][number];

// An entry while it is edited: the same media may stand in a playlist twice, so each has a key of its own.
export type DraftItem = Omit<Entry, 'durationSeconds'> & { readonly key: string };

export type Draft = { readonly name: string; readonly items: readonly DraftItem[] };

export const toDraft = ({ name, items, revision }: ConsolePlaylist): Draft => ({
  name,
  items: items.map((item, at) => ({ ...item, key: `${revision} ${at}` })),
});

export const toBody = ({ name, items }: Draft) => ({
  name: name.trim(),
  items: items.map(({ mediaId, ownSeconds }) => ({ mediaId, ownSeconds })),
});

export const toDraftItem = ({ id, type, ...media }: Media): DraftItem => ({
  key: newId(),
  mediaId: id,
  type,
  ownSeconds: null,
  media: { ...media, fileUrl: media.fileUrl ?? null },
});

// The item's own time, else the media's length, else the merchant's default: the contract's rule for play items.
export const secondsOf = ({ ownSeconds, media }: DraftItem, defaultSeconds: number): number =>
  ownSeconds ?? media.durationSeconds ?? defaultSeconds;
