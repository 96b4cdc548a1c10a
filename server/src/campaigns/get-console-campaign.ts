import type { ConsoleCampaign } from '@vitrine/contract/console/campaigns';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import type { LineageId, MerchantId } from '../ids.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { TagDictionaries } from '../tags/tag-dictionary.js';
import { requireState, statusOf, type CampaignState, type Version } from './campaign-state.js';
import { findShown, type ShowItem } from './shown-items.js';

export type ConsoleCampaignDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly tagDictionaries: TagDictionaries;
};

export async function getConsoleCampaign(
  deps: ConsoleCampaignDeps,
  merchantId: MerchantId,
  lineageId: LineageId,
): Promise<ConsoleCampaign> {
  return toConsoleCampaign(deps, merchantId, await requireState(deps.db, merchantId, lineageId));
}

// After the transaction, if there was one: the names of new tags are found once they are committed.
export async function toConsoleCampaign(
  deps: ConsoleCampaignDeps,
  merchantId: MerchantId,
  state: CampaignState,
): Promise<ConsoleCampaign> {
  const { live, draft, newest } = state;
  const resolveTags = await deps.tagDictionaries.find(merchantId, state.tagVersion);
  const played = [...(live?.content?.landscape.items ?? []), ...(live?.content?.portrait?.items ?? [])];
  const show = await findShown(deps, merchantId, played);
  return {
    lineageId: state.lineageId,
    name: state.name,
    status: statusOf(state, deps.clock.now()),
    archived: state.archived,
    revision: state.revision,
    changedAt: state.changedAt,
    tags: resolveTags(state.tagIds),
    liveVersion: live?.version ?? null,
    draftVersion: draft?.version ?? null,
    live: live && toLive(live, show),
    draft: draft && toSettings(draft),
    latest: toSettings(newest),
  };
}

export const toSettings = ({ version, flight, landscapePlaylist, portraitPlaylist }: Omit<Version, 'content'>) => ({
  version,
  flight,
  landscapePlaylist,
  portraitPlaylist,
});

function toLive(live: Version, show: ShowItem): ConsoleCampaign['live'] {
  const { content, publishedAt, publishedBy } = live;
  if (content === null || publishedAt === null) return null;
  return {
    ...toSettings(live),
    publishedAt,
    publishedBy,
    landscape: content.landscape.items.map(show),
    portrait: content.portrait?.items.map(show) ?? null,
  };
}
