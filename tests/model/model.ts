// What a merchant's content is, as small as it can be said. Nothing here knows the server: things have numbers for names,
// and a world is plain data, so that two are the same when their JSON is.

export type Item = {
  // The operation that made it: an id may be deleted and used again.
  readonly key: number;
  readonly file: number;
  readonly state: 'awaiting' | 'ready' | 'trashed';
  readonly isStored: boolean;
  // The operation that first asked for a place for the thumbnail; null: none ever did.
  readonly thumbnail: number | null;
  // Whether the last ticket did.
  readonly isThumbnailDeclared: boolean;
  readonly isThumbnailStored: boolean;
  readonly tags: readonly string[];
  // Ready for more than a day: no URL can write its objects any more.
  readonly isSettled: boolean;
};

// Places of what is in the trash are there, unseen.
export type Playlist = { readonly items: readonly number[]; readonly revision: number };

export type Campaign = {
  readonly revision: number;
  // Of the newest version; it may have been deleted since.
  readonly playlist: number | null;
  readonly isDraft: boolean;
  readonly wasPublished: boolean;
  readonly live: { readonly playlist: number | null; readonly items: readonly number[] } | null;
};

export type Token = { readonly name: string; readonly state: 'active' | 'rotating' | 'expired' | 'revoked' };

export type World = {
  readonly quotaBytes: number;
  // Kept for objects that are gone for readers and may still be written.
  readonly pendingBytes: number;
  readonly tags: readonly string[];
  readonly media: Slots<Item>;
  readonly playlists: Slots<Playlist>;
  readonly campaigns: Slots<Campaign>;
  // By the operation that issued it; 0 is the one that the merchant began with.
  readonly tokens: Slots<Token>;
};

export type Slots<Thing> = Readonly<Record<number, Thing>>;

export const FILE_BYTES = [1_000, 2_000, 3_000] as const;
export const THUMBNAIL_BYTES = 100;
export const MEDIA = [0, 1, 2, 3] as const;
export const PLAYLISTS = [0, 1] as const;
export const CAMPAIGNS = [0, 1] as const;
// The merchant begins with the first two; the others are made by being named.
export const TAGS = ['Blue', 'Red', 'Tall', 'Wide'] as const;
export const FIRST_TAGS = TAGS.slice(0, 2);

export const newWorld = (quotaBytes: number): World => ({
  quotaBytes,
  pendingBytes: 0,
  tags: FIRST_TAGS,
  media: {},
  playlists: {},
  campaigns: {},
  tokens: { 0: { name: 'main', state: 'active' } },
});

export const withSlot = <Thing>(slots: Slots<Thing>, slot: number, thing: Thing): Slots<Thing> => ({
  ...slots,
  [slot]: thing,
});

export const withoutSlot = <Thing>(slots: Slots<Thing>, slot: number): Slots<Thing> =>
  Object.fromEntries(Object.entries(slots).filter(([key]) => Number(key) !== slot));

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

export const bytesOf = ({ file }: Pick<Item, 'file'>, hasThumbnail: boolean): number =>
  (FILE_BYTES[file] ?? 0) + (hasThumbnail ? THUMBNAIL_BYTES : 0);

// What of a playlist is there to be seen.
export const visibleItems = (world: World, items: readonly number[]): readonly number[] =>
  items.filter((slot) => world.media[slot]?.state === 'ready');

export const usedBytes = ({ media }: World): number =>
  sumOf(Object.values(media).map((item) => (item.state === 'awaiting' ? 0 : bytesOf(item, item.isThumbnailStored))));

export const reservedBytes = ({ media, pendingBytes }: World): number =>
  pendingBytes +
  sumOf(Object.values(media).map((item) => (item.state === 'awaiting' ? bytesOf(item, item.thumbnail !== null) : 0)));

// A day passes and the round of the abandoned comes by: what awaited is dropped, and no old URL writes any more.
export const afterNight = (world: World): World => ({
  ...world,
  pendingBytes: 0,
  media: Object.fromEntries(
    Object.entries(world.media)
      .filter(([, { state }]) => state !== 'awaiting')
      .map(([slot, item]) => [slot, { ...item, isSettled: true }]),
  ),
  tokens: Object.fromEntries(
    Object.entries(world.tokens).map(([slot, token]) => [
      slot,
      token.state === 'rotating' ? { ...token, state: 'expired' as const } : token,
    ]),
  ),
});
