// What the feed must tell of a step, from the world before it and the one after it: no more, no less.
import { visibleItems, type Campaign, type Item, type Playlist, type Slots, type World } from './model.js';

// Such as `media.ready 0`: the type, and the slot of what it happened to. Tags have no slot.
export function tellOf(before: World, after: World): readonly string[] {
  if (before === after) return [];
  return [
    ...between(before.media, after.media, tellItem).map((said) => `media.${said}`),
    ...after.tags.filter((tag) => !before.tags.includes(tag)).map(() => 'tag.created'),
    ...between(before.playlists, after.playlists, tellPlaylist(before, after)).map((said) => `playlist.${said}`),
    ...between(before.campaigns, after.campaigns, tellCampaign(goneOf(before, after))).map(
      (said) => `campaign.${said}`,
    ),
  ];
}

type Tell<Thing> = (before: Thing | undefined, after: Thing | undefined) => readonly string[];

const between = <Thing>(before: Slots<Thing>, after: Slots<Thing>, tell: Tell<Thing>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((slot) =>
    tell(before[Number(slot)], after[Number(slot)]).map((word) => `${word} ${slot}`),
  );

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const tellItem: Tell<Item> = (before, after) => {
  const [was, is] = [before?.state === 'ready', after?.state === 'ready'];
  if (was !== is) return [is ? 'ready' : 'deleted'];
  return is && !isSame(before?.tags, after?.tags) ? ['changed'] : [];
};

const tellPlaylist =
  (world: World, next: World): Tell<Playlist> =>
  (before, after) => {
    if (before === undefined) return after === undefined ? [] : ['created'];
    if (after === undefined) return ['deleted'];
    return isSame(visibleItems(world, before.items), visibleItems(next, after.items)) ? [] : ['changed'];
  };

const goneOf = (before: World, after: World): readonly number[] =>
  Object.keys(before.playlists)
    .map(Number)
    .filter((slot) => after.playlists[slot] === undefined);

// A campaign says from which playlist it is, while that is there.
const tellCampaign =
  (gone: readonly number[]): Tell<Campaign> =>
  (before, after) => {
    if (before === undefined) return after === undefined ? [] : ['created'];
    if (after === undefined) return ['deleted'];
    if (before.live !== null && after.live === null) return ['withdrawn'];
    if (!isSame(before.live, after.live)) return before.live === null ? ['published', 'started'] : ['published'];
    const isNamed = [before.playlist, before.live?.playlist ?? null].some((one) => one !== null && gone.includes(one));
    return isNamed || before.revision !== after.revision ? ['changed'] : [];
  };
