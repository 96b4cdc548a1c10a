import { Badge } from '@mantine/core';
import type { CampaignStatus } from '@vitrine/contract/references';
import type { ReactNode } from 'react';

// What a colour means, everywhere the same. The word says it too: nobody needs to tell colours apart. The second colour is
// the word's by day: Mantine's own misses the contrast that WCAG asks for by a hair.
const TONES = {
  good: ['teal', '#06604a'],
  waiting: ['blue', '#14529c'],
  warning: ['yellow', '#7a4d00'],
  bad: ['red', '#a5171c'],
  quiet: ['gray', '#3c4849'],
} as const;

type Props = { readonly tone: keyof typeof TONES; readonly children: string };

export function StatusBadge({ tone, children }: Props): ReactNode {
  const [color, ink] = TONES[tone];
  const label = { color: `light-dark(${ink}, var(--mantine-color-text))` };
  return (
    <Badge color={color} variant="light" tt="none" fw={600} styles={{ label }}>
      {children}
    </Badge>
  );
}

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
