import type { CampaignStatus } from '@vitrine/contract/campaigns';
import { ApiError } from '../errors.js';
import { statusOf, type CampaignState } from './campaign-state.js';

export type Transition = 'edit' | 'publish' | 'withdraw' | 'archive' | 'restore' | 'discard' | 'delete';

type Standing = Pick<CampaignState, 'archived' | 'wasPublished' | 'versionCount'> & {
  readonly status: CampaignStatus;
  readonly hasDraft: boolean;
};

// Why a campaign as it stands cannot go that way, in words; undefined when it can.
export function refusalOf(transition: Transition, campaign: Standing): string | undefined {
  const { archived, status } = campaign;
  if (archived && NOT_WHILE_ARCHIVED.includes(transition)) return 'The campaign is archived. Restore it first.';
  switch (transition) {
    case 'edit':
    case 'publish':
      return undefined;
    case 'withdraw':
      return isLive(status) ? undefined : 'Nothing of this campaign is live.';
    case 'archive':
      if (archived) return 'The campaign is archived already.';
      return isPlayed(status) ? `The campaign is ${status}. Withdraw it first.` : undefined;
    case 'restore':
      return archived ? undefined : 'The campaign is not archived.';
    case 'discard':
      return refusalOfDiscard(campaign);
    case 'delete':
      return campaign.wasPublished ? 'The campaign was published once. Archive it instead.' : undefined;
  }
}

const NOT_WHILE_ARCHIVED: readonly Transition[] = ['edit', 'publish', 'withdraw', 'discard'];

const isPlayed = (status: CampaignStatus): boolean => status === 'running' || status === 'upcoming';
const isLive = (status: CampaignStatus): boolean => isPlayed(status) || status === 'ended';

function refusalOfDiscard({ hasDraft, versionCount }: Standing): string | undefined {
  if (!hasDraft) return 'There is nothing to discard: the newest version was published.';
  return versionCount > 1 ? undefined : 'This is its only version. Delete the campaign instead.';
}

export function requireAllowed(transition: Transition, state: CampaignState, now: number): void {
  const refusal = refusalOf(transition, { ...state, status: statusOf(state, now), hasDraft: state.draft !== null });
  if (refusal !== undefined) throw new ApiError('conflict', refusal);
}
