import type { CampaignContent, LiveContent, ShownItem } from '@vitrine/contract/campaign-content';
import type { CampaignVersions } from '@vitrine/contract/campaign-versions';
import type { CampaignDetail, ConsoleCampaign } from '@vitrine/contract/campaigns';
import type { PlayItem } from '@vitrine/contract/playlists';
import { createBoundedMap } from '../bounded-map.js';
import type { Clock } from '../clock.js';
import type { Db, Queryable } from '../db/db.js';
import { notFound } from '../errors.js';
import { WrittenJson } from '../http/written-json.js';
import type { ItemBudgetDeps } from '../identity/admit-person.js';
import { parseLineageId, type MerchantId } from '../ids.js';
import type { ContentLimits } from '../merchants/content-limits.js';
import { toPlayedMedia } from '../playlists/get-playlist.js';
import { selectPlayedMedia } from '../playlists/queries.js';
import { findOutOfStep } from '../playlists/step-queries.js';
import type { PersonPrincipal, ContentPrincipal } from '../principal.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { TagDictionaries } from '../tags/tag-dictionary.js';
import { requireFacts, statusOf, type CampaignFacts } from './campaign-facts.js';
import { tagVersionOf, writeFields, type CampaignDeps } from './list-campaigns.js';
import {
  selectCampaign,
  selectStandingPlaylists,
  selectVersions,
  type CampaignDetailTexts,
  type Version,
} from './queries.js';

export type CampaignInput = { readonly params: { readonly lineageId: string } };

// An archived campaign is not listed, but its detail still answers (decisions, Campaigns and playlists).
export async function getCampaign(
  deps: CampaignDeps,
  { merchantId }: ContentPrincipal,
  { params }: CampaignInput,
): Promise<WrittenJson<CampaignDetail>> {
  const row = await selectCampaign(deps.db, merchantId, parseLineageId(params.lineageId));
  if (row === undefined) throw notFound('campaign');
  const writeTags = await deps.tagDictionaries.findWriter(merchantId, tagVersionOf(row));
  const shown = await writeLiveContent(deps.db, merchantId, row);
  return new WrittenJson(`{${writeFields(deps.clock.now(), writeTags, row)},${shown}}`);
}

const CONTENT = 10;
const PLAYLIST_IDS = 11;
const NOTHING_LIVE = '"mediaIds":[],"content":null';

// Frozen at publish time, but for the id of a playlist that has since been deleted. It is that of the version, which the
// campaign's own statement looks for; after an import it may be another, and is asked for.
async function writeLiveContent(db: Queryable, merchantId: MerchantId, row: CampaignDetailTexts): Promise<string> {
  const text = row[CONTENT];
  if (text === null) return NOTHING_LIVE;
  const { named, json } = writtenOnce(text);
  const standing = new Set(named.filter((id) => row[PLAYLIST_IDS].includes(id)));
  const others = named.filter((id) => !standing.has(id));
  if (others.length === 0) return json;
  const found = await selectStandingPlaylists(db, merchantId, others);
  for (const id of others) if (found.some((playlist) => playlist.id === id.toLowerCase())) standing.add(id);
  return writeContent(asContent(text), (id) => standing.has(id));
}

// As JSON, and which playlists it names.
type Written = { readonly named: readonly string[]; readonly json: string };

const WRITTEN_BYTES_MAX = 4 * 1024 * 1024;
const WRITTEN_BYTES = 300;

// By its own text: whatever is stored, another content is another text. Both are kept.
const written = createBoundedMap<string, Written>(WRITTEN_BYTES_MAX, ({ json }) => WRITTEN_BYTES + 2 * json.length);

function writtenOnce(text: string): Written {
  const known = written.get(text);
  if (known !== undefined) return known;
  const content = asContent(text);
  const named = [content.landscape.playlistId, content.portrait?.playlistId].filter((id) => typeof id === 'string');
  const made = { named, json: writeContent(content, () => true) };
  written.set(text, made);
  return made;
}

function writeContent({ landscape, portrait }: LiveContent, isStanding: (playlistId: string) => boolean): string {
  const withPlaylist = ({ playlistId, items }: CampaignContent): CampaignContent => ({
    playlistId: playlistId !== null && isStanding(playlistId) ? playlistId : null,
    items,
  });
  const content = { landscape: withPlaylist(landscape), portrait: portrait && withPlaylist(portrait) };
  return JSON.stringify({ mediaIds: mediaIdsOf(content), content }).slice(1, -1);
}

