import { isDeepStrictEqual } from 'node:util';
import type { ConsoleCampaign, CreateCampaignRequest } from '@vitrine/contract/campaigns';
import { recordActivity } from '../activity/queries.js';
import { ApiError } from '../errors.js';
import { parseLineageId } from '../ids.js';
import { requireContentRoom } from '../merchants/content-limits.js';
import type { PersonPrincipal } from '../principal.js';
import { ensureTags } from '../tags/ensure-tags.js';
import { requireFacts } from './campaign-facts.js';
import { OPEN, requireFlight, requireUsable, settingsOf, wantedPlaylistIds, withWanted } from './campaign-settings.js';
import { toConsoleCampaign, type ConsoleCampaignDeps } from './get-campaign.js';
import { insertCampaign, lockPlaylists, writeVersion } from './write-queries.js';

// The same id with the same settings is a retry and answers as the first time.
export async function createCampaign(
  deps: ConsoleCampaignDeps,
  principal: PersonPrincipal,
  { body: request }: { readonly body: CreateCampaignRequest },
): Promise<ConsoleCampaign> {
  const { merchantId } = principal;
  requireFlight(request);
  const lineageId = parseLineageId(request.lineageId);
  const name = request.name.toWellFormed().trim();
  const settings = withWanted(OPEN, request);
  const at = new Date(deps.clock.now()).toISOString();
  const facts = await deps.db.transaction(async (db) => {
    const playlists = await lockPlaylists(db, merchantId, lineageId, wantedPlaylistIds(request));
    await requireUsable(db, merchantId, { lineageId, wanted: request, playlists });
    const { tags, changes } = await ensureTags(db, merchantId, { at, names: request.tags ?? [], limits: deps.limits });
    const tagIds = tags.map(({ id }) => id);
    const made = await insertCampaign(db, merchantId, { lineageId, name, tagIds, at });
    if (made !== undefined) await writeVersion(db, merchantId, lineageId, { version: 1, ...settings });
    const facts = await requireFacts(db, merchantId, lineageId);
    const isSame =
      facts.name === name &&
      isDeepStrictEqual(new Set(facts.tagIds), new Set(tagIds)) &&
      isDeepStrictEqual(settingsOf(facts.newest), settings);
    if (made === undefined && !isSame)
      throw new ApiError('conflict', 'The id belongs to another campaign.', 'id_conflict');
    if (made !== undefined) {
      const created = { type: 'campaign.created', id: lineageId } as const;
      const entry = { kind: 'campaign.created', at, details: { lineageId, name } } as const;
      await recordActivity(db, principal, entry, [...changes, created]);
      await requireContentRoom(db, merchantId, deps.limits, ['campaigns']);
    }
    return facts;
  });
  return toConsoleCampaign(deps, merchantId, facts);
}
