import { reservedBytes, usedBytes, visibleItems, type World } from './model.js';
import { chosenPlaylist } from './playing-steps.js';

// What can be read of a merchant. Of things in slots, the slots are the keys.
export type View = {
  readonly media: Readonly<Record<string, { file: number; tags: readonly string[]; isThumbnailStored: boolean }>>;
  readonly tags: readonly string[];
  readonly playlists: Readonly<Record<string, { items: readonly number[]; revision: number }>>;
  readonly campaigns: Readonly<Record<string, CampaignView>>;
  // Name and state of each, in order.
  readonly tokens: readonly string[];
  readonly usedBytes: number;
  readonly reservedBytes: number;
};

export type CampaignView = {
  readonly status: string;
  readonly revision: number;
  readonly isDraft: boolean;
  readonly playlist: number | null;
  readonly live: { readonly playlist: number | null; readonly items: readonly number[] } | null;
};

export const toView = (world: World): View => ({
  media: Object.fromEntries(
    Object.entries(world.media).flatMap(([slot, { file, state, tags, isThumbnailStored }]) =>
      state === 'ready' ? [[slot, { file, tags: [...tags].sort(), isThumbnailStored }]] : [],
    ),
  ),
  tags: [...world.tags].sort(),
  playlists: Object.fromEntries(
    Object.entries(world.playlists).map(([slot, { items, revision }]) => [
      slot,
      { items: visibleItems(world, items), revision },
    ]),
  ),
  campaigns: Object.fromEntries(
    Object.entries(world.campaigns).map(([slot, campaign]) => [slot, toCampaignView(world, campaign)]),
  ),
  tokens: Object.values(world.tokens)
    .map(({ name, state }) => `${name} ${state}`)
    .sort(),
  usedBytes: usedBytes(world),
  reservedBytes: reservedBytes(world),
});

function toCampaignView(world: World, campaign: World['campaigns'][number]): CampaignView {
  const { revision, isDraft, wasPublished, live } = campaign;
  const idle = wasPublished ? 'withdrawn' : 'draft';
  return {
    status: live === null ? idle : 'running',
    revision,
    isDraft,
    playlist: chosenPlaylist(world, campaign),
    live: live && { playlist: chosenPlaylist(world, { ...campaign, playlist: live.playlist }), items: live.items },
  };
}
