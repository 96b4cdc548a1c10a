import { Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TokenUsage } from '@vitrine/contract/tokens';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { formatDay } from '../ui/date-time.js';
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
      <UsageChart days={days} />
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

const WIDTH = 600;
const HEIGHT = 120;
const GAP = 2;

// A bar a day, refusals at its top. The same numbers stand in a table for those who do not see it.
function UsageChart({ days }: DaysProps): ReactNode {
  const most = Math.max(1, ...days.map((day) => day.requests));
  const step = WIDTH / days.length;
  return (
    <figure className="usage-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {days.map((day, at) => (
          <Bar key={day.day} day={day} x={at * step + GAP / 2} width={step - GAP} scale={HEIGHT / most} />
        ))}
      </svg>
      <figcaption className="usage-axis" aria-hidden>
        <span>{formatDay(days[0]?.day ?? '')}</span>
        <span>at most {most.toLocaleString()} a day</span>
        <span>{formatDay(days.at(-1)?.day ?? '')}</span>
      </figcaption>
      <VisuallyHidden>
        <UsageTable days={days} />
      </VisuallyHidden>
    </figure>
  );
}

type BarProps = { readonly day: Day; readonly x: number; readonly width: number; readonly scale: number };

function Bar({ day, x, width, scale }: BarProps): ReactNode {
  const refused = day.refused429 + day.refused403;
  const parts = [
    ['ok', day.requests - refused],
    ['429', day.refused429],
    ['403', day.refused403],
  ] as const;
  let top = HEIGHT;
  return (
    <g>
      <title>{`${formatDay(day.day)}: ${day.requests} requests, ${day.refused429} refused as too many in a minute, ${day.refused403} as not allowed`}</title>
      <rect x={x} y={0} width={width} height={HEIGHT} className="usage-day" />
      {parts.map(([kind, count]) => {
        top -= count * scale;
        return <rect key={kind} x={x} y={top} width={width} height={count * scale} className={`usage-${kind}`} />;
      })}
    </g>
  );
}

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
