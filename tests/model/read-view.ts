import assert from 'node:assert/strict';
import type { CampaignDetail, ConsoleCampaign } from '@vitrine/contract/campaigns';
import type { Media } from '@vitrine/contract/media';
import type { ConsolePlaylist, PlaylistDetail } from '@vitrine/contract/playlists';
import type { TokenList } from '@vitrine/contract/tokens';
import { assertStored, readStorage } from './checks.js';
import type { Answered, Stage } from './stage.js';
import type { Target } from './target.js';
import { toItem } from './to-item.js';
import type { CampaignView, View } from './view.js';
import { toSlot } from './wording.js';

// Everything that can be read of the merchant, over both APIs; what both show must be the same. Every file is fetched.
export async function readView(target: Target, stage: Stage): Promise<View> {
  const [media, tags, playlists, campaigns, tokens, storage] = await Promise.all([
    readMedia(stage),
    read<Page<{ name: string }>>(stage.api('GET', '/tags?limit=200')),
    readPlaylists(stage),
    readCampaigns(stage),
    read<TokenList>(stage.console('GET', '/tokens')),
    readStorage(target.db(), stage.merchantId),
  ]);
  return {
    media,
    tags: tags.items.map(({ name }) => name).sort(),
    playlists,
    campaigns,
    tokens: tokens.items.map(({ name, state }) => `${name} ${state}`).sort(),
    ...storage,
  };
}

type Page<Thing> = { readonly items: readonly Thing[] };

async function read<Body>(sent: Promise<Answered | null>): Promise<Body> {
  const answered = await sent;
  assert.equal(answered?.status, 200, `a read was answered ${answered?.status}: ${answered?.bytes.toString('utf8')}`);
  return asBody(answered.body);
}

const asBody = <Body>(body: unknown): Body => body as Body;

async function readMedia(stage: Stage): Promise<View['media']> {
  const { items } = await read<Page<Media>>(stage.api('GET', '/media?limit=200'));
  await Promise.all(items.map((media) => assertStored(stage, media, toItem(media))));
  return toSlots(stage.ids.media, items, ({ id }) => id, toItem);
}

async function readPlaylists(stage: Stage): Promise<View['playlists']> {
  const { items } = await read<Page<{ id: string }>>(stage.api('GET', '/playlists?limit=200'));
  const both = await Promise.all(
    items.map(async ({ id }) => ({
      api: await read<PlaylistDetail>(stage.api('GET', `/playlists/${id}`)),
      console: await read<ConsolePlaylist>(stage.console('GET', `/playlists/${id}`)),
    })),
  );
  const slotsOf = (played: readonly { mediaId: string }[]) =>
    played.map((item) => toSlot(stage.ids.media, item.mediaId));
  for (const one of both)
    assert.deepEqual(slotsOf(one.api.items), slotsOf(one.console.items), 'both APIs show one playlist');
  return toSlots(
    stage.ids.playlists,
    both,
    ({ api }) => api.id,
    (one) => ({
      items: slotsOf(one.api.items),
      revision: one.console.revision,
    }),
  );
}

async function readCampaigns(stage: Stage): Promise<View['campaigns']> {
  const { items } = await read<Page<{ lineageId: string }>>(stage.api('GET', '/campaigns?limit=200'));
  const both = await Promise.all(
    items.map(async ({ lineageId: id }) => ({
      api: await read<CampaignDetail>(stage.api('GET', `/campaigns/${id}`)),
      console: await read<ConsoleCampaign>(stage.console('GET', `/campaigns/${id}`)),
    })),
  );
  for (const one of both) {
    const shown = one.console.live?.landscape.map(({ mediaId }) => mediaId) ?? null;
    const played = one.api.content?.landscape.items.map(({ mediaId }) => mediaId) ?? null;
    assert.deepEqual([one.api.status, played], [one.console.status, shown], 'both APIs show one campaign');
  }
  return toSlots(
    stage.ids.campaigns,
    both,
    ({ api }) => api.lineageId,
    (one) => toCampaign(stage, one),
  );
}

type Both = { readonly api: CampaignDetail; readonly console: ConsoleCampaign };

function toCampaign({ ids }: Stage, { api, console: shown }: Both): CampaignView {
  const slotOf = (id: string | null | undefined): number | null => (id ? toSlot(ids.playlists, id) : null);
  const live = api.content?.landscape;
  return {
    status: api.status,
    revision: shown.revision,
    isDraft: shown.draft !== null,
    playlist: slotOf(shown.latest.landscapePlaylist?.id),
    live: live
      ? { playlist: slotOf(live.playlistId), items: live.items.map(({ mediaId }) => toSlot(ids.media, mediaId)) }
      : null,
  };
}

const toSlots = <Thing, Shown>(
  ids: readonly string[],
  things: readonly Thing[],
  idOf: (thing: Thing) => string,
  show: (thing: Thing) => Shown,
): Record<string, Shown> =>
  Object.fromEntries(
    things.map((thing): [number, Shown] => [toSlot(ids, idOf(thing)), show(thing)]).sort(([a], [b]) => a - b),
  );
