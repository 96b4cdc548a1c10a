// What requests about playlists and campaigns do, one step at a time.
import { visibleItems, withoutSlot, withSlot, type Campaign, type World } from './model.js';
import { answer, OVER, unless, type Step } from './step.js';

type Fill = { readonly playlist: number; readonly items: readonly number[] };

const areReady = (world: World, items: readonly number[]): boolean =>
  items.every((slot) => world.media[slot]?.state === 'ready');

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const createPlaylistStep =
  ({ playlist, items }: Fill): Step =>
  (world) => {
    if (!areReady(world, items)) return answer(world, '422 invalid');
    const same = world.playlists[playlist];
    if (same !== undefined)
      return answer(world, isSame(visibleItems(world, same.items), items) ? '200' : '409 id_conflict');
    return answer({ ...world, playlists: withSlot(world.playlists, playlist, { items, revision: 1 }) }, '200');
  };

export const editPlaylistStep =
  ({ playlist, items, revision }: Fill & { readonly revision: number }): Step =>
  (world) => {
    const before = world.playlists[playlist];
    if (before === undefined) return answer(world, '404');
    if (!areReady(world, items)) return answer(world, '422 invalid');
    if (before.revision !== revision) return answer(world, '409 changed_meanwhile');
    if (isSame(visibleItems(world, before.items), items)) return answer(world, '200');
    return answer(
      { ...world, playlists: withSlot(world.playlists, playlist, { items, revision: revision + 1 }) },
      '200',
    );
  };

// What is being worked on gets a gap; what is live plays on.
export const deletePlaylistStep =
  (playlist: number): Step =>
  (world) => {
    if (world.playlists[playlist] === undefined) return answer(world, '404');
    const campaigns = Object.entries(world.campaigns).map(([slot, campaign]) => {
      const isNamed = campaign.isDraft && campaign.playlist === playlist;
      return [slot, isNamed ? { ...campaign, playlist: null, revision: campaign.revision + 1 } : campaign];
    });
    const playlists = withoutSlot(world.playlists, playlist);
    return answer({ ...world, playlists, campaigns: Object.fromEntries(campaigns) }, '200');
  };

// The playlist of the newest version, unless it was deleted since.
export const chosenPlaylist = (world: World, { playlist }: Campaign): number | null =>
  playlist !== null && world.playlists[playlist] !== undefined ? playlist : null;

export const createCampaignStep =
  (campaign: number, playlist: number): Step =>
  (world) => {
    if (world.playlists[playlist] === undefined) return answer(world, '422 invalid');
    const same = world.campaigns[campaign];
    if (same !== undefined) return answer(world, chosenPlaylist(world, same) === playlist ? '200' : '409 id_conflict');
    const made: Campaign = { revision: 1, playlist, isDraft: true, wasPublished: false, live: null };
    return answer(withCampaign(world, campaign, made), '200');
  };

const withCampaign = (world: World, slot: number, campaign: Campaign): World => ({
  ...world,
  campaigns: withSlot(world.campaigns, slot, campaign),
});

type Edit = { readonly campaign: number; readonly playlist: number | null; readonly revision: number };

export const editCampaignStep =
  ({ campaign, playlist, revision }: Edit): Step =>
  (world) => {
    const before = world.campaigns[campaign];
    if (before === undefined) return answer(world, '404');
    if (before.revision !== revision) return answer(world, '409 changed_meanwhile');
    if (playlist !== null && world.playlists[playlist] === undefined) return answer(world, '422 invalid');
    if (chosenPlaylist(world, before) === playlist) return answer(world, '200');
    return answer(withCampaign(world, campaign, { ...before, playlist, isDraft: true, revision: revision + 1 }), '200');
  };

const toContent = (world: World, campaign: Campaign) => {
  const playlist = chosenPlaylist(world, campaign);
  return { playlist, items: playlist === null ? [] : visibleItems(world, world.playlists[playlist]?.items ?? []) };
};

// What the person sees first, and what goes live if it is still that.
export const previewStep =
  (campaign: number): Step =>
  (world) => {
    const seen = world.campaigns[campaign];
    if (seen === undefined) return answer(world, '404', OVER);
    const content = toContent(world, seen);
    const { revision } = seen;
    return answer(world, sayPreview(revision, content.items), { revision, content });
  };

export const sayPreview = (revision: number, items: readonly number[]): string =>
  `revision ${revision}, items ${items.join(' ') || 'none'}`;

export const publishStep = (campaign: number): Step =>
  unless((world, memo) => {
    const before = world.campaigns[campaign];
    if (before === undefined) return answer(world, '404');
    const content = toContent(world, before);
    if (!isSame([before.revision, content], [memo['revision'], memo['content']])) {
      return answer(world, '409 changed_meanwhile');
    }
    if (content.items.length === 0) return answer(world, '422 invalid');
    if (isSame(before.live, content)) return answer(world, '409');
    const live = { isDraft: false, wasPublished: true, live: content, revision: before.revision + 1 };
    return answer(withCampaign(world, campaign, { ...before, ...live }), '200');
  });

export const withdrawStep =
  (campaign: number, revision: number): Step =>
  (world) => {
    const before = world.campaigns[campaign];
    if (before === undefined) return answer(world, '404');
    if (before.revision !== revision) return answer(world, '409 changed_meanwhile');
    if (before.live === null) return answer(world, '409');
    return answer(withCampaign(world, campaign, { ...before, live: null, revision: revision + 1 }), '200');
  };

export const deleteCampaignStep =
  (campaign: number): Step =>
  (world) => {
    const before = world.campaigns[campaign];
    if (before === undefined) return answer(world, '404');
    if (before.wasPublished) return answer(world, '409');
    return answer({ ...world, campaigns: withoutSlot(world.campaigns, campaign) }, '200');
  };
