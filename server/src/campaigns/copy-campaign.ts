import type { ConsoleCampaign, CopyCampaignRequest } from '@vitrine/contract/campaigns';
import { recordActivity } from '../activity/queries.js';
import { isOverAt } from '@vitrine/contract/campaign-status';
import type { Queryable } from '../db/db.js';
import { ApiError, changedMeanwhile } from '../errors.js';
import { parseLineageId, parseTagId, type LineageId, type MerchantId } from '../ids.js';
import { passItemBudget } from '../identity/admit-person.js';
import { requireContentRoom } from '../merchants/content-limits.js';
import { selectItems, type ItemRow } from '../playlists/queries.js';
import { lockReadyMedia } from '../playlists/write-queries.js';
import type { PersonPrincipal } from '../principal.js';
import { holdTags } from '../tags/manage-queries.js';
import { requireFacts, type CampaignFacts } from './campaign-facts.js';
import { OPEN, settingsOf } from './campaign-settings.js';
import { toConsoleCampaign, type CampaignInput, type ConsoleCampaignDeps } from './get-campaign.js';
import { addedWith, keepPlaylist } from './keep-playlist.js';
import type { PlaylistRef } from './queries.js';
import { insertCampaign, lockPlaylists, writeVersion } from './write-queries.js';

type CopyInput = CampaignInput & { readonly body: CopyCampaignRequest };

// A draft with the settings of the newest version and its tags. Dates that are over are left open: last year's campaign is
// copied to be given new ones. The same id with the same name is a retry and answers as the first time.
export async function copyCampaign(
  deps: ConsoleCampaignDeps,
  principal: PersonPrincipal,
  { params, body }: CopyInput,
): Promise<ConsoleCampaign> {
  const { merchantId } = principal;
  const [source, lineageId] = [parseLineageId(params.lineageId), parseLineageId(body.lineageId)];
  const name = body.name.toWellFormed().trim();
  const now = deps.clock.now();
  const at = new Date(now).toISOString();
  const { length: keptItems } = await selectKeptItems(deps.db, merchantId, source);
  await passItemBudget(deps, principal, keptItems);
  const facts = await deps.db.transaction(async (db) => {
    const { facts, items } = await lockSource(db, merchantId, source);
    const tagIds = await holdTagsOf(db, merchantId, source, facts.tagIds);
    const made = await insertCampaign(db, merchantId, { lineageId, name, tagIds, at });
    if (made !== undefined) {
      const copy = await toCopy(db, principal, { facts, items, at });
      const { flight } = facts.newest;
      const settings = { ...copy, flight: isOverAt(flight, facts.timeZone, now) ? OPEN.flight : flight };
      await writeVersion(db, merchantId, lineageId, { version: 1, ...settings });
    }
    const after = await requireFacts(db, merchantId, lineageId);
    if (made === undefined && after.name !== name) {
      throw new ApiError('conflict', 'The id belongs to another campaign.', 'id_conflict');
    }
    if (made !== undefined) {
      const details = { lineageId, name, from: { lineageId: source, name: facts.name } };
      const created = { type: 'campaign.created', id: lineageId } as const;
      await recordActivity(db, principal, { kind: 'campaign.copied', at, details }, [created]);
      const added = ['campaigns', ...addedWith(keptOf(facts), items)] as const;
      await requireContentRoom(db, merchantId, deps.limits, added);
    }
    return after;
  });
  return toConsoleCampaign(deps, merchantId, facts);
}

const keptOf = ({ newest: { landscapePlaylist, portraitPlaylist } }: CampaignFacts): string[] =>
  [landscapePlaylist, portraitPlaylist].flatMap((playlist) => (playlist?.shared === false ? playlist.id : []));

const selectKeptItems = async (db: Queryable, merchantId: MerchantId, lineageId: LineageId): Promise<ItemRow[]> =>
  selectItems(db, merchantId, keptOf(await requireFacts(db, merchantId, lineageId)));

// What is kept to the source is copied: its media are locked first, as everywhere, and what came into it meanwhile is not.
async function lockSource(db: Queryable, merchantId: MerchantId, lineageId: LineageId) {
  const seen = await selectKeptItems(db, merchantId, lineageId);
  const locked = new Set(
    (await lockReadyMedia(db, merchantId, [...new Set(seen.map(({ mediaId }) => mediaId))])).map(({ id }) => id),
  );
  await lockPlaylists(db, merchantId, lineageId, []);
  const facts = await requireFacts(db, merchantId, lineageId);
  const items = await selectItems(db, merchantId, keptOf(facts));
  if (!items.every(({ mediaId }) => locked.has(mediaId))) throw changedMeanwhile('campaign');
  return { facts, items };
}

// Held until the copy is there, or who deletes one of them would not find it there. One that went meanwhile may have been
// merged, and the source has another in its place.
async function holdTagsOf(
  db: Queryable,
  merchantId: MerchantId,
  source: LineageId,
  seen: readonly string[],
): Promise<readonly string[]> {
  const hold = async (ids: readonly string[]): Promise<string[]> => {
    const held = new Set((await holdTags(db, merchantId, ids.map(parseTagId))).map(({ id }) => id));
    return ids.filter((id) => held.has(id));
  };
  const held = await hold(seen);
  return held.length === seen.length ? held : hold((await requireFacts(db, merchantId, source)).tagIds);
}

type Source = { readonly facts: CampaignFacts; readonly items: readonly ItemRow[]; readonly at: string };

async function toCopy(db: Queryable, principal: PersonPrincipal, { facts, items, at }: Source) {
  const copies = new Map<string, string>();
  const copyOf = async (playlist: PlaylistRef | null): Promise<string | null> => {
    if (playlist === null || playlist.shared) return playlist?.id ?? null;
    const own = items.filter(({ playlistId }) => playlistId === playlist.id);
    const copy =
      copies.get(playlist.id) ?? (await keepPlaylist(db, principal, { name: playlist.name, items: own, at }));
    copies.set(playlist.id, copy);
    return copy;
  };
  const { landscapePlaylist, portraitPlaylist } = facts.newest;
  return {
    ...settingsOf(facts.newest),
    landscapePlaylistId: await copyOf(landscapePlaylist),
    portraitPlaylistId: await copyOf(portraitPlaylist),
  };
}
