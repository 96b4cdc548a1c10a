// What requests about media do, one step at a time.
import {
  bytesOf,
  reservedBytes,
  THUMBNAIL_BYTES,
  usedBytes,
  withoutSlot,
  withSlot,
  type Item,
  type World,
} from './model.js';
import { answer, OVER, unless, type Step, type Taken } from './step.js';

type Start = { readonly by: number; readonly media: number; readonly file: number; readonly hasThumbnail: boolean };

export const startStep =
  ({ by, media, file, hasThumbnail }: Start): Step =>
  (world) => {
    const same = world.media[media];
    if (same !== undefined && same.file !== file) return answer(world, '409 id_conflict', OVER);
    if (same?.state === 'trashed') return answer(revived(world, media, same), `duplicate ${media}`, OVER);
    if (same?.state === 'ready') return answer(world, `duplicate ${media}`, OVER);
    const duplicates = Object.keys(world.media).filter((slot) => isReady(world, Number(slot), file));
    if (duplicates.length > 0) {
      const after = same === undefined ? world : dropped(world, media, same);
      return duplicates.map((duplicate) => ({ world: after, memo: OVER, says: `duplicate ${duplicate}` }));
    }
    const before = same === undefined ? 0 : bytesOf(same, same.thumbnail !== null);
    const more = Math.max(before, bytesOf({ file }, hasThumbnail)) - before;
    const taken = usedBytes(world) + reservedBytes(world) + more;
    const asksForRoom = same === undefined || more > 0;
    if (asksForRoom && taken > world.quotaBytes) return answer(world, '409 storage_quota_exceeded', OVER);
    const item = same === undefined ? newItem(by, file, hasThumbnail) : resumed(same, by, hasThumbnail);
    const says = hasThumbnail ? 'ticket with thumbnail' : 'ticket';
    const memo = { key: item.key, thumbnail: item.thumbnail };
    return answer({ ...world, media: withSlot(world.media, media, item) }, says, memo);
  };

const isReady = (world: World, slot: number, file: number): boolean =>
  world.media[slot]?.file === file && world.media[slot].state === 'ready';

// The same file under the id that it has in the trash: back in the library, and in no playlist.
const revived = (world: World, slot: number, item: Item): World => ({
  ...world,
  media: withSlot(world.media, slot, { ...item, state: 'ready', isSettled: false }),
  playlists: withoutItem(world, slot),
});

const withoutItem = (world: World, slot: number): World['playlists'] =>
  Object.fromEntries(
    Object.entries(world.playlists).map(([at, { items, revision }]) => [
      at,
      { items: items.filter((one) => one !== slot), revision },
    ]),
  );

// The awaited file has become ready under another id.
const dropped = (world: World, slot: number, item: Item): World => ({
  ...world,
  media: withoutSlot(world.media, slot),
  pendingBytes: world.pendingBytes + bytesOf(item, item.thumbnail !== null),
});

const newItem = (by: number, file: number, hasThumbnail: boolean): Item => ({
  key: by,
  file,
  state: 'awaiting',
  isStored: false,
  thumbnail: hasThumbnail ? by : null,
  isThumbnailDeclared: hasThumbnail,
  isThumbnailStored: false,
  tags: [],
  isSettled: false,
});

const resumed = (item: Item, by: number, hasThumbnail: boolean): Item => ({
  ...item,
  thumbnail: item.thumbnail ?? (hasThumbnail ? by : null),
  isThumbnailDeclared: hasThumbnail,
});

// A PUT is taken whatever became of the item; it matters while the item awaits it.
export const putStep =
  (media: number, part: 'file' | 'thumbnail'): Step =>
  (world, memo) => {
    const item = world.media[media];
    const isAwaited = item?.state === 'awaiting' && item.key === memo['key'];
    if (!isAwaited || (part === 'thumbnail' && item.thumbnail !== memo['thumbnail'])) return answer(world, '200', memo);
    const stored = part === 'file' ? { isStored: true } : { isThumbnailStored: true };
    return answer({ ...world, media: withSlot(world.media, media, { ...item, ...stored }) }, '200', memo);
  };

