import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

// What is being dragged, the gap between rows that it would fall into, and where the pointer is, from the list's top.
type Drag = { readonly key: string; readonly gap: number; readonly y: number };

type Options = {
  readonly list: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  readonly onDrop: (key: string, gap: number) => void;
};

// A press that only trembles moves nothing.
const START_PX = 4;
const EDGE_PX = 110;
const SCROLL_PX_MAX = 24;

// Rows are dragged by a handle, with a mouse, a pen or a finger. Near the window's edge the page scrolls along.
export function useRowDrag({ list, count, rowHeight, onDrop }: Options) {
  const [drag, setDrag] = useState<Drag>();
  const latest = useRef({ count, rowHeight, onDrop });
  useEffect(() => void (latest.current = { count, rowHeight, onDrop }));
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const grab = (event: PointerEvent, key: string): void => {
    if (event.button !== 0 || stop.current !== undefined) return;
    const from = event.clientY;
    let pointer = from;
    let current: Drag | undefined;
    let frame = 0;
    const look = (): void => {
      if (list.current === null) return;
      const y = pointer - list.current.getBoundingClientRect().top;
      const gap = Math.max(0, Math.min(latest.current.count, Math.round(y / latest.current.rowHeight)));
      current = { key, gap, y };
      setDrag(current);
    };
    const scroll = (): void => {
      const by = scrollStep(pointer);
      if (by !== 0) {
        scrollBy({ top: by, behavior: 'instant' });
        look();
      }
      frame = requestAnimationFrame(scroll);
    };
    const onMove = (moved: globalThis.PointerEvent): void => {
      pointer = moved.clientY;
      if (current === undefined && Math.abs(pointer - from) < START_PX) return;
      if (current === undefined) frame = requestAnimationFrame(scroll);
      look();
    };
    const end = (): void => {
      cancelAnimationFrame(frame);
      controller.abort();
      stop.current = undefined;
      setDrag(undefined);
    };
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener('pointermove', onMove, { signal });
    addEventListener('pointercancel', end, { signal });
    addEventListener('keydown', (pressed) => (pressed.key === 'Escape' ? end() : undefined), { signal });
    addEventListener(
      'pointerup',
      () => {
        const dropped = current;
        end();
        if (dropped !== undefined) latest.current.onDrop(dropped.key, dropped.gap);
      },
      { signal },
    );
    stop.current = end;
  };
  return { drag, grab };
}

// Quicker the nearer the edge.
function scrollStep(pointer: number): number {
  const above = EDGE_PX - pointer;
  const below = pointer - (innerHeight - EDGE_PX);
  const depth = Math.max(above, below);
  if (depth <= 0) return 0;
  const speed = Math.ceil((Math.min(depth, EDGE_PX) / EDGE_PX) * SCROLL_PX_MAX);
  return above > 0 ? -speed : speed;
}
