import { isDeepStrictEqual } from 'node:util';
import type { ConsoleCampaign, UpdateCampaignRequest } from '@vitrine/contract/campaigns';
import { recordActivity } from '../activity/queries.js';
import { newlyShared } from '../changes/record-changes.js';
import { parseLineageId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { shareUnused } from '../playlists/write-queries.js';
import { findTagChange } from '../tags/find-tag-change.js';
import { lockForChange, nextVersion, requireFacts, usedPlaylistIds } from './campaign-facts.js';
import {
  requireFlight,
  requireUsable,
  settingsOf,
  wantedPlaylistIds,
  withWanted,
  type Settings,
} from './campaign-settings.js';
import { toConsoleCampaign, type CampaignInput, type ConsoleCampaignDeps } from './get-campaign.js';
import { requireAllowed } from './transitions.js';
import { updateCampaignRow, writeVersion, type LockedPlaylist } from './write-queries.js';

type UpdateInput = CampaignInput & { readonly body: UpdateCampaignRequest };

// Name and tags count at once. Flight and playlists go into the version that is worked on; when the newest was published,
// a new one is made from it, which is not live until it is published.
export async function updateCampaign(
  deps: ConsoleCampaignDeps,
  principal: PersonPrincipal,
  { params, body: { revision, ...wanted } }: UpdateInput,
): Promise<ConsoleCampaign> {
  const { merchantId } = principal;
  const lineageId = parseLineageId(params.lineageId);
  requireFlight(wanted);
  const now = deps.clock.now();
  const at = new Date(now).toISOString();
  const after = await deps.db.transaction(async (db) => {
    const input = { lineageId, revision, playlistIds: wantedPlaylistIds(wanted) };
    const { facts, playlists } = await lockForChange(db, merchantId, input);
    requireAllowed('edit', facts, now);
    await requireUsable(db, merchantId, { lineageId, wanted, playlists });
    const name = wanted.name?.toWellFormed().trim() ?? facts.name;
    const tags = await findTagChange(db, merchantId, {
      at,
      limits: deps.limits,
      tagIds: facts.tagIds,
      wanted: wanted.tags,
    });
    const settings = withWanted(settingsOf(facts.newest), wanted);
    const settingsChanges = toSettingsChanges(settingsOf(facts.newest), settings, playlists);
    const version = nextVersion(facts);
    if (settingsChanges) await writeVersion(db, merchantId, lineageId, { version, ...settings });
    const changes = {
      ...(name !== facts.name && { name: { from: facts.name, to: name } }),
      ...(tags && { tags: tags.names }),
      ...settingsChanges,
    };
    if (Object.keys(changes).length === 0) return facts;
    await updateCampaignRow(db, merchantId, { ...facts, name, tagIds: tags?.ids ?? facts.tagIds, changedAt: at });
    const shared = await shareUnused(db, merchantId, usedPlaylistIds(facts));
    const details = { lineageId, name, ...(settingsChanges && { version }), changes };
    const after = await requireFacts(db, merchantId, lineageId);
    const changed = { type: 'campaign.changed', id: lineageId } as const;
    const told = [...(tags?.changes ?? []), changed, ...newlyShared(shared)];
    await recordActivity(db, principal, { kind: 'campaign.changed', at, details }, told);
    return after;
  });
  return toConsoleCampaign(deps, merchantId, after);
}

// From what to what; playlists by their names of that day.
function toSettingsChanges(from: Settings, to: Settings, playlists: readonly LockedPlaylist[]) {
  if (isDeepStrictEqual(from, to)) return undefined;
  const nameOf = (id: string | null): string | null => playlists.find((one) => one.id === id)?.name ?? null;
  const playlist = (side: 'landscapePlaylistId' | 'portraitPlaylistId') =>
    from[side] === to[side] ? undefined : { from: nameOf(from[side]), to: nameOf(to[side]) };
  return {
    flight: isDeepStrictEqual(from.flight, to.flight) ? undefined : { from: from.flight, to: to.flight },
    landscapePlaylist: playlist('landscapePlaylistId'),
    portraitPlaylist: playlist('portraitPlaylistId'),
  };
}
