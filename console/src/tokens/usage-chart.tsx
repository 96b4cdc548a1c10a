import { VisuallyHidden } from '@mantine/core';
import type { TokenUsage } from '@vitrine/contract/console/tokens';
import type { ReactNode } from 'react';
import './usage-chart.css';

type Day = TokenUsage['items'][number];

const WIDTH = 600;
const HEIGHT = 120;
const GAP = 2;

// A bar a day, refusals at its top. The same numbers stand in a table for those who do not see it.
export function UsageChart({ days }: { readonly days: readonly Day[] }): ReactNode {
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
        <span>{days[0]?.day}</span>
        <span>at most {most.toLocaleString('en')} a day</span>
        <span>{days.at(-1)?.day}</span>
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
      <title>{`${day.day}: ${day.requests} requests, ${day.refused429} refused with 429, ${day.refused403} with 403`}</title>
      <rect x={x} y={0} width={width} height={HEIGHT} className="usage-day" />
      {parts.map(([kind, count]) => {
        top -= count * scale;
        return <rect key={kind} x={x} y={top} width={width} height={count * scale} className={`usage-${kind}`} />;
      })}
    </g>
  );
}

const UsageTable = ({ days }: { readonly days: readonly Day[] }): ReactNode => (
  <table>
    <caption>Requests by day</caption>
    <thead>
      <tr>
        <th scope="col">Day</th>
        <th scope="col">Requests</th>
        <th scope="col">Refused with 429</th>
        <th scope="col">Refused with 403</th>
      </tr>
    </thead>
    <tbody>
      {days
        .filter((day) => day.requests > 0)
        .map((day) => (
          <tr key={day.day}>
            <th scope="row">{day.day}</th>
            <td>{day.requests}</td>
            <td>{day.refused429}</td>
            <td>{day.refused403}</td>
          </tr>
        ))}
    </tbody>
  </table>
);
