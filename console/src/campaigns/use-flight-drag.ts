import { useRef, type PointerEvent } from 'react';
import type { Flight } from '@vitrine/contract/campaign-content';
import type { Calendar } from '@vitrine/contract/calendar';
import { shiftFlight, stepOf, type Bar, type Part } from './calendar-layout.js';

type Options = {
  readonly view: Calendar['view'];
  // The moment that lies under a point of the screen.
  readonly momentAt: (x: number, y: number) => number | undefined;
  readonly onMove: (bar: Bar, flight: Flight) => void;
};

export type BeginDrag = (bar: Bar, part: Part, event: PointerEvent) => void;

const SLIP_PX = 4;

// By mouse, pen and finger. The window is listened to, not the bar: a bar that is moved to another week is another element.
export function useFlightDrag({ view, momentAt, onMove }: Options): {
  readonly begin: BeginDrag;
  // Whether what ended just now was a drag, and the click that follows it therefore none.
  readonly wasDrag: () => boolean;
} {
  const dragged = useRef(false);
  const begin: BeginDrag = (bar, part, event) => {
    const from = momentAt(event.clientX, event.clientY);
    dragged.current = false;
    if (event.button !== 0 || from === undefined) return;
    const step = stepOf(bar.flight, part, view);
    const { clientX, clientY, pointerId } = event;
    let last = 0;
    const move = (now: globalThis.PointerEvent): void => {
      if (now.pointerId !== pointerId) return;
      dragged.current ||= Math.hypot(now.clientX - clientX, now.clientY - clientY) > SLIP_PX;
      const to = dragged.current ? momentAt(now.clientX, now.clientY) : undefined;
      if (to === undefined) return;
      const by = Math.round((to - from) / step) * step;
      if (by !== last) onMove(bar, shiftFlight(bar.flight, part, by));
      last = by;
    };
    const end = (now: globalThis.PointerEvent): void => {
      if (now.pointerId !== pointerId) return;
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  };
  return { begin, wasDrag: () => dragged.current };
}
