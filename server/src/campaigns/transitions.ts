import { ApiError } from '../errors.js';
import { statusOf, type CampaignFacts } from './campaign-facts.js';

type Transition = 'edit' | 'publish' | 'withdraw' | 'archive' | 'restore' | 'discard' | 'delete';

// Why a campaign as it is cannot go that way, in words; undefined when it can.
export function refusalOf(transition: Transition, facts: CampaignFacts, now: number): string | undefined {
  const { archived, live, draft, versionCount, wasPublished } = facts;
  if (archived && NOT_WHILE_ARCHIVED.includes(transition)) return 'The campaign is archived. Restore it first.';
  switch (transition) {
    case 'edit':
    case 'publish':
      return undefined;
    case 'withdraw':
      return live === null ? 'Nothing of this campaign is live.' : undefined;
    case 'archive': {
      if (archived) return 'The campaign is archived already.';
      const status = statusOf(facts, now);
      const isPlayed = status === 'running' || status === 'upcoming';
      return isPlayed ? `The campaign is ${status}. Withdraw it first.` : undefined;
    }
    case 'restore':
      return archived ? undefined : 'The campaign is not archived.';
    case 'discard':
      if (draft === null) return 'There is nothing to discard: the newest version was published.';
      return versionCount > 1 ? undefined : 'This is its only version. Delete the campaign instead.';
    case 'delete':
      return wasPublished ? 'The campaign was published once. Archive it instead.' : undefined;
  }
}

const NOT_WHILE_ARCHIVED: readonly Transition[] = ['edit', 'publish', 'withdraw', 'discard'];

export function requireAllowed(transition: Transition, facts: CampaignFacts, now: number): void {
  const refusal = refusalOf(transition, facts, now);
  if (refusal !== undefined) throw new ApiError('conflict', refusal);
}
