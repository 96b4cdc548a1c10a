import type { CampaignStatus, Flight } from '@vitrine/contract/campaigns';
import type { ReactNode } from 'react';
import { placeOf, toWall, type TimeWindow } from './time-window.js';

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });

// The months over the bars, and where today is. The dates stand in words in each line: the bars are for the eye.
export const TimeAxis = ({ window }: { readonly window: TimeWindow }): ReactNode => (
  <div className="time-axis" aria-hidden>
    {monthsIn(window).map((month) => (
      <span key={month} className="time-month" style={{ left: `${placeOf(month, window)}%` }}>
        {MONTH.format(month)}
      </span>
    ))}
    <span className="time-today" style={{ left: `${placeOf(window.now, window)}%` }}>
      today
    </span>
  </div>
);

function monthsIn({ from, to }: TimeWindow): number[] {
  const first = new Date(from);
  const months = Array.from({ length: 12 }, (_, at) =>
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + at + 1, 1),
  );
  return months.filter((month) => month < to);
}

type BarProps = { readonly flight: Flight; readonly status: CampaignStatus; readonly window: TimeWindow };

// An open end runs to the edge and fades there.
export function TimeBar({ flight, status, window }: BarProps): ReactNode {
  const start = flight.start === null ? window.from : toWall(flight.start, false);
  const end = flight.end === null ? window.to : toWall(flight.end, true);
  const left = placeOf(start, window);
  const width = Math.max(0, placeOf(end, window) - left);
  const isSeen = end > window.from && start < window.to;
  return (
    <div className="time-bar" aria-hidden>
      {isSeen && (
        <span
          className={`time-flight time-${status}`}
          data-open-start={start <= window.from}
          data-open-end={end >= window.to}
          style={{ left: `${left}%`, width: `max(4px, ${width}%)` }}
        />
      )}
      <span className="time-now" style={{ left: `${placeOf(window.now, window)}%` }} />
    </div>
  );
}
