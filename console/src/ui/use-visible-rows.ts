import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

// Drawn beyond both edges, so that a quick scroll shows no gap; and the range moves by steps, so that not every pixel draws.
const BEYOND = 8;
const STEP = 4;
const AT_FIRST = 24;

type Range = { readonly first: number; readonly end: number };
type VisibleRows<Element> = Range & { readonly list: RefObject<Element | null> };

// Which rows of a long list, all of one height, are near the window. The list scrolls with its page.
export function useVisibleRows<Element extends HTMLElement>(count: number, rowHeight: number): VisibleRows<Element> {
  const list = useRef<Element>(null);
  const [range, setRange] = useState<Range>({ first: 0, end: AT_FIRST });
  useLayoutEffect(() => {
    const look = (): void => {
      if (list.current === null) return;
      const { top } = list.current.getBoundingClientRect();
      const first = toStep(Math.floor(-top / rowHeight) - BEYOND);
      const end = toStep(Math.ceil((innerHeight - top) / rowHeight) + BEYOND + STEP);
      setRange((before) => (before.first === first && before.end === end ? before : { first, end }));
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    // What stands above the list may grow and shrink.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
      observer.disconnect();
    };
  }, [rowHeight]);
  return { list, first: Math.min(range.first, count), end: Math.min(range.end, count) };
}

const toStep = (row: number): number => Math.max(0, Math.floor(row / STEP) * STEP);
