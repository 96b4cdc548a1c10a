import type { ContentChanges, PublishPreview } from '@vitrine/contract/console/campaigns';
import type { LineageId, MerchantId } from '../ids.js';
import { requireState } from './campaign-state.js';
import type { Comparison } from './compare-content.js';
import type { ConsoleCampaignDeps } from './get-console-campaign.js';
import { planPublish } from './plan-publish.js';
import { findShown, type ShowItem } from './shown-items.js';

export async function previewPublish(
  deps: Pick<ConsoleCampaignDeps, 'db' | 'store' | 'clock'>,
  merchantId: MerchantId,
  lineageId: LineageId,
): Promise<PublishPreview> {
  const state = await requireState(deps.db, merchantId, lineageId);
  const plan = await planPublish(deps.db, merchantId, state, deps.clock.now());
  const { landscape, portrait } = plan;
  const seen = [landscape, portrait].flatMap((side) => (side === null ? [] : [...side.after, ...side.removed]));
  const show = await findShown(deps, merchantId, seen);
  return {
    revision: state.revision,
    contentHash: plan.contentHash,
    canPublish: plan.problems.length === 0 && plan.changesSomething,
    problems: [...plan.problems],
    flight: { from: state.live?.flight ?? null, to: plan.flight },
    landscape: toChanges(landscape, show),
    portrait: portrait && toChanges(portrait, show),
  };
}

const toChanges = (side: Comparison, show: ShowItem): ContentChanges => ({
  added: side.added.map(show),
  removed: side.removed.map(show),
  reordered: side.reordered,
  retimed: side.retimed.map(({ item, fromSeconds }) => ({ item: show(item), fromSeconds })),
  after: side.after.map(show),
});
