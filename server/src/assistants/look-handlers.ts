import { TOOL_PAGE_ITEMS_DEFAULT, TOOL_USES_NAMED_MAX } from '@vitrine/contract/ai-limits';
import { detailWords, subjectOf } from '@vitrine/contract/activity-details';
import { isKnownKind, KIND_WORDS } from '@vitrine/contract/activity-words';
import type { Activity } from '@vitrine/contract/activity';
import type { lookTools } from '@vitrine/contract/look-tools';
import type { ToolMedia } from '@vitrine/contract/tool-shapes';
import type { Static } from 'typebox';
import { activityHandlers } from '../activity/handlers.js';
import { getConsoleCampaign } from '../campaigns/get-campaign.js';
import { listConsoleCampaigns } from '../campaigns/list-campaigns.js';
import { previewPublish } from '../campaigns/preview-publish.js';
import { searchText } from '../fold.js';
import { getConsoleMedia } from '../media/get-console-media.js';
import { countConsoleMedia, listConsoleMedia } from '../media/list-library.js';
import { getConsolePlaylist } from '../playlists/get-playlist.js';
import { listConsolePlaylists } from '../playlists/list-playlists.js';
import { listTagCounts } from '../tags/list-tag-counts.js';
import { about } from './about.js';
import { findPictures } from './find-pictures.js';
import { findTagIds } from './find-tag-ids.js';
import { selectMediaUses } from './queries.js';
import {
  lines,
  listed,
  sayCampaign,
  sayCampaignDetail,
  sayFoundMedia,
  sayMediaDetail,
  sayPlaylist,
  sayPlaylistDetail,
} from './say.js';
import type { AssistantDeps, HandlersOf, ToolPrincipal } from './tool-call.js';
import {
  toToolCampaign,
  toToolCampaignDetail,
  toToolMedia,
  toToolMediaDetail,
  toToolPlaylist,
  toToolPlaylistDetail,
} from './to-tool-shapes.js';
import { whatsOn } from './whats-on.js';

const ACTIVITY_PAGES_MAX = 20;

type Page = { readonly limit?: number; readonly cursor?: string; readonly q?: string };

const toQuery = ({ limit = TOOL_PAGE_ITEMS_DEFAULT, cursor, q }: Page) => ({
  limit,
  ...(cursor !== undefined && { cursor }),
  ...(q !== undefined && { q }),
});