// First it becomes ready, then it is read: a deletion may come in between.
export const finalizeSteps = (media: number): readonly Step[] => [
  (world, memo) => {
    const item = world.media[media];
    if (item === undefined || item.state === 'trashed') return answer(world, '404', OVER);
    if (item.state === 'ready') return [{ world, memo }];
    if (!item.isStored) return answer(world, '422 invalid', OVER);
    return [{ world: madeReady(world, media, item), memo }];
  },
  unless((world) => {
    const item = world.media[media];
    return answer(world, item?.state === 'ready' ? sayItem(item) : '404');
  }),
];

// Where the thumbnail waited, its URL may write once more.
const madeReady = (world: World, slot: number, item: Item): World => ({
  ...world,
  media: withSlot(world.media, slot, {
    ...item,
    state: 'ready',
    isThumbnailStored: item.isThumbnailDeclared && item.isThumbnailStored,
  }),
  pendingBytes: world.pendingBytes + (item.thumbnail === null ? 0 : THUMBNAIL_BYTES),
});

export const sayItem = ({ file, tags, isThumbnailStored }: Pick<Item, 'file' | 'tags' | 'isThumbnailStored'>): string =>
  `file ${file}, tags ${[...tags].sort().join(' ') || 'none'}${isThumbnailStored ? ', with thumbnail' : ''}`;

export const deleteMediaStep =
  (media: number): Step =>
  (world) => {
    const item = world.media[media];
    if (item?.state !== 'ready') return answer(world, '404');
    if (Object.values(world.campaigns).some(({ live }) => live?.items.includes(media)))
      return answer(world, '409 in_use');
    return answer(withState(world, media, 'trashed'), '200');
  };

// Into the trash or back: the playlists that have it are changed by that.
const withState = (world: World, slot: number, state: 'ready' | 'trashed'): World => {
  const item = world.media[slot];
  const playlists = Object.entries(world.playlists).map(([at, { items, revision }]) => [
    at,
    { items, revision: items.includes(slot) ? revision + 1 : revision },
  ]);
  return {
    ...world,
    media: item === undefined ? world.media : withSlot(world.media, slot, { ...item, state }),
    playlists: Object.fromEntries(playlists),
  };
};

export const restoreMediaStep =
  (media: number): Step =>
  (world) => {
    const item = world.media[media];
    if (item === undefined || item.state === 'awaiting') return answer(world, '404');
    return answer(item.state === 'ready' ? world : withState(world, media, 'ready'), '200');
  };

// Its places in playlists go with it, unseen as they were.
export const purgeMediaStep =
  (media: number): Step =>
  (world) => {
    const item = world.media[media];
    if (item?.state !== 'trashed') return answer(world, '404');
    const pending = item.isSettled ? 0 : bytesOf(item, item.isThumbnailStored);
    return answer(
      {
        ...world,
        media: withoutSlot(world.media, media),
        playlists: withoutItem(world, media),
        pendingBytes: world.pendingBytes + pending,
      },
      '200',
    );
  };

type TagChange = { readonly media: number; readonly add: readonly string[]; readonly remove: readonly string[] };

// `say` is left out where the answer is read in a step of its own.
export const changeTagsStep = ({ media, add, remove }: TagChange, say?: (added: number) => string): Step =>
  unless((world, memo): readonly Taken[] => {
    const item = world.media[media];
    if (item?.state !== 'ready') return answer(world, '404', OVER);
    const kept = item.tags.filter((tag) => !remove.includes(tag) || add.includes(tag));
    const added = [...new Set(add)].filter((tag) => !kept.includes(tag));
    const tags = [...kept, ...added].sort();
    const after = {
      ...world,
      tags: [...new Set([...world.tags, ...add])].sort(),
      media: withSlot(world.media, media, { ...item, tags }),
    };
    return say === undefined ? [{ world: after, memo }] : answer(after, say(added.length));
  });

export const readStep = (media: number): Step =>
  unless((world) => answer(world, world.media[media]?.state === 'ready' ? '200' : '404'));
