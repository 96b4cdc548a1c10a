import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TokenUsage } from '@vitrine/contract/console/tokens';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { UsageChart } from './usage-chart.js';

type Day = TokenUsage['items'][number];

const sum = (days: readonly Day[], of: (day: Day) => number): number => days.reduce((total, day) => total + of(day), 0);

// The last thirty days.
export function UsagePanel({ tokenId }: { readonly tokenId: string }): ReactNode {
  const usage = useQuery(endpointQuery('getTokenUsage', { params: { id: tokenId } }));
  if (usage.isPending) return <Skeleton height={150} mt="md" />;
  if (usage.isError) return <ErrorNotice failure={usage.error} title="The usage could not be loaded" />;
  const days = usage.data.items;
  const requests = sum(days, (day) => day.requests);
  const slowedDown = sum(days, (day) => day.refused429);
  const forbidden = sum(days, (day) => day.refused403);
  if (requests === 0) {
    return (
      <Text size="sm" c="dimmed" mt="md">
        No request in the last {days.length} days.
      </Text>
    );
  }
  return (
    <Stack gap="xs" mt="md">
      <UsageChart days={days} />
      <Group gap="lg">
        <Legend colour="var(--usage-ok)" words={`${requests.toLocaleString('en')} requests in ${days.length} days`} />
        <Legend
          colour="var(--usage-429)"
          words={`${slowedDown.toLocaleString('en')} refused: too many a minute (429)`}
        />
        <Legend colour="var(--usage-403)" words={`${forbidden.toLocaleString('en')} refused: not allowed (403)`} />
      </Group>
    </Stack>
  );
}

const Legend = ({ colour, words }: { readonly colour: string; readonly words: string }): ReactNode => (
  <Group gap={6} wrap="nowrap">
    <span className="usage-swatch" style={{ background: colour }} aria-hidden />
    <Text size="sm">{words}</Text>
  </Group>
);