export const lookHandlers: HandlersOf<typeof lookTools> = {
  about,
  whats_on: whatsOn,

  async find_media(deps, { person }, input) {
    const tag = await findTagIds(deps, person.merchantId, input.tags);
    const filters = {
      ...(input.q !== undefined && { q: input.q }),
      ...(tag.length > 0 && { tag }),
      ...(input.type !== undefined && { type: [input.type] }),
      ...(input.orientation !== undefined && { orientation: input.orientation }),
      ...(input.unused === true && { unused: 'true' as const }),
    };
    // Counting goes over all that there is, and the first page has told it.
    const [page, counted] = await Promise.all([
      listConsoleMedia(deps, person, { query: { ...toQuery(input), ...filters } }),
      input.cursor === undefined ? countConsoleMedia(deps, person, { query: filters }) : undefined,
    ]);
    const items = await withUses(deps, person, page.items.map(toToolMedia));
    const head =
      items.length > 0 && counted !== undefined && `Found ${counted.isExact ? '' : 'more than '}${counted.count}:`;
    return {
      data: { items, found: counted?.count ?? null, nextCursor: page.nextCursor },
      text: lines(head, listed('Nothing was found.', items.map(sayFoundMedia), page.nextCursor)),
      pictures: await findPictures(deps, person.merchantId, input.thumbnails === true ? items : []),
    };
  },

  async show_media(deps, { person }, { id }) {
    const data = toToolMediaDetail(await getConsoleMedia(deps, person, { params: { id } }));
    return { data, text: sayMediaDetail(data), pictures: await findPictures(deps, person.merchantId, [data]) };
  },

  async find_campaigns(deps, { person }, input) {
    const tag = await findTagIds(deps, person.merchantId, input.tags);
    const query = {
      ...toQuery(input),
      ...(tag.length > 0 && { tag }),
      ...(input.status !== undefined && { status: input.status }),
    };
    const page = await listConsoleCampaigns(deps, person, { query });
    const items = page.items.map(toToolCampaign);
    const text = listed('No campaign was found.', items.map(sayCampaign), page.nextCursor);
    return { data: { items, nextCursor: page.nextCursor }, text };
  },

  async show_campaign(deps, caller, { id }) {
    const data = await readCampaign(deps, caller, id);
    return { data, text: sayCampaignDetail(data) };
  },

  async find_playlists(deps, { person }, input) {
    const page = await listConsolePlaylists(deps, person, { query: toQuery(input) });
    const items = page.items.map(toToolPlaylist);
    const text = listed('No playlist was found.', items.map(sayPlaylist), page.nextCursor);
    return { data: { items, nextCursor: page.nextCursor }, text };
  },

  async show_playlist(deps, { person }, { id }) {
    const data = toToolPlaylistDetail(await getConsolePlaylist(deps, person, { params: { id } }));
    return { data, text: sayPlaylistDetail(data) };
  },

  async list_tags(deps, { person }, input) {
    const page = await listTagCounts(deps, person, { query: toQuery(input) });
    const items = page.items.map(({ name, mediaCount: media, campaignCount: campaigns }) => ({
      name,
      media,
      campaigns,
    }));
    const words = items.map(({ name, media, campaigns }) => `${name}: ${media} media items, ${campaigns} campaigns`);
    return {
      data: { items, nextCursor: page.nextCursor },
      text: listed('There is no such tag.', words, page.nextCursor),
    };
  },

  async recent_activity(deps, { person }, { since, who, ...input }) {
    const wanted = searchText(who ?? '');
    const read = async (cursor: string | undefined) => {
      const query = {
        ...toQuery(input),
        ...(cursor !== undefined && { cursor }),
        ...(since !== undefined && { from: since }),
      };
      const { items, nextCursor } = await activityHandlers.listActivity(deps, person, { query });
      return { nextCursor, items: items.map(toEntry).filter((entry) => searchText(entry.who).includes(wanted)) };
    };
    // What others did lies between: it is read over, up to an end.
    let page = await read(input.cursor);
    for (let pages = 1; pages < ACTIVITY_PAGES_MAX && page.items.length === 0 && page.nextCursor !== null; pages += 1) {
      page = await read(page.nextCursor);
    }
    const { items } = page;
    const words = items.map(
      (entry) => `${entry.at} ${entry.who} ${entry.what}${entry.details && ` (${entry.details})`}`,
    );
    return {
      data: { items, nextCursor: page.nextCursor },
      text: listed('Nothing was done.', words, page.nextCursor),
    };
  },
};

type Media = Static<typeof ToolMedia>;

async function withUses({ db }: AssistantDeps, { merchantId }: ToolPrincipal['person'], items: readonly Media[]) {
  const ids = items.map(({ id }) => id);
  const uses = ids.length === 0 ? [] : await selectMediaUses(db, merchantId, ids);
  return items.map((item) => {
    const names = uses.filter(({ media_id }) => media_id === item.id).map(({ name }) => name);
    return { ...item, uses: names.length, usedIn: names.slice(0, TOOL_USES_NAMED_MAX) };
  });
}

// A campaign with what stands in the way of publishing it, if anything of it is not live yet.
export async function readCampaign(deps: AssistantDeps, { person }: ToolPrincipal, lineageId: string) {
  const params = { lineageId };
  const campaign = await getConsoleCampaign(deps, person, { params });
  const isToPublish = campaign.draft !== null || campaign.contentChanged;
  const problems = isToPublish ? (await previewPublish(deps, person, { params })).problems : [];
  return toToolCampaignDetail(campaign, problems);
}

function toEntry({ at, kind, person, token, through, details }: Activity) {
  const by = person?.name ?? token?.name ?? 'The operator';
  return {
    at,
    who: through === undefined ? by : `${by} through ${through.client || through.name} (…${through.lastFour})`,
    what: [isKnownKind(kind) ? KIND_WORDS[kind] : kind, subjectOf(details)].filter(Boolean).join(' '),
    details: detailWords(details),
  };
}
