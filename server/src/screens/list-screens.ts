import { SCREEN_ON_SECONDS } from '@vitrine/contract/screen-limits';
import type { ScreenState } from '@vitrine/contract/screen-words';
import type { Screen, ScreenList, ScreenPlaying } from '@vitrine/contract/screens';
import type { Clock } from '../clock.js';
import type { Db, Queryable } from '../db/db.js';
import { requireFound } from '../errors.js';
import { searchText } from '../fold.js';
import type { MerchantId, ScreenId } from '../ids.js';
import type { ContentLimits } from '../merchants/content-limits.js';
import { selectMerchant } from '../merchants/queries.js';
import type { PersonPrincipal } from '../principal.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { TagDictionaries } from '../tags/tag-dictionary.js';
import type { Beats } from './collect-beats.js';
import {
  findScreen,
  selectCampaignNames,
  selectScreens,
  selectShownMedia,
  type FaultRow,
  type SeenScreenRow,
} from './queries.js';

export type ScreenDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly tagDictionaries: TagDictionaries;
  readonly beats: Beats;
  readonly limits: ContentLimits;
};

export async function listScreens(deps: ScreenDeps, { merchantId }: PersonPrincipal): Promise<ScreenList> {
  const { screens_max: screensMax } = requireFound(await selectMerchant(deps.db, merchantId), 'merchant');
  return { items: await findScreens(deps, merchantId), screensMax };
}

// What this process has heard is written first, so that the list does not lag behind the screen on the wall.
export async function findScreens(deps: ScreenDeps, merchantId: MerchantId): Promise<Screen[]> {
  await deps.beats.flush(merchantId);
  const rows = await selectScreens(deps.db, merchantId);
  const shown = await toScreens(deps, merchantId, rows);
  const keyed = shown.map((screen) => ({ screen, key: searchText(screen.name) + screen.id }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ screen }) => screen);
}

export async function getScreen(deps: ScreenDeps, merchantId: MerchantId, screenId: ScreenId): Promise<Screen> {
  const row = requireFound(await findScreen(deps.db, merchantId, screenId), 'screen');
  const [screen] = await toScreens(deps, merchantId, [row]);
  return requireFound(screen, 'screen');
}

async function toScreens(deps: ScreenDeps, merchantId: MerchantId, rows: readonly SeenScreenRow[]): Promise<Screen[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const resolveTags = await deps.tagDictionaries.find(merchantId, first.tag_version);
  const names = await findNames(deps.db, merchantId, rows);
  return rows.map((row) => toScreen(row, { ...deps, names, tags: resolveTags(row.tag_ids).map(({ name }) => name) }));
}

// Of everything that is on or fails, in two statements for all screens.
async function findNames(db: Queryable, merchantId: MerchantId, rows: readonly SeenScreenRow[]) {
  const mediaIds = rows.flatMap(({ media_id, faults }) => [media_id, ...(faults ?? []).map(({ mediaId }) => mediaId)]);
  const lineageIds = rows.map(({ lineage_id }) => lineage_id);
  const named = (ids: readonly (string | null)[]): string[] => [...new Set(ids)].filter((id) => id !== null);
  const media = await selectShownMedia(db, merchantId, named(mediaIds));
  const campaigns = await selectCampaignNames(db, merchantId, named(lineageIds));
  return {
    media: new Map(media.map((row) => [row.id, row])),
    campaigns: new Map(campaigns.map((row) => [row.lineage_id, row.name])),
  };
}

type Shown = {
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly names: Awaited<ReturnType<typeof findNames>>;
  readonly tags: string[];
};

function toScreen(row: SeenScreenRow, shown: Shown): Screen {
  const state = stateOf(row.seen_at, shown.clock.now());
  return {
    id: row.id,
    name: row.name,
    orientation: row.orientation,
    timeZone: row.time_zone,
    tags: shown.tags,
    revision: row.revision,
    createdAt: row.created_at,
    pairedAt: row.paired_at,
    state,
    lastSeenAt: row.seen_at,
    playing: state === 'on' ? toPlaying(row, shown) : null,
    playerVersion: row.player_version,
    storesFiles: row.stores_files,
    freeBytes: row.free_bytes,
    width: row.width,
    height: row.height,
    faults: (row.faults ?? []).map((fault) => toFault(fault, shown)),
  };
}

// A browser does not say what it could not decode; the upload may have.
function toFault({ mediaId, kind, codec }: FaultRow, { names }: Shown): Screen['faults'][number] {
  const media = mediaId === null ? undefined : names.media.get(mediaId);
  const ofMedia = kind === 'cannot_play' && media?.codec !== '' ? media?.codec : undefined;
  return { mediaId, mediaName: media?.name ?? null, kind, codec: codec ?? ofMedia ?? null };
}

function stateOf(seenAt: string | null, now: number): ScreenState {
  if (seenAt === null) return 'new';
  return now - Date.parse(seenAt) <= SCREEN_ON_SECONDS * 1000 ? 'on' : 'off';
}

// A screen says ids; what is not the merchant's has no name and is not shown.
function toPlaying({ media_id, lineage_id }: SeenScreenRow, { names, store }: Shown): ScreenPlaying | null {
  const media = media_id === null ? undefined : names.media.get(media_id);
  if (media === undefined) return null;
  const campaignName = (lineage_id && names.campaigns.get(lineage_id)) ?? null;
  return {
    lineageId: campaignName === null ? null : lineage_id,
    campaignName,
    mediaId: media.id,
    mediaName: media.name,
    thumbnailUrl: media.thumbnail_key === null ? null : store.signedGetUrl(media.thumbnail_key),
  };
}
