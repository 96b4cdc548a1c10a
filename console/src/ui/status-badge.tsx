import { Badge } from '@mantine/core';
import type { CampaignStatus } from '@vitrine/contract/campaigns';
import type { ReactNode } from 'react';
import './status-badge.css';

// What a colour means, everywhere the same. The word says it too: nobody needs to tell colours apart.
const COLOURS = { good: 'teal', waiting: 'blue', warning: 'yellow', bad: 'red', quiet: 'gray' } as const;

type Props = { readonly tone: keyof typeof COLOURS; readonly children: string };

export const StatusBadge = ({ tone, children }: Props): ReactNode => (
  <Badge color={COLOURS[tone]} variant="light" tt="none" fw={600} className="status-badge" data-tone={tone}>
    {children}
  </Badge>
);

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
