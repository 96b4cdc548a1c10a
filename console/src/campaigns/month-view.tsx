import type { Calendar } from '@vitrine/contract/calendar';
import type { ReactNode } from 'react';
import { dateFormat } from '../ui/date-language.js';
import { dayOf, toWall, wholeMomentWords } from '../ui/flight-words.js';
import { LinkAnchor } from '../ui/links.js';
import { coverOf, DAY_MS, layWeek, weeksIn, type Bar, type Segment } from './calendar-layout.js';
import { FlightBar, type BarActions } from './flight-bar.js';

type Props = {
  readonly calendar: Calendar;
  readonly bars: readonly Bar[];
  readonly actions: BarActions;
  readonly onDay: (day: string) => void;
};

const WEEKDAY = { weekday: 'short', timeZone: 'UTC' } as const;
const LANES_MAX = 6;

export function MonthView({ calendar, bars, actions, onDay }: Props): ReactNode {
  const weeks = weeksIn(calendar);
  return (
    <div className="calendar-month">
      <div className="calendar-weekdays" aria-hidden>
        {weeks[0]?.map((day) => (
          <span key={day}>{dateFormat(WEEKDAY).format(toWall(day, 'start'))}</span>
        ))}
      </div>
      {weeks.map((days, at) => (
        <Week key={days[0]} {...{ days, calendar, bars, actions, onDay }} isFirst={at === 0} />
      ))}
    </div>
  );
}

type WeekProps = Props & { readonly days: readonly string[]; readonly isFirst: boolean };

function Week({ days, calendar, bars, actions, onDay, isFirst }: WeekProps): ReactNode {
  const [monday = ''] = days;
  const segments = layWeek(bars, monday, DAY_MS);
  const hidden = segments.filter(({ lane }) => lane >= LANES_MAX).length;
  return (
    <section className="calendar-week" aria-label={`Week of ${wholeMomentWords(monday)}`}>
      {days.map((day, at) => (
        <Day key={day} {...{ day, at, calendar, bars, onDay }} />
      ))}
      <div className="calendar-lanes">
        {segments
          .filter(({ lane }) => lane < LANES_MAX)
          .map((segment) => (
            <FlightBar
              key={keyOf(segment)}
              segment={segment}
              isFirst={segment.isStart || isFirst}
              actions={actions}
              style={{
                gridColumn: `${segment.from / DAY_MS + 1} / ${segment.to / DAY_MS + 1}`,
                gridRow: segment.lane + 1,
              }}
            />
          ))}
        {hidden > 0 && (
          <LinkAnchor to="/calendar" search={{ view: 'week', day: monday }} size="xs" className="calendar-more">
            {hidden} more
          </LinkAnchor>
        )}
      </div>
    </section>
  );
}

export const keyOf = ({ bar: { campaign, kind } }: Segment): string => `${campaign.lineageId} ${kind}`;

type DayProps = Pick<Props, 'calendar' | 'bars' | 'onDay'> & { readonly day: string; readonly at: number };

// The whole column of a day lies below its bars: what is dragged finds the day under it.
function Day({ day, at, calendar, bars, onDay }: DayProps): ReactNode {
  const from = toWall(day, 'start');
  const { gaps, most } = coverOf(bars, from, from + DAY_MS);
  const isPlanned = calendar.campaigns.length > 0;
  const words = wordsOf(gaps, most, from, isPlanned && day >= dayOf(calendar.now));
  return (
    <div
      className="calendar-day"
      data-day={day}
      data-today={day === dayOf(calendar.now)}
      data-outside={day.slice(0, 7) !== calendar.day.slice(0, 7)}
      data-gap={words.isGap}
      style={{ gridColumn: at + 1 }}
    >
      <button
        type="button"
        className="calendar-number figures"
        aria-label={[`What plays on ${wholeMomentWords(day)}`, words.text].filter(Boolean).join(': ')}
        onClick={() => onDay(day)}
      >
        {Number(day.slice(8))}
      </button>
      {words.isNote && (
        <span className="calendar-note" aria-hidden>
          {words.text}
        </span>
      )}
    </div>
  );
}

// Of days that are still to come: a gap in the past is mended by nobody.
function wordsOf(gaps: readonly { from: number; to: number }[], most: number, from: number, isAhead: boolean) {
  const [gap] = gaps;
  if (gap !== undefined && isAhead) {
    const isWhole = gap.to - gap.from === DAY_MS;
    const text = isWhole ? 'Nothing plays' : `Nothing ${timeOf(gap.from - from)} – ${timeOf(gap.to - from)}`;
    return { text, isGap: isWhole, isNote: true };
  }
  // Bars above each other show that already.
  return { text: most > 1 ? `${most} take turns` : '', isGap: false, isNote: false };
}

const timeOf = (ms: number): string => (ms === DAY_MS ? '24:00' : new Date(ms).toISOString().slice(11, 16));
