import { useRef, type PointerEvent } from 'react';
import type { Flight } from '@vitrine/contract/campaign-content';
import type { Calendar } from '@vitrine/contract/calendar';
import { shiftFlight, stepOf, type Bar, type Part } from './calendar-layout.js';

type Options = {
  readonly view: Calendar['view'];
  // The moment that lies under a point of the screen.
  readonly momentAt: (x: number, y: number) => number | undefined;
  readonly onMove: (bar: Bar, flight: Flight) => void;
  // The browser took the finger over, such as for scrolling: nothing was moved.
  readonly onCancel: () => void;
};

export type BeginDrag = (bar: Bar, part: Part, event: PointerEvent) => void;

const SLIP_PX = 4;

// By mouse, pen and finger. The window is listened to, not the bar: a bar that is moved to another week is another element.
export function useFlightDrag({ view, momentAt, onMove, onCancel }: Options): {
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
    const isScroll = (dx: number, dy: number): boolean =>
      event.pointerType === 'touch' && part === 'move' && Math.abs(dy) >= Math.abs(dx);
    const controller = new AbortController();
    let last = 0;
    const move = (now: globalThis.PointerEvent): void => {
      const [dx, dy] = [now.clientX - clientX, now.clientY - clientY];
      if (!dragged.current && Math.hypot(dx, dy) <= SLIP_PX) return;
      // The browser begins to scroll a moment after the first move.
      if (!dragged.current && isScroll(dx, dy)) return controller.abort();
      dragged.current = true;
      const to = momentAt(now.clientX, now.clientY);
      // Beside the calendar it stays where it was last.
      if (to === undefined) return;
      const by = Math.round((to - from) / step) * step;
      if (by !== last) onMove(bar, shiftFlight(bar.flight, part, by));
      last = by;
    };
    const listen = (name: 'pointermove' | 'pointerup' | 'pointercancel', hear: typeof move): void =>
      window.addEventListener(name, (now) => now.pointerId === pointerId && hear(now), { signal: controller.signal });
    listen('pointermove', move);
    listen('pointerup', () => controller.abort());
    listen('pointercancel', () => {
      controller.abort();
      if (dragged.current) onCancel();
    });
  };
  return { begin, wasDrag: () => dragged.current };
}
