import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TokenUsage } from '@vitrine/contract/tokens';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { formatDay } from '../ui/date-time.js';
import { DayChart } from '../ui/day-chart.js';
import { Loaded } from '../ui/loaded.js';
import { Quiet } from '../ui/quiet.js';
import './usage-panel.css';

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

type DaysProps = { readonly days: readonly Day[] };

function Usage({ days }: DaysProps): ReactNode {
  const requests = sum(days, (day) => day.requests);
  const slowedDown = sum(days, (day) => day.refused429);
  const forbidden = sum(days, (day) => day.refused403);
  if (requests === 0) {
    return <Quiet mt="md">No request in the last {days.length} days.</Quiet>;
  }
  return (
    <Stack gap="xs" mt="md">
      <DayChart days={days.map(toBar)} table={<UsageTable days={days} />} />
      <Group gap="lg">
        <Legend colour="var(--usage-ok)" words={`${requests.toLocaleString()} requests in ${days.length} days`} />
        <Legend colour="var(--usage-429)" words={`${slowedDown.toLocaleString()} refused: too many in a minute`} />
        <Legend colour="var(--usage-403)" words={`${forbidden.toLocaleString()} refused: not allowed`} />
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

// A bar a day, refusals at its top.
const toBar = ({ day, requests, refused429, refused403 }: Day) => ({
  day,
  title: `${formatDay(day)}: ${requests} requests, ${refused429} refused as too many in a minute, ${refused403} as not allowed`,
  parts: [
    ['usage-ok', requests - refused429 - refused403],
    ['usage-429', refused429],
    ['usage-403', refused403],
  ] as const,
});

const UsageTable = ({ days }: DaysProps): ReactNode => (
  <table>
    <caption>Requests by day</caption>
    <thead>
      <tr>
        <th scope="col">Day</th>
        <th scope="col">Requests</th>
        <th scope="col">Refused: too many in a minute</th>
        <th scope="col">Refused: not allowed</th>
      </tr>
    </thead>
    <tbody>
      {days
        .filter((day) => day.requests > 0)
        .map((day) => (
          <tr key={day.day}>
            <th scope="row">{formatDay(day.day)}</th>
            <td>{day.requests}</td>
            <td>{day.refused429}</td>
            <td>{day.refused403}</td>
          </tr>
        ))}
    </tbody>
  </table>
);
