import type { CampaignStatus } from '@vitrine/contract/campaigns';
import type { ReactNode } from 'react';
import { StatusBadge } from './status-badge.js';

const LOOKS = {
  running: { tone: 'good', label: 'Running' },
  upcoming: { tone: 'waiting', label: 'Upcoming' },
  draft: { tone: 'quiet', label: 'Draft' },
  ended: { tone: 'quiet', label: 'Ended' },
  withdrawn: { tone: 'warning', label: 'Withdrawn' },
} as const satisfies Record<CampaignStatus, { tone: string; label: string }>;

export const CampaignStatusBadge = ({ status }: { readonly status: CampaignStatus }): ReactNode => (
  <StatusBadge tone={LOOKS[status].tone}>{LOOKS[status].label}</StatusBadge>
);
