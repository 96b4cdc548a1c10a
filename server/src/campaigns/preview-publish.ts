import type { ContentChanges, PublishPreview } from '@vitrine/contract/campaign-versions';
import { parseLineageId } from '../ids.js';
import { selectItems } from '../playlists/queries.js';
import type { PersonPrincipal } from '../principal.js';
import { findBeside } from './find-beside.js';
import { playlistIdsOf, requireFacts } from './campaign-facts.js';
import type { Comparison } from './compare-content.js';
import { findShown, type CampaignInput, type ConsoleCampaignDeps, type ShowItem } from './get-campaign.js';
import { planPublish } from './plan-publish.js';

export async function previewPublish(
  { db, store, clock }: Pick<ConsoleCampaignDeps, 'db' | 'store' | 'clock'>,
  { merchantId }: PersonPrincipal,
  { params }: CampaignInput,
): Promise<PublishPreview> {
  const facts = await requireFacts(db, merchantId, parseLineageId(params.lineageId));
  const items = await selectItems(db, merchantId, playlistIdsOf(facts.newest));
  const plan = planPublish(facts, items, clock.now());
  const { landscape, portrait } = plan;
  const seen = [landscape, portrait].flatMap((side) => (side === null ? [] : [...side.after, ...side.removed]));
  const show = await findShown({ db, store }, merchantId, seen);
  return {
    revision: facts.revision,
    contentHash: plan.contentHash,
    canPublish: plan.problems.length === 0 && plan.changesSomething,
    problems: [...plan.problems],
    flight: { from: facts.live?.flight ?? null, to: plan.flight },
    landscape: toChanges(landscape, show),
    portrait: portrait && toChanges(portrait, show),
    notPlayable: plan.notPlayable,
    beside: await findBeside(db, merchantId, facts, clock.now()),
  };
}

export const toChanges = (side: Comparison, show: ShowItem): ContentChanges => ({
  added: side.added.map(show),
  removed: side.removed.map(show),
  reordered: side.reordered,
  retimed: side.retimed.map(({ item, fromSeconds }) => ({ item: show(item), fromSeconds })),
  after: side.after.map(show),
});
