// The ways of a campaign that need nothing but the campaign itself.
import type { CampaignChange, ConsoleCampaign } from '@vitrine/contract/campaigns';
import { recordActivity } from '../activity/queries.js';
import { touchClock } from '../changes/clock-queries.js';
import { newlyShared } from '../changes/record-changes.js';
import type { Queryable } from '../db/db.js';
import { insertDeleted, lockPlaylistsWithGaps } from '../deleted/queries.js';
import { ApiError } from '../errors.js';
import { parseLineageId, type MerchantId } from '../ids.js';
import { findOverEverywhere } from '../merchants/over-everywhere.js';
import type { PersonPrincipal } from '../principal.js';
import { shareUnused } from '../playlists/write-queries.js';
import { lockForChange, requireFacts, usedPlaylistIds, type CampaignFacts } from './campaign-facts.js';
import { forgetGaps } from './forget-gaps.js';
import { toConsoleCampaign, type CampaignInput, type ConsoleCampaignDeps } from './get-campaign.js';
import { selectDeletedVersions } from './restore-queries.js';
import { passedOf, toldAt } from './told-campaign.js';
import { requireAllowed } from './transitions.js';
import { deleteCampaignRow, deleteVersion, updateCampaignRow } from './write-queries.js';

const KINDS = {
  withdraw: 'campaign.withdrawn',
  archive: 'campaign.archived',
  restore: 'campaign.restored',
  discard: 'campaign.draft_discarded',
} as const;

// As others are told of it.
const CHANGES = {
  withdraw: 'campaign.withdrawn',
  archive: 'campaign.archived',
  restore: 'campaign.restored',
  discard: 'campaign.changed',
} as const;

type Move = keyof typeof KINDS;
type MoveInput = CampaignInput & { readonly body: CampaignChange };

export const withdrawCampaign = inOneMove('withdraw');
export const archiveCampaign = inOneMove('archive');
export const restoreCampaign = inOneMove('restore');
export const discardDraft = inOneMove('discard');

function inOneMove(move: Move) {
  return async (
    deps: ConsoleCampaignDeps,
    principal: PersonPrincipal,
    { params, body: { revision } }: MoveInput,
  ): Promise<ConsoleCampaign> => {
    const { merchantId } = principal;
    const lineageId = parseLineageId(params.lineageId);
    const now = deps.clock.now();
    const at = new Date(now).toISOString();
    const after = await deps.db.transaction(async (db) => {
      // One that is deleted later than this moves the campaign's revision.
      const gapped = move === 'discard' ? await lockPlaylistsWithGaps(db, merchantId, lineageId) : [];
      const { facts } = await lockForChange(db, merchantId, { lineageId, revision });
      requireAllowed(move, facts, now);
      if (move === 'archive') await requireOverOnScreens(db, facts, { merchantId, now });
      if (move === 'discard') await deleteVersion(db, merchantId, lineageId, facts.newest.version);
      await forgetGaps(db, merchantId, facts, gapped);
      await updateCampaignRow(db, merchantId, { ...facts, ...toldAt(facts, now), ...changesAt(at)[move] });
      const shared = await shareUnused(db, merchantId, usedPlaylistIds(facts));
      const after = await requireFacts(db, merchantId, lineageId);
      const changes = [...passedOf(facts, now), { type: CHANGES[move], id: lineageId }, ...newlyShared(shared)];
      await recordActivity(db, principal, { kind: KINDS[move], at, details: detailsOf(move, facts) }, changes);
      // Archived, nobody waited for its start or end.
      if (move === 'restore') await touchClock(db, merchantId, at);
      return after;
    });
    return toConsoleCampaign(deps, merchantId, after);
  };
}

// Hiding is no change of the campaign (decisions: what changed means), so it stays where it is in the order of lists.
const changesAt = (at: string): Record<Move, Partial<CampaignFacts>> => ({
  withdraw: { liveVersion: null, toldStatus: null, withdrawnAt: at, changedAt: at },
  archive: { archived: true },
  restore: { archived: false },
  discard: { changedAt: at },
});

// Archived, it is in no program: a screen whose day is still on would go dark.
async function requireOverOnScreens(
  db: Queryable,
  { live }: CampaignFacts,
  { merchantId, now }: { readonly merchantId: MerchantId; readonly now: number },
): Promise<void> {
  if (live === null) return;
  const isOver = await findOverEverywhere(db, merchantId, now);
  if (isOver(live.flight)) return;
  throw new ApiError('conflict', 'Screens in another time zone still play the campaign. Withdraw it first.');
}

const detailsOf = (move: Move, { lineageId, name, liveVersion, newest }: CampaignFacts) => ({
  lineageId,
  name,
  ...(move === 'withdraw' && { version: liveVersion }),
  ...(move === 'discard' && { version: newest.version }),
});

// Into the trash. Only what was never published: the rest is history, and is archived. Playlists that were kept to it become shared.
export async function deleteCampaign(
  { db, clock }: Pick<ConsoleCampaignDeps, 'db' | 'clock'>,
  principal: PersonPrincipal,
  { params }: CampaignInput,
): Promise<{ lineageId: string }> {
  const { merchantId } = principal;
  const lineageId = parseLineageId(params.lineageId);
  const now = clock.now();
  const at = new Date(now).toISOString();
  return db.transaction(async (db) => {
    const { facts } = await lockForChange(db, merchantId, { lineageId });
    requireAllowed('delete', facts, now);
    const { name, tagIds, archived, changedAt, revision } = facts;
    const versions = await selectDeletedVersions(db, merchantId, lineageId);
    const content = { archived, changedAt, revision, versions };
    await insertDeleted(db, merchantId, { kind: 'campaign', id: lineageId, name, tagIds, content }, at);
    await deleteCampaignRow(db, merchantId, lineageId);
    const shared = await shareUnused(db, merchantId, usedPlaylistIds(facts));
    const changes = [{ type: 'campaign.deleted', id: lineageId } as const, ...newlyShared(shared)];
    await recordActivity(db, principal, { kind: 'campaign.deleted', at, details: { lineageId, name } }, changes);
    return { lineageId };
  });
}
