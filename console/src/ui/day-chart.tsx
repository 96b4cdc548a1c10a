import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDay } from './date-time.js';
import './day-chart.css';
import { formatCount } from './format-length.js';

type Day = {
  readonly day: string;
  // For who points at it.
  readonly title: string;
  // From below: a class that colours it, and how much it is.
  readonly parts: readonly (readonly [className: string, count: number])[];
};

type Props = {
  readonly days: readonly Day[];
  // The same numbers, for those who do not see it.
  readonly table: ReactNode;
};

const WIDTH = 600;
const HEIGHT = 120;
const GAP = 2;

const sumOf = ({ parts }: Day): number => parts.reduce((sum, [, count]) => sum + count, 0);

// A bar a day.
export function DayChart({ days, table }: Props): ReactNode {
  const most = Math.max(1, ...days.map(sumOf));
  const step = WIDTH / days.length;
  return (
    <figure className="day-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {days.map((day, at) => (
          <Bar key={day.day} day={day} x={at * step + GAP / 2} width={Math.max(1, step - GAP)} scale={HEIGHT / most} />
        ))}
      </svg>
      <figcaption className="day-chart-axis" aria-hidden>
        <span>{formatDay(days[0]?.day ?? '')}</span>
        <span>at most {formatCount(most)} a day</span>
        <span>{formatDay(days.at(-1)?.day ?? '')}</span>
      </figcaption>
      <VisuallyHidden>{table}</VisuallyHidden>
    </figure>
  );
}

type BarProps = { readonly day: Day; readonly x: number; readonly width: number; readonly scale: number };

function Bar({ day: { title, parts }, x, width, scale }: BarProps): ReactNode {
  // Each stands on those before it.
  const topOf = (at: number): number =>
    HEIGHT - scale * parts.slice(0, at + 1).reduce((sum, [, count]) => sum + count, 0);
  return (
    <g>
      <title>{title}</title>
      <rect x={x} y={0} width={width} height={HEIGHT} className="day-chart-day" />
      {parts.map(([className, count], at) => (
        <rect key={className} x={x} y={topOf(at)} width={width} height={count * scale} className={className} />
      ))}
    </g>
  );
}
