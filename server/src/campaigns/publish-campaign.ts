import type { ConsoleCampaign, PublishRequest } from '@vitrine/contract/console/campaigns';
import type { Doer } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import { ApiError, changedMeanwhile } from '../errors.js';
import type { LineageId, MerchantId } from '../ids.js';
import { lockReadyMedia } from '../playlists/write-queries.js';
import { requireState, type CampaignState } from './campaign-state.js';
import { changeCampaign, noteDeed, writeCampaign, type Change } from './change-campaign.js';
import type { Comparison } from './compare-content.js';
import type { ConsoleCampaignDeps } from './get-console-campaign.js';
import { planPublish, type Plan } from './plan-publish.js';
import { writeVersion } from './write-queries.js';

type Order = PublishRequest & { readonly lineageId: LineageId };

// What goes live is exactly what the person saw: the plan is made again with everything held that it is made from. Media
// come first, as whoever deletes one goes; so a first plan tells which.
export async function publishCampaign(
  deps: ConsoleCampaignDeps,
  merchantId: MerchantId,
  { lineageId, revision, contentHash }: Order,
  by: Doer,
): Promise<ConsoleCampaign> {
  const requirePlan = async (db: Queryable, state: CampaignState): Promise<Plan> => {
    const plan = await planPublish(db, merchantId, state, deps.clock.now());
    if (state.revision !== revision || plan.contentHash !== contentHash) throw changedMeanwhile('campaign');
    return plan;
  };
  const before = async (db: Queryable): Promise<void> => {
    const plan = await requirePlan(db, await requireState(db, merchantId, lineageId));
    await lockReadyMedia(db, merchantId, mediaIdsOf(plan));
  };
  const order = { transition: 'publish', lineageId, revision, before, by } as const;
  return changeCampaign(deps, merchantId, order, async (change) => {
    const plan = await requirePlan(change.db, change.state);
    if (plan.problems.length > 0) throw new ApiError('unprocessable', plan.problems.join(' '), 'invalid');
    if (!plan.changesSomething) throw new ApiError('conflict', 'Screens play exactly this already.');
    await goLive(change, plan);
  });
}

const mediaIdsOf = ({ content: { landscape, portrait } }: Plan): string[] => [
  ...new Set([...landscape.items, ...(portrait?.items ?? [])].map(({ mediaId }) => mediaId)),
];

async function goLive(change: Change, plan: Plan): Promise<void> {
  const { db, merchantId, state, at, by } = change;
  const { version, flight, content } = plan;
  await writeVersion(db, merchantId, state.lineageId, {
    version,
    flight,
    landscapeId: state.newest.landscapePlaylist?.id ?? null,
    portraitId: state.newest.portraitPlaylist?.id ?? null,
    published: { at, personId: by.person?.id ?? null, personName: by.person?.name ?? null, content },
  });
  await writeCampaign(change, { liveVersion: version, withdrawnAt: null, changedAt: at });
  await noteDeed(change, 'campaign.published', {
    version,
    flight: { from: state.live?.flight ?? null, to: flight },
    landscape: toNumbers(plan.landscape),
    portrait: plan.portrait && toNumbers(plan.portrait),
  });
}

const toNumbers = ({ added, removed, reordered, retimed, after }: Comparison) => ({
  items: after.length,
  added: added.length,
  removed: removed.length,
  retimed: retimed.length,
  reordered,
});
