import { isDeepStrictEqual } from 'node:util';
import type { ConsoleCampaign, UpdateCampaignRequest } from '@vitrine/contract/console/campaigns';
import type { Doer } from '../activity/queries.js';
import type { LineageId, MerchantId } from '../ids.js';
import { ensureTags } from '../tags/ensure-tags.js';
import { playlistIdsOf, requireFlight, requireUsable, toSettingsWanted, type Settings } from './campaign-settings.js';
import type { Version } from './campaign-state.js';
import { changeCampaign, noteDeed, writeCampaign, type Change } from './change-campaign.js';
import { selectTagNames } from './console-queries.js';
import type { ConsoleCampaignDeps } from './get-console-campaign.js';
import { writeVersion } from './write-queries.js';

type Edit = UpdateCampaignRequest & { readonly lineageId: LineageId };

// Name and tags count at once. Flight and playlists go into the version that is worked on; when the newest was published,
// a new one is made from it, which is not live until it is published.
export async function updateCampaign(
  deps: ConsoleCampaignDeps,
  merchantId: MerchantId,
  { lineageId, revision, ...wanted }: Edit,
  by: Doer,
): Promise<ConsoleCampaign> {
  requireFlight(wanted);
  const playlistIds = playlistIdsOf(wanted);
  const order = { transition: 'edit', lineageId, revision, playlistIds, by } as const;
  return changeCampaign(deps, merchantId, order, async (change) => {
    const { db, state, playlists } = change;
    await requireUsable(db, merchantId, { lineageId, wanted, playlists });
    const name = wanted.name?.toWellFormed().trim() ?? state.name;
    const tags = await toTagChange(change, wanted.tags);
    const settings = toSettingsChange(change, toSettingsWanted(settingsOf(state.newest), wanted));
    if (settings !== undefined) await writeDraft(change, settings.version, settings.to);
    const changes = {
      ...(name !== state.name && { name: { from: state.name, to: name } }),
      ...(tags && { tags: tags.names }),
      ...settings?.changes,
    };
    if (Object.keys(changes).length === 0) return;
    await writeCampaign(change, { name, tagIds: tags?.ids ?? state.tagIds, changedAt: change.at });
    const version = settings && { version: settings.version };
    await noteDeed(change, 'campaign.changed', { name, ...version, changes });
  });
}

export const settingsOf = ({ flight, landscapePlaylist, portraitPlaylist }: Version): Settings => ({
  flight,
  landscapePlaylistId: landscapePlaylist?.id ?? null,
  portraitPlaylistId: portraitPlaylist?.id ?? null,
});

async function toTagChange({ db, merchantId, state }: Change, names: readonly string[] | undefined) {
  if (names === undefined) return undefined;
  const tags = await ensureTags(db, merchantId, names);
  const ids = tags.map(({ id }) => id);
  if (isDeepStrictEqual(new Set(ids), new Set(state.tagIds))) return undefined;
  const from = (await selectTagNames(db, merchantId, state.tagIds)).map(({ name }) => name);
  return { ids, names: { from, to: tags.map(({ name }) => name) } };
}

// From what to what; playlists by their names of that day.
function toSettingsChange({ state, playlists }: Change, to: Settings) {
  const from = settingsOf(state.newest);
  if (isDeepStrictEqual(from, to)) return undefined;
  const nameOf = (id: string | null): string | null => playlists.find((one) => one.id === id)?.name ?? null;
  const playlist = (side: 'landscapePlaylistId' | 'portraitPlaylistId') =>
    from[side] === to[side] ? undefined : { from: nameOf(from[side]), to: nameOf(to[side]) };
  const changes = {
    flight: isDeepStrictEqual(from.flight, to.flight) ? undefined : { from: from.flight, to: to.flight },
    landscapePlaylist: playlist('landscapePlaylistId'),
    portraitPlaylist: playlist('portraitPlaylistId'),
  };
  return { to, changes, version: state.draft?.version ?? state.newest.version + 1 };
}

function writeDraft({ db, merchantId, state }: Change, version: number, settings: Settings) {
  const { flight, landscapePlaylistId: landscapeId, portraitPlaylistId: portraitId } = settings;
  return writeVersion(db, merchantId, state.lineageId, { version, flight, landscapeId, portraitId });
}
