import { Group, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDay } from './date-time.js';
import './day-chart.css';
import { formatCount } from './format-length.js';

type Part = readonly [className: string, count: number];

type Props<Day> = {
  readonly days: readonly Day[];
  // From below: a class that colours it, and how much it is.
  readonly partsOf: (day: Day) => readonly Part[];
  // For who points at it.
  readonly wordsOf: (day: Day) => string;
  // The same numbers as a table, for those who do not see it.
  readonly caption: string;
  readonly columns: readonly (readonly [head: string, cellOf: (day: Day) => ReactNode])[];
};

const WIDTH = 600;
const HEIGHT = 120;
const GAP = 2;

const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, [, count]) => sum + count, 0);

// A bar a day.
export function DayChart<Day extends { readonly day: string }>(props: Props<Day>): ReactNode {
  const { days, partsOf, wordsOf } = props;
  const most = Math.max(1, ...days.map((day) => sumOf(partsOf(day))));
  const step = WIDTH / days.length;
  return (
    <figure className="day-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {days.map((day, at) => (
          <Bar
            key={day.day}
            title={`${formatDay(day.day)}: ${wordsOf(day)}`}
            parts={partsOf(day)}
            x={at * step + GAP / 2}
            width={Math.max(1, step - GAP)}
            scale={HEIGHT / most}
          />
        ))}
      </svg>
      <figcaption className="day-chart-axis" aria-hidden>
        <span>{formatDay(days[0]?.day ?? '')}</span>
        <span>at most {formatCount(most)} a day</span>
        <span>{formatDay(days.at(-1)?.day ?? '')}</span>
      </figcaption>
      <VisuallyHidden>
        <DayTable {...props} />
      </VisuallyHidden>
    </figure>
  );
}

const DayTable = <Day extends { readonly day: string }>({ days, partsOf, caption, columns }: Props<Day>): ReactNode => (
  <table>
    <caption>{caption}</caption>
    <thead>
      <tr>
        <th scope="col">Day</th>
        {columns.map(([head]) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {days
        .filter((day) => sumOf(partsOf(day)) > 0)
        .map((day) => (
          <tr key={day.day}>
            <th scope="row">{formatDay(day.day)}</th>
            {columns.map(([head, cellOf]) => (
              <td key={head}>{cellOf(day)}</td>
            ))}
          </tr>
        ))}
    </tbody>
  </table>
);

type BarProps = {
  readonly title: string;
  readonly parts: readonly Part[];
  readonly x: number;
  readonly width: number;
  readonly scale: number;
};

function Bar({ title, parts, x, width, scale }: BarProps): ReactNode {
  // Each stands on those before it.
  const topOf = (at: number): number => HEIGHT - scale * sumOf(parts.slice(0, at + 1));
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

// What one colour of the bars says.
export const DayLegend = ({ className, words }: { readonly className: string; readonly words: string }): ReactNode => (
  <Group gap={6} wrap="nowrap">
    <span className={`day-chart-swatch ${className}`} aria-hidden />
    <Text size="sm">{words}</Text>
  </Group>
);
