import type { Calendar } from '@vitrine/contract/calendar';
import type { ReactNode, Ref } from 'react';
import { dateFormat } from '../ui/date-language.js';
import { dayOf, toWall, wholeMomentWords } from '../ui/flight-words.js';
import { coverOf, DAY_MS, daysIn, layWeek, WEEK_DAYS, type Bar } from './calendar-layout.js';
import { FlightBar, type BarActions } from './flight-bar.js';
import { keyOf } from './month-view.js';

type Props = {
  readonly calendar: Calendar;
  readonly bars: readonly Bar[];
  readonly actions: BarActions;
  readonly onDay: (day: string) => void;
  readonly ref: Ref<HTMLDivElement>;
};

const WEEK_MS = WEEK_DAYS * DAY_MS;
const DAY_WORDS = { weekday: 'short', day: 'numeric', timeZone: 'UTC' } as const;
const percent = (ms: number): string => `${(100 * ms) / WEEK_MS}%`;

// One week to the minute: each flight in a line of its own, where nothing plays is hatched.
export function WeekView({ calendar, bars, actions, onDay, ref }: Props): ReactNode {
  const days = daysIn(calendar);
  const monday = toWall(calendar.from, 'start');
  const segments = layWeek(bars, calendar.from, 1);
  const lanes = Math.max(1, ...segments.map(({ lane }) => lane + 1));
  const now = toWall(calendar.now, 'start') - monday;
  return (
    <div className="calendar-one-week">
      <div className="calendar-weekdays">
        {days.map((day) => (
          <button
            key={day}
            type="button"
            className="calendar-number figures"
            data-today={day === dayOf(calendar.now)}
            aria-label={`What plays on ${wholeMomentWords(day)}`}
            onClick={() => onDay(day)}
          >
            {dateFormat(DAY_WORDS).format(toWall(day, 'start'))}
          </button>
        ))}
      </div>
      <div className="calendar-track" ref={ref} style={laneStyle('--lanes', lanes)}>
        {days.map((day, at) => (
          <span key={day} className="calendar-line" style={{ left: percent(at * DAY_MS) }} />
        ))}
        <Gaps bars={bars} monday={monday} />
        {segments.map((segment) => (
          <FlightBar
            key={keyOf(segment)}
            segment={segment}
            isFirst
            actions={actions}
            style={{
              left: percent(segment.from),
              width: percent(segment.to - segment.from),
              ...laneStyle('--lane', segment.lane),
            }}
          />
        ))}
        {now >= 0 && now < WEEK_MS && <span className="calendar-now" style={{ left: percent(now) }} />}
      </div>
    </div>
  );
}

// A variable of the style sheet.
const laneStyle = (name: string, value: number): Record<string, number> => ({ [name]: value });

const WIDE_ENOUGH = DAY_MS / 2;

const Gaps = ({ bars, monday }: { readonly bars: readonly Bar[]; readonly monday: number }): ReactNode =>
  coverOf(bars, monday, monday + WEEK_MS).gaps.map(({ from, to }) => (
    <span key={from} className="calendar-hole" style={{ left: percent(from - monday), width: percent(to - from) }}>
      {to - from >= WIDE_ENOUGH && 'Nothing plays'}
    </span>
  ));
