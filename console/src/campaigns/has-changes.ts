import type { CampaignSummary, ConsoleCampaign } from '@vitrine/contract/campaigns';

type Known = Pick<ConsoleCampaign | CampaignSummary, 'liveVersion' | 'draftVersion' | 'contentChanged'>;

// Whether something is live and publishing would change it: by a version that is worked on, or by a playlist.
export const hasChanges = ({ liveVersion, draftVersion, contentChanged }: Known): boolean =>
  liveVersion !== null && (draftVersion !== null || contentChanged);
