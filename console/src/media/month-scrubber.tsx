import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { dateFormat, useDateLanguage } from '../ui/date-language.js';
import { countItems } from '../ui/format-length.js';
import { monthAt, type MonthPlace } from './months.js';
import { useScrolled } from './use-scrolled.js';

type Props = {
  readonly months: readonly MonthPlace[];
  readonly total: number;
  // The list, and how its items stand in it.
  readonly frame: RefObject<HTMLElement | null>;
  readonly columns: number;
  readonly rowHeight: number;
};

// The bar of the page, and a little air below it.
const BELOW_BAR = 64;

// The months of the library along the edge of the screen: a click or a drag leads to one, and so do the arrows. It stands where
// the list stands, so that both say the same.
export function MonthScrubber(props: Props): ReactNode {
  const { months, total, frame, columns, rowHeight } = props;
  const { share, above, isMoving, look } = useScrolled(frame, BELOW_BAR);
  useDateLanguage();
  const rowOf = (place: number): number => Math.floor(place / columns);
  const topRow = Math.round(share * Math.ceil(total / columns));
  // The last month that begins in the first row: where two share a row, one came for the second.
  const current = monthAt(months, Math.min(total - 1, topRow * columns + columns - 1));
  const jump = (index: number): void => {
    const top = frame.current?.getBoundingClientRect().top;
    const month = months[index];
    if (top === undefined || month === undefined) return;
    scrollTo({ top: scrollY + top + rowOf(month.start) * rowHeight - BELOW_BAR, behavior: 'instant' });
    // The next key may come before the page tells that it was scrolled.
    look();
  };
  const { track, pointed, isDragged, handlers } = usePointer(months, total, jump);
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = stepFrom(event.key, { months, current, isAbove: ({ start }) => rowOf(start) < topRow });
    if (index === undefined) return;
    event.preventDefault();
    jump(index);
  };
  const named = months[pointed ?? current];
  const place = pointed === undefined ? share : (named?.start ?? 0) / total;
  return (
    <div
      ref={track}
      className="media-months"
      data-moving={isMoving || isDragged}
      style={startsBelow(above)}
      {...handlers}
    >
      <Years months={months} total={total} />
      <div
        role="slider"
        tabIndex={0}
        className="media-months-thumb"
        aria-label="Month"
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={months.length}
        aria-valuenow={current + 1}
        aria-valuetext={wordsOf(months[current])}
        style={{ top: `${share * 100}%` }}
        onKeyDown={onKeyDown}
      />
      <span
        className="media-months-name"
        data-shown={pointed !== undefined}
        aria-hidden
        style={{ top: `${place * 100}%` }}
      >
        {nameOf(named)}
      </span>
    </div>
  );
}

// How far below the bar of the page the list still begins: so much shorter is the strip beside it.
const startsBelow = (px: number): Record<string, string> => ({ '--months-above': `${px}px` });

// The month under the pointer is named; pressed, the list follows it.
function usePointer(months: readonly MonthPlace[], total: number, jump: (index: number) => void) {
  const track = useRef<HTMLDivElement>(null);
  const [pointed, point] = useState<number>();
  const [isDragged, setDragged] = useState(false);
  const monthUnder = ({ clientY }: PointerEvent): number => {
    const { top = 0, height = 1 } = track.current?.getBoundingClientRect() ?? {};
    return monthAt(months, Math.max(0, ((clientY - top) / height) * total));
  };
  const end = (): void => {
    setDragged(false);
    point(undefined);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged(true);
      point(monthUnder(event));
      jump(monthUnder(event));
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const index = monthUnder(event);
      if (isDragged && index !== pointed) jump(index);
      point(index);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: (): void => {
      if (!isDragged) point(undefined);
    },
  };
  return { track, pointed, isDragged, handlers };
}

type Step = {
  readonly months: readonly MonthPlace[];
  readonly current: number;
  // Whether it begins in a row above the screen: where several share a row, none of them is a step up from it.
  readonly isAbove: (month: MonthPlace) => boolean;
};

function stepFrom(key: string, { months, current, isAbove }: Step): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return months.length - 1;
  if (key === 'ArrowDown' || key === 'ArrowRight') return Math.min(current + 1, months.length - 1);
  return key === 'ArrowUp' || key === 'ArrowLeft' ? Math.max(0, months.findLastIndex(isAbove)) : undefined;
}

const YEARS_APART = 0.04;

// Where each year begins, of those that have the room.
function Years({ months, total }: Pick<Props, 'months' | 'total'>): ReactNode {
  const shown: { readonly year: string; readonly share: number }[] = [];
  for (const { month, start } of months) {
    const [year, share] = [month.slice(0, 'YYYY'.length), start / total];
    const last = shown.at(-1);
    if (last === undefined || (last.year !== year && share - last.share >= YEARS_APART)) shown.push({ year, share });
  }
  return shown.map(({ year, share }) => (
    <span key={year} className="media-months-year" aria-hidden style={{ top: `${share * 100}%` }}>
      {year}
    </span>
  ));
}

const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

const nameOf = (place: MonthPlace | undefined): string =>
  place === undefined ? '' : dateFormat(MONTH).format(new Date(`${place.month}-01T00:00Z`));

const wordsOf = (place: MonthPlace | undefined): string =>
  place === undefined ? '' : `${nameOf(place)}, ${countItems(place.count)}`;
