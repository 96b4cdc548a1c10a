import type { PublishRequest } from '@vitrine/contract/campaign-versions';
import type { ConsoleCampaign } from '@vitrine/contract/campaigns';
import { recordActivity } from '../activity/queries.js';
import { touchClock } from '../changes/clock-queries.js';
import { newlyShared } from '../changes/record-changes.js';
import { ApiError, changedMeanwhile, unprocessable } from '../errors.js';
import { parseLineageId } from '../ids.js';
import { selectItems } from '../playlists/queries.js';
import type { PersonPrincipal } from '../principal.js';
import { shareUnused } from '../playlists/write-queries.js';
import { lockForChange, playlistIdsOf, usedPlaylistIds, type CampaignFacts } from './campaign-facts.js';
import { settingsOf } from './campaign-settings.js';
import type { Comparison } from './compare-content.js';
import { mediaIdsOf, toConsoleCampaign, type CampaignInput, type ConsoleCampaignDeps } from './get-campaign.js';
import { notPlayableSentence } from './not-playable.js';
import { planPublish, type Plan } from './plan-publish.js';
import { publishedChanges, publishedStatus } from './told-campaign.js';
import { requireAllowed } from './transitions.js';
import { dropOldContent, lockMediaToPublish, updateCampaignRow, writeVersion } from './write-queries.js';

type PublishInput = CampaignInput & { readonly body: PublishRequest };

// What goes live is exactly what the person saw: the plan is made of rows that are locked, and compared with that.
export async function publishCampaign(
  deps: ConsoleCampaignDeps,
  principal: PersonPrincipal,
  { params, body: { revision, contentHash, confirmNotPlayable = false } }: PublishInput,
): Promise<ConsoleCampaign> {
  const { merchantId } = principal;
  const lineageId = parseLineageId(params.lineageId);
  const now = deps.clock.now();
  const at = new Date(now).toISOString();
  const after = await deps.db.transaction(async (db) => {
    const lockedMedia = await lockMediaToPublish(db, merchantId, lineageId);
    const { facts } = await lockForChange(db, merchantId, { lineageId, revision });
    const items = await selectItems(db, merchantId, playlistIdsOf(facts.newest));
    const plan = planPublish(facts, items, now);
    if (plan.contentHash !== contentHash || !isAmong(lockedMedia, plan)) throw changedMeanwhile('campaign');
    requireAllowed('publish', facts, now);
    if (plan.problems.length > 0) throw unprocessable(plan.problems.join(' '));
    if (!plan.changesSomething) throw new ApiError('conflict', 'Screens play exactly this already.');
    if (plan.notPlayable.length > 0 && !confirmNotPlayable) throw unprocessable(refusalOfNotPlayable(plan));

    const after = {
      ...toPublished(facts, plan, at, principal),
      toldStatus: publishedStatus(facts, plan.flight, now),
    };
    await writeVersion(db, merchantId, lineageId, { ...after.live, ...settingsOf(after.live) });
    await updateCampaignRow(db, merchantId, after);
    await dropOldContent(db, merchantId, lineageId);
    const shared = await shareUnused(db, merchantId, usedPlaylistIds(facts));
    const changes = [...publishedChanges(facts, plan.flight, now), ...newlyShared(shared)];
    await recordActivity(db, principal, { kind: 'campaign.published', at, details: toDetails(facts, plan) }, changes);
    // Looked at soon, whatever its flight: whoever is looking at this moment has seen the one before.
    await touchClock(db, merchantId, at);
    return after;
  });
  return toConsoleCampaign(deps, merchantId, after);
}

const refusalOfNotPlayable = ({ notPlayable }: Plan): string =>
  `${notPlayableSentence(notPlayable)} Take it out of the playlist, or set confirmNotPlayable to publish it anyway.`;

// Media are locked first, as whoever deletes one does. What came into a playlist between that lock and the playlist's own
// is not locked: it could be deleted and live at once.
function isAmong(lockedMedia: readonly { readonly id: string }[], { content }: Plan): boolean {
  const locked = new Set(lockedMedia.map(({ id }) => id));
  return mediaIdsOf(content).every((id) => locked.has(id));
}

// The facts once the plan is carried out: the answer needs no second look.
function toPublished(facts: CampaignFacts, { version, content }: Plan, at: string, { person }: PersonPrincipal) {
  const publishedBy = { personId: person.id, name: person.name };
  const live = { ...facts.newest, version, content, publishedAt: at, publishedBy };
  const versionCount = facts.draft === null ? facts.versionCount + 1 : facts.versionCount;
  const versions = { live, newest: live, draft: null, liveVersion: version, wasPublished: true, versionCount };
  return { ...facts, ...versions, revision: facts.revision + 1, changedAt: at, withdrawnAt: null };
}

const toDetails = ({ lineageId, name, live }: CampaignFacts, plan: Plan) => ({
  lineageId,
  name,
  version: plan.version,
  flight: { from: live?.flight ?? null, to: plan.flight },
  landscape: toNumbers(plan.landscape),
  portrait: plan.portrait && toNumbers(plan.portrait),
});

const toNumbers = ({ added, removed, reordered, retimed, after }: Comparison) => ({
  items: after.length,
  added: added.length,
  removed: removed.length,
  retimed: retimed.length,
  reordered,
});
