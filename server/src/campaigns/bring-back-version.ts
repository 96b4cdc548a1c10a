import { isDeepStrictEqual } from 'node:util';
import type { CampaignContent } from '@vitrine/contract/campaign-content';
import type { BringBackRequest } from '@vitrine/contract/campaign-versions';
import type { ConsoleCampaign } from '@vitrine/contract/campaigns';
import { recordActivity } from '../activity/queries.js';
import { newlyShared } from '../changes/record-changes.js';
import { isOverAt } from '@vitrine/contract/campaign-status';
import type { Queryable } from '../db/db.js';
import { ApiError, notFound, unprocessable } from '../errors.js';
import { parseLineageId, type MerchantId } from '../ids.js';
import { passItemBudget } from '../identity/admit-person.js';
import { requireContentRoom } from '../merchants/content-limits.js';
import { selectMerchant } from '../merchants/queries.js';
import { selectItems, selectPlayedMedia, selectUses } from '../playlists/queries.js';
import { lockReadyMedia, shareUnused, type NewItem } from '../playlists/write-queries.js';
import type { PersonPrincipal } from '../principal.js';
import { lockForChange, nextVersion, requireFacts, usedPlaylistIds, type CampaignFacts } from './campaign-facts.js';
import { settingsOf } from './campaign-settings.js';
import {
  itemsOf,
  mediaIdsOf,
  toConsoleCampaign,
  type CampaignInput,
  type ConsoleCampaignDeps,
} from './get-campaign.js';
import { requireContent } from './get-version.js';
import { addedWith, keepPlaylist } from './keep-playlist.js';
import { selectPublished, type PlaylistRef } from './queries.js';
import { requireAllowed } from './transitions.js';
import { updateCampaignRow, writeVersion } from './write-queries.js';

type BringBackInput = CampaignInput & { readonly body: BringBackRequest };

// What a version played becomes the version that is worked on. A playlist that still plays exactly that is named again; in
// place of one that was changed or deleted since there is a new one, kept to this campaign. Items that were deleted stay
// away, and dates that are over too.
export async function bringBackVersion(
  deps: ConsoleCampaignDeps,
  principal: PersonPrincipal,
  { params, body: { revision, version } }: BringBackInput,
): Promise<ConsoleCampaign> {
  const { merchantId } = principal;
  const lineageId = parseLineageId(params.lineageId);
  const now = deps.clock.now();
  const at = new Date(now).toISOString();
  const published = await selectPublished(deps.db, merchantId, lineageId, version);
  await passItemBudget(deps, principal, itemsOf(published?.content ?? null).length);
  const after = await deps.db.transaction(async (db) => {
    await requireFacts(db, merchantId, lineageId);
    const old = await selectPublished(db, merchantId, lineageId, version);
    if (old === undefined) throw notFound('version');
    const content = requireContent(old);
    const ready = await lockReadyMedia(db, merchantId, mediaIdsOf(content));
    const { facts } = await lockForChange(db, merchantId, { lineageId, revision });
    requireAllowed('edit', facts, now);
    const { find, made } = await sideFinder(db, principal, { facts, ready: ready.map(({ id }) => id), version, at });
    const { landscape, portrait } = content;
    const settings = {
      flight: isOverAt(old.flight, facts.timeZone, now) ? facts.newest.flight : old.flight,
      landscapePlaylistId: await find(landscape, old.landscapePlaylist),
      portraitPlaylistId: portrait && (await find(portrait, old.portraitPlaylist)),
    };
    if (isDeepStrictEqual(settings, settingsOf(facts.newest))) {
      throw new ApiError('conflict', `The campaign is as version ${version} was.`);
    }
    await writeVersion(db, merchantId, lineageId, { version: nextVersion(facts), ...settings });
    await updateCampaignRow(db, merchantId, { ...facts, changedAt: at });
    const shared = await shareUnused(db, merchantId, usedPlaylistIds(facts));
    const after = await requireFacts(db, merchantId, lineageId);
    const details = { lineageId, name: facts.name, version: nextVersion(facts), from: version };
    const changes = [{ type: 'campaign.changed', id: lineageId } as const, ...newlyShared(shared)];
    await recordActivity(db, principal, { kind: 'campaign.brought_back', at, details }, changes);
    await requireContentRoom(db, merchantId, deps.limits, addedWith([...made.values()], [...made.keys()]));
    return after;
  });
  return toConsoleCampaign(deps, merchantId, after);
}

type Context = {
  readonly facts: CampaignFacts;
  readonly ready: readonly string[];
  readonly version: number;
  readonly at: string;
};

async function sideFinder(db: Queryable, principal: PersonPrincipal, { facts, ready, version, at }: Context) {
  const { merchantId } = principal;
  const natural = await findNaturalSeconds(db, merchantId, ready);
  // A playlist that plays this: both sides may have played the same one.
  const made = new Map<string, string>();
  const find = async (content: CampaignContent, playlist: PlaylistRef | null): Promise<string> => {
    // What an import brought may have played nothing.
    if (playlist !== null && content.items.length === 0) return playlist.id;
    const items = content.items.filter(({ mediaId }) => natural.has(mediaId));
    if (items.length === 0) {
      throw unprocessable(`Nothing that version ${version} played is in the library any more.`);
    }
    if (playlist !== null && (await isAsItWas(db, merchantId, facts, playlist, items))) return playlist.id;
    const key = JSON.stringify(items);
    const name = `${playlist?.name ?? facts.name}, version ${version}`;
    const id = made.get(key) ?? (await keepPlaylist(db, principal, { name, items: items.map(toNewItem), at }));
    made.set(key, id);
    return id;
  };
  return { find, made };

  function toNewItem({ mediaId, durationSeconds }: CampaignContent['items'][number]): NewItem {
    return { mediaId, ownSeconds: durationSeconds === natural.get(mediaId) ? null : durationSeconds };
  }
}

// How long each plays that has no time of its own.
async function findNaturalSeconds(db: Queryable, merchantId: MerchantId, mediaIds: readonly string[]) {
  const merchant = await selectMerchant(db, merchantId);
  const rows = await selectPlayedMedia(db, merchantId, mediaIds);
  return new Map(rows.map(({ id, mediaSeconds }) => [id, mediaSeconds ?? merchant?.default_item_seconds]));
}

async function isAsItWas(
  db: Queryable,
  merchantId: MerchantId,
  { lineageId }: CampaignFacts,
  playlist: PlaylistRef,
  items: CampaignContent['items'],
): Promise<boolean> {
  const current = await selectItems(db, merchantId, [playlist.id]);
  const played = current.map(({ mediaId, type, durationSeconds }) => ({ mediaId, type, durationSeconds }));
  if (!isDeepStrictEqual(played, items)) return false;
  if (playlist.shared) return true;
  const using = await selectUses(db, merchantId, [playlist.id]);
  return using.some((campaign) => campaign.lineageId === lineageId);
}
