import { isDeepStrictEqual } from 'node:util';
import type { ConsoleCampaign, CreateCampaignRequest } from '@vitrine/contract/console/campaigns';
import { insertActivity, type Doer } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import { ApiError } from '../errors.js';
import { searchText } from '../fold.js';
import { parseLineageId, type LineageId, type MerchantId } from '../ids.js';
import { ensureTags } from '../tags/ensure-tags.js';
import {
  OPEN,
  playlistIdsOf,
  requireFlight,
  requireUsable,
  toSettingsWanted,
  type Settings,
} from './campaign-settings.js';
import { requireState, type CampaignState } from './campaign-state.js';
import { toConsoleCampaign, type ConsoleCampaignDeps } from './get-console-campaign.js';
import { settingsOf } from './update-campaign.js';
import { insertCampaign, lockPlaylists, writeVersion } from './write-queries.js';

type Made = {
  readonly lineageId: LineageId;
  readonly name: string;
  readonly tagIds: readonly string[];
  readonly settings: Settings;
};

// The same id with the same settings is a retry and answers as the first time.
export async function createCampaign(
  deps: ConsoleCampaignDeps,
  merchantId: MerchantId,
  request: CreateCampaignRequest,
  by: Doer,
): Promise<ConsoleCampaign> {
  requireFlight(request);
  const lineageId = parseLineageId(request.lineageId);
  const name = request.name.toWellFormed().trim();
  const settings = toSettingsWanted(OPEN, request);
  const state = await deps.db.transaction(async (db) => {
    const playlists = await lockPlaylists(db, merchantId, lineageId, playlistIdsOf(request));
    await requireUsable(db, merchantId, { lineageId, wanted: request, playlists });
    const tagIds = (await ensureTags(db, merchantId, request.tags ?? [])).map(({ id }) => id);
    return makeOrFind(db, merchantId, { lineageId, name, tagIds, settings }, { ...by, at: deps.clock.now() });
  });
  return toConsoleCampaign(deps, merchantId, state);
}

async function makeOrFind(
  db: Queryable,
  merchantId: MerchantId,
  campaign: Made,
  { at: now, ...by }: Doer & { readonly at: number },
): Promise<CampaignState> {
  const { lineageId, name, tagIds, settings } = campaign;
  const at = new Date(now).toISOString();
  const made = await insertCampaign(db, merchantId, { lineageId, name, searchText: searchText(name), tagIds, at });
  if (made === undefined) return requireSame(await requireState(db, merchantId, lineageId), campaign);
  const { flight, landscapePlaylistId: landscapeId, portraitPlaylistId: portraitId } = settings;
  await writeVersion(db, merchantId, lineageId, { version: 1, flight, landscapeId, portraitId });
  await insertActivity(db, merchantId, { kind: 'campaign.created', at, details: { lineageId, name }, ...by });
  return requireState(db, merchantId, lineageId);
}

function requireSame(state: CampaignState, { name, tagIds, settings }: Made): CampaignState {
  const isSame =
    state.name === name &&
    isDeepStrictEqual(new Set(state.tagIds), new Set(tagIds)) &&
    isDeepStrictEqual(settingsOf(state.newest), settings);
  if (!isSame) throw new ApiError('conflict', 'The id belongs to another campaign.', 'id_conflict');
  return state;
}
