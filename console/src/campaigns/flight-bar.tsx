import type { KeyboardEvent, ReactNode } from 'react';
import { flightWords } from '../ui/flight-words.js';
import { STATUS_LABELS } from '../ui/status-badge.js';
import type { Bar, Part, Segment } from './calendar-layout.js';
import type { BeginDrag } from './use-flight-drag.js';

export type BarActions = {
  readonly begin: BeginDrag;
  // Moves it, or one end of it, a step back or on.
  readonly onStep: (bar: Bar, part: Part, by: 1 | -1) => void;
  readonly onOpen: (bar: Bar) => void;
  readonly onCancel: () => void;
  readonly chosen: string | undefined;
};

type Props = {
  readonly segment: Segment;
  // Where a bar goes on in another week it is told, and reached, once.
  readonly isFirst: boolean;
  readonly actions: BarActions;
  readonly style: Readonly<Record<string, string | number>>;
};

export function FlightBar({ segment, isFirst, actions, style }: Props): ReactNode {
  const { bar, isStart, isEnd } = segment;
  const { campaign, kind } = bar;
  const look = {
    className: 'flight-bar',
    'data-kind': kind,
    'data-status': campaign.status,
    'data-start': isStart,
    'data-end': isEnd,
    'data-chosen': actions.chosen === campaign.lineageId,
    'data-changes': campaign.changesNotPublished,
    style,
    onPointerDown: (event: React.PointerEvent) => actions.begin(bar, 'move', event),
  };
  const content = (
    <>
      {isStart && <Handle bar={bar} part="start" begin={actions.begin} />}
      <span className="flight-bar-name">{campaign.name}</span>
      {isEnd && <Handle bar={bar} part="end" begin={actions.begin} />}
    </>
  );
  if (!isFirst) {
    return (
      <div {...look} aria-hidden onClick={() => actions.onOpen(bar)}>
        {content}
      </div>
    );
  }
  return (
    <button
      type="button"
      {...look}
      data-bar={`${campaign.lineageId} ${kind}`}
      aria-label={labelOf(bar)}
      aria-describedby="calendar-keys"
      onClick={() => actions.onOpen(bar)}
      onKeyDown={(event) => onKey(event, bar, actions)}
    >
      {content}
    </button>
  );
}

function labelOf({ campaign, kind, flight }: Bar): string {
  const state =
    kind === 'planned' && campaign.live !== null ? 'new dates, not published' : STATUS_LABELS[campaign.status];
  const changes = kind === 'live' && campaign.changesNotPublished ? ', changes not published' : '';
  return `${campaign.name}, ${state.toLowerCase()}${changes}, ${flightWords(flight)}`;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

function onKey(event: KeyboardEvent, bar: Bar, { onStep, onCancel }: BarActions): void {
  const by = STEPS[event.key];
  if (event.key === 'Escape') onCancel();
  if (by === undefined) return;
  event.preventDefault();
  onStep(bar, partOf(event), by);
}

const partOf = ({ shiftKey, altKey }: KeyboardEvent): Part => {
  if (altKey) return 'start';
  return shiftKey ? 'end' : 'move';
};

type HandleProps = { readonly bar: Bar; readonly part: 'start' | 'end'; readonly begin: BeginDrag };

// For mouse and finger; whoever uses keys has Alt for the start, Shift for the end, and the fields for both.
const Handle = ({ bar, part, begin }: HandleProps): ReactNode => (
  <span
    className="flight-handle"
    data-part={part}
    aria-hidden
    onPointerDown={(event) => {
      event.stopPropagation();
      begin(bar, part, event);
    }}
  />
);
