import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

type Band = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

type Options = {
  readonly frame: RefObject<HTMLElement | null>;
  readonly columns: number;
  readonly rowHeight: number;
  readonly total: number;
  // The places inside of it, each time they change. Said with the first that the pointer was dragged, and no click.
  readonly onBand: (places: readonly number[]) => void;
};

const START_PX = 8;
const EDGE_PX = 60;
const SCROLL_PX = 16;

// A band is drawn with the mouse over what is to be chosen; near the window's edge the page scrolls along. What lies inside
// follows from where it stands, so that it may be far out of sight. Fingers scroll, and choose by a long press.
export function useBand({ frame, columns, rowHeight, total, onBand }: Options) {
  const [band, setBand] = useState<Band>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const box = frame.current;
    if (box === null || event.pointerType !== 'mouse' || event.button !== 0 || event.shiftKey) return;
    const from = pointIn(box, event);
    let [pointer, isBand, timer] = [{ clientX: event.clientX, clientY: event.clientY }, false, 0];
    const look = (): void => {
      const to = pointIn(box, pointer);
      isBand ||= Math.hypot(to.x - from.x, to.y - from.y) > START_PX;
      if (!isBand) return;
      const [left, top] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
      const next = { left, top, width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
      setBand(next);
      onBand(placesIn(next, { columns, rowHeight, total, width: box.clientWidth }));
    };
    const scroll = (): void => {
      const by = (pointer.clientY > innerHeight - EDGE_PX ? 1 : 0) - (pointer.clientY < EDGE_PX ? 1 : 0);
      if (by !== 0 && isBand) {
        scrollBy({ top: by * SCROLL_PX, behavior: 'instant' });
        look();
      }
      timer = requestAnimationFrame(scroll);
    };
    const controller = new AbortController();
    const end = (): void => {
      cancelAnimationFrame(timer);
      controller.abort();
      stop.current = undefined;
      setBand(undefined);
    };
    const move = (moved: globalThis.PointerEvent): void => {
      pointer = { clientX: moved.clientX, clientY: moved.clientY };
      look();
    };
    const { signal } = controller;
    addEventListener('pointermove', move, { signal });
    addEventListener('pointerup', end, { signal });
    addEventListener('pointercancel', end, { signal });
    timer = requestAnimationFrame(scroll);
    stop.current = end;
  };
  return { band, onPointerDown };
}

type Point = { readonly clientX: number; readonly clientY: number };

function pointIn(box: HTMLElement, { clientX, clientY }: Point): { readonly x: number; readonly y: number } {
  const { left, top, width, height } = box.getBoundingClientRect();
  const within = (value: number, max: number): number => Math.max(0, Math.min(max, value));
  return { x: within(clientX - left, width), y: within(clientY - top, height) };
}

type Grid = Pick<Options, 'columns' | 'rowHeight' | 'total'> & { readonly width: number };

function placesIn({ left, top, width, height }: Band, grid: Grid): number[] {
  const column = (x: number): number => Math.min(grid.columns - 1, Math.floor((x * grid.columns) / grid.width));
  const row = (y: number): number => Math.floor(y / grid.rowHeight);
  const places: number[] = [];
  for (let at = row(top); at <= row(top + height); at += 1) {
    for (let side = column(left); side <= column(left + width); side += 1) places.push(at * grid.columns + side);
  }
  return places.filter((place) => place < grid.total);
}
