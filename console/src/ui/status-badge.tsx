import { Badge } from '@mantine/core';
import type { CampaignStatus } from '@vitrine/contract/references';
import type { ReactNode } from 'react';
import './status-badge.css';

// What a colour means, everywhere the same and never the brand's. The word says it too: nobody needs to tell colours apart.
type Tone = 'good' | 'waiting' | 'warning' | 'bad' | 'quiet';

type Props = { readonly tone: Tone; readonly children: string };

export const StatusBadge = ({ tone, children }: Props): ReactNode => (
  <Badge className="status-badge" data-tone={tone} variant="default" tt="none" fw={500} radius="sm">
    {children}
  </Badge>
);

const LOOKS = {
  running: { tone: 'good', label: 'Running' },
  upcoming: { tone: 'waiting', label: 'Upcoming' },
  draft: { tone: 'quiet', label: 'Draft' },
  ended: { tone: 'quiet', label: 'Ended' },
  withdrawn: { tone: 'warning', label: 'Withdrawn' },
} as const satisfies Record<CampaignStatus, { tone: Tone; label: string }>;

export const STATUS_LABELS: Readonly<Record<CampaignStatus, string>> = {
  running: LOOKS.running.label,
  upcoming: LOOKS.upcoming.label,
  draft: LOOKS.draft.label,
  ended: LOOKS.ended.label,
  withdrawn: LOOKS.withdrawn.label,
};

export const CampaignStatusBadge = ({ status }: { readonly status: CampaignStatus }): ReactNode => (
  <StatusBadge tone={LOOKS[status].tone}>{LOOKS[status].label}</StatusBadge>
);

// Of a live campaign that publishing would change; shown wherever it is named.
export const ChangesBadge = (): ReactNode => <StatusBadge tone="warning">Changes not published</StatusBadge>;
