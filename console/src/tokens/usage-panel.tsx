import { Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TokenUsage } from '@vitrine/contract/tokens';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { DayChart, DayLegend } from '../ui/day-chart.js';
import { Loaded } from '../ui/loaded.js';
import { Quiet } from '../ui/quiet.js';

type Day = TokenUsage['items'][number];

const sum = (days: readonly Day[], of: (day: Day) => number): number => days.reduce((total, day) => total + of(day), 0);

// The last thirty days.
export function UsagePanel({ tokenId }: { readonly tokenId: string }): ReactNode {
  const query = useQuery(endpointQuery('getTokenUsage', { params: { id: tokenId } }));
  return (
    <Loaded query={query} what="The usage" loading={<Skeleton height={150} mt="md" />}>
      {({ items }) => <Usage days={items} />}
    </Loaded>
  );
}

function Usage({ days }: { readonly days: readonly Day[] }): ReactNode {
  const requests = sum(days, (day) => day.requests);
  const slowedDown = sum(days, (day) => day.refused429);
  const forbidden = sum(days, (day) => day.refused403);
  if (requests === 0) {
    return <Quiet mt="md">No request in the last {days.length} days.</Quiet>;
  }
  return (
    <Stack gap="xs" mt="md">
      <DayChart days={days} partsOf={partsOf} wordsOf={wordsOf} caption="Requests by day" columns={COLUMNS} />
      <Group gap="lg">
        <DayLegend className="day-chart-bar" words={`${requests.toLocaleString()} requests in ${days.length} days`} />
        <DayLegend
          className="day-chart-slowed"
          words={`${slowedDown.toLocaleString()} refused: too many in a minute`}
        />
        <DayLegend className="day-chart-forbidden" words={`${forbidden.toLocaleString()} refused: not allowed`} />
      </Group>
    </Stack>
  );
}

// Refusals at the top.
const partsOf = ({ requests, refused429, refused403 }: Day) =>
  [
    ['day-chart-bar', requests - refused429 - refused403],
    ['day-chart-slowed', refused429],
    ['day-chart-forbidden', refused403],
  ] as const;

const wordsOf = ({ requests, refused429, refused403 }: Day): string =>
  `${requests} requests, ${refused429} refused as too many in a minute, ${refused403} as not allowed`;

const COLUMNS = [
  ['Requests', (day: Day) => day.requests],
  ['Refused: too many in a minute', (day: Day) => day.refused429],
  ['Refused: not allowed', (day: Day) => day.refused403],
] as const;
