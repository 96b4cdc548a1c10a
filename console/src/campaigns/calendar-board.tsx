import { Group, Text, VisuallyHidden } from '@mantine/core';
import type { Calendar } from '@vitrine/contract/calendar';
import type { Flight } from '@vitrine/contract/campaign-content';
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { flightWords, toWall } from '../ui/flight-words.js';
import { LinkAnchor } from '../ui/links.js';
import { StatusBadge } from '../ui/status-badge.js';
import { mayLeave } from '../ui/unsaved-work.js';
import {
  barsOf,
  DAY_MS,
  flightOf,
  isSameFlight,
  shiftFlight,
  stepOf,
  undatedOf,
  WEEK_DAYS,
  type Bar,
  type Part,
  type Pending,
} from './calendar-layout.js';
import type { BarActions } from './flight-bar.js';
import { FlightDock } from './flight-dock.js';
import { MonthView } from './month-view.js';
import { useFlightDrag } from './use-flight-drag.js';
import { WeekView } from './week-view.js';

type Props = { readonly calendar: Calendar; readonly onDay: (day: string) => void };

// The flights, and what is being done to one of them. Nothing is changed before it is saved.
export function CalendarBoard({ calendar, onDay }: Props): ReactNode {
  const track = useRef<HTMLDivElement>(null);
  const { pending, setFlight, close, actions, words } = usePending(calendar, track);
  const bars = barsOf(calendar, pending);
  const view = { calendar, bars, actions, onDay };
  return (
    <>
      {calendar.view === 'month' ? <MonthView {...view} /> : <WeekView {...view} ref={track} />}
      <Undated calendar={calendar} />
      {/* There before it says anything: what appears with its words is not read out. */}
      <VisuallyHidden role="status" aria-live="assertive">
        {words}
      </VisuallyHidden>
      {pending !== undefined && (
        <FlightDock key={pending.campaign.lineageId} pending={pending} onChange={setFlight} onClose={close} />
      )}
    </>
  );
}

type Chosen = { readonly lineageId: string; readonly flight: Flight | undefined };

function usePending(calendar: Calendar, track: RefObject<HTMLDivElement | null>) {
  const [chosen, setChosen] = useState<Chosen>();
  const [words, say] = useState('');
  // As it is by now: what somebody else has saved is read again.
  const campaign = calendar.campaigns.find(({ lineageId }) => lineageId === chosen?.lineageId);
  const pending: Pending | undefined = campaign && { campaign, flight: chosen?.flight ?? flightOf(campaign) };
  const focusOn = useFocusKept(pending);
  const momentAt = (x: number, y: number): number | undefined =>
    calendar.view === 'month' ? dayAt(x, y) : weekMomentAt(calendar, track.current, x);
  const isUnsaved = pending !== undefined && !isSameFlight(pending.flight, flightOf(pending.campaign));
  const askFirst = useAskFirst();
  const choose = ({ campaign: { lineageId } }: Bar, flight?: Flight): void => {
    // Dates of another campaign that are not saved. Given up, this one is shown as it is: who was asked drags no longer.
    if (isUnsaved && pending.campaign.lineageId !== lineageId)
      askFirst(() => setChosen({ lineageId, flight: undefined }));
    else setChosen({ lineageId, flight });
  };
  const before = useRef<Chosen>(undefined);
  const onCancel = (): void => setChosen(before.current);
  const { begin, wasDrag } = useFlightDrag({ view: calendar.view, momentAt, onMove: choose, onCancel });
  const actions: BarActions = {
    begin: (bar, part, event) => {
      before.current = chosen;
      begin(bar, part, event);
    },
    chosen: pending?.campaign.lineageId,
    onOpen: (bar) => {
      if (!wasDrag()) choose(bar, pending?.campaign === bar.campaign ? pending.flight : undefined);
    },
    onStep: (bar: Bar, part: Part, by: 1 | -1) => {
      const flight = pending?.campaign === bar.campaign ? pending.flight : bar.flight;
      const moved = shiftFlight(flight, part, by * stepOf(flight, part, calendar.view));
      focusOn(bar);
      say(stepWords(flight, moved, part));
      if (!isSameFlight(moved, flight)) choose(bar, moved);
    },
    onCancel: () => setChosen(undefined),
  };
  const setFlight = (flight: Flight): void => setChosen(campaign && { lineageId: campaign.lineageId, flight });
  return { pending, setFlight, close: () => setChosen(undefined), actions, words };
}

// Asks once, also when a drag calls for it with every day that it comes over.
function useAskFirst(): (then: () => void) => void {
  const isAsking = useRef(false);
  const ask = async (then: () => void): Promise<void> => {
    isAsking.current = true;
    if (await mayLeave('page')) then();
    isAsking.current = false;
  };
  return (then) => {
    if (!isAsking.current) void ask(then);
  };
}

// What a key did, for those who do not see the bar; or why it did nothing.
function stepWords(from: Flight, to: Flight, part: Part): string {
  if (!isSameFlight(from, to)) return flightWords(to);
  const isOpen = part === 'move' ? from.start === null && from.end === null : from[part] === null;
  if (!isOpen) return `${flightWords(to)}. The start stays before the end.`;
  return part === 'end' ? 'It has no end. Enter shows its dates.' : 'It has no start. Enter shows its dates.';
}

// A bar that the keys have moved to another week is another element: the focus goes with it.
function useFocusKept(pending: Pending | undefined): (bar: Bar) => void {
  const wanted = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined || document.activeElement !== document.body) return;
    const found = [`${wanted.current} planned`, `${wanted.current} live`].map((key) =>
      document.querySelector<HTMLElement>(`[data-bar="${key}"]`),
    );
    (found.find(Boolean) ?? document.querySelector<HTMLElement>('.flight-dock-title'))?.focus();
  }, [pending]);
  return (bar) => void (wanted.current = bar.campaign.lineageId);
}

function dayAt(x: number, y: number): number | undefined {
  const under = document.elementsFromPoint(x, y).find((element) => element.classList.contains('calendar-day'));
  const day = under instanceof HTMLElement ? under.dataset['day'] : undefined;
  return day === undefined ? undefined : toWall(day, 'start');
}

function weekMomentAt({ from }: Calendar, track: HTMLElement | null, x: number): number | undefined {
  const box = track?.getBoundingClientRect();
  return box && toWall(from, 'start') + ((x - box.left) / box.width) * WEEK_DAYS * DAY_MS;
}

function Undated({ calendar }: Pick<Props, 'calendar'>): ReactNode {
  const undated = undatedOf(calendar);
  if (undated.length === 0) return null;
  return (
    <Group gap="xs" mt="md" component="section" aria-label="Drafts without dates">
      <Text size="sm">Drafts without dates:</Text>
      {undated.map(({ lineageId, name }) => (
        <Group key={lineageId} gap={6}>
          <LinkAnchor to="/campaigns/$lineageId" params={{ lineageId }} size="sm">
            {name}
          </LinkAnchor>
          <StatusBadge tone="quiet">Draft</StatusBadge>
        </Group>
      ))}
    </Group>
  );
}