// As a publication wrote it, or an import that was looked through.
const asContent = (text: string): LiveContent => JSON.parse(text) as LiveContent;

export const itemsOf = (content: LiveContent | null): PlayItem[] => [
  ...(content?.landscape.items ?? []),
  ...(content?.portrait?.items ?? []),
];

// Landscape first, then portrait, each id once.
export const mediaIdsOf = (content: LiveContent | null): string[] => [
  ...new Set(itemsOf(content).map((item) => item.mediaId)),
];

type ShownCampaignDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly tagDictionaries: TagDictionaries;
};
export type ConsoleCampaignDeps = ShownCampaignDeps & {
  readonly counter: ItemBudgetDeps['counter'];
  readonly limits: ContentLimits & ItemBudgetDeps['limits'];
};

export async function getConsoleCampaign(
  deps: ShownCampaignDeps,
  { merchantId }: PersonPrincipal,
  { params }: CampaignInput,
): Promise<ConsoleCampaign> {
  const facts = await requireFacts(deps.db, merchantId, parseLineageId(params.lineageId));
  return toConsoleCampaign(deps, merchantId, facts);
}

// After the transaction, if there was one: the names of new tags are found once they are committed.
export async function toConsoleCampaign(
  deps: ShownCampaignDeps,
  merchantId: MerchantId,
  facts: CampaignFacts,
): Promise<ConsoleCampaign> {
  const { live, draft, newest } = facts;
  const resolveTags = await deps.tagDictionaries.find(merchantId, facts.tagVersion);
  const show = await findShown(deps, merchantId, itemsOf(live?.content ?? null));
  const changed = await findOutOfStep(deps.db, merchantId, live === null ? [] : [facts.lineageId]);
  return {
    lineageId: facts.lineageId,
    name: facts.name,
    status: statusOf(facts, deps.clock.now()),
    archived: facts.archived,
    revision: facts.revision,
    changedAt: facts.changedAt,
    tags: resolveTags(facts.tagIds),
    liveVersion: facts.liveVersion,
    draftVersion: draft?.version ?? null,
    contentChanged: changed.has(facts.lineageId),
    live: live && toLive(live, show),
    draft: draft && toShownVersion(draft),
    latest: toShownVersion(newest),
  };
}

export type ShowItem = (item: PlayItem) => ShownItem;

// What items look like, from one statement for all of them. Media that were deleted since look like nothing.
export async function findShown(
  { db, store }: { readonly db: Queryable; readonly store: ObjectStore },
  merchantId: MerchantId,
  items: readonly PlayItem[],
): Promise<ShowItem> {
  const ids = [...new Set(items.map(({ mediaId }) => mediaId))];
  const rows = ids.length === 0 ? [] : await selectPlayedMedia(db, merchantId, ids);
  const byId = new Map(rows.map((row) => [row.id, toPlayedMedia(store, row)]));
  return ({ mediaId, type, durationSeconds }) => ({ mediaId, type, durationSeconds, media: byId.get(mediaId) ?? null });
}

function toLive(live: Version, show: ShowItem): ConsoleCampaign['live'] {
  const { content, publishedAt, publishedBy } = live;
  if (content === null || publishedAt === null) return null;
  return {
    ...toShownVersion(live),
    publishedAt,
    publishedBy,
    landscape: content.landscape.items.map(show),
    portrait: content.portrait?.items.map(show) ?? null,
  };
}

export const toShownVersion = ({ version, flight, landscapePlaylist, portraitPlaylist }: Omit<Version, 'content'>) => ({
  version,
  flight,
  landscapePlaylist,
  portraitPlaylist,
});

export async function listCampaignVersions(
  { db }: { readonly db: Db },
  { merchantId }: PersonPrincipal,
  { params }: CampaignInput,
): Promise<CampaignVersions> {
  const lineageId = parseLineageId(params.lineageId);
  const { liveVersion } = await requireFacts(db, merchantId, lineageId);
  const versions = await selectVersions(db, merchantId, lineageId);
  const items = versions.map(({ publishedAt, publishedBy, itemCount, hasContent, ...version }) => ({
    ...version,
    isLive: version.version === liveVersion,
    publishedAt,
    publishedBy,
    itemCount,
    hasContent,
  }));
  return { items };
}
