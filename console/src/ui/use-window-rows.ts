import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

type Rows = { readonly first: number; readonly last: number };

type Options = {
  readonly count: number;
  readonly rowHeight: number;
  // How many are drawn beyond both edges, so that a quick scroll shows no gap.
  readonly beside: number;
  // By how many the range moves, so that not every pixel draws.
  readonly step: number;
};

// Of a long list in the page, the rows that are on screen or close to it: only these are drawn. Rows are equally high.
export function useWindowRows(list: RefObject<HTMLElement | null>, options: Options): Rows {
  const { count, rowHeight, beside, step } = options;
  const [rows, setRows] = useState<Rows>({ first: 0, last: beside * 2 });
  useLayoutEffect(() => {
    const look = (): void => {
      const top = list.current?.getBoundingClientRect().top;
      if (top === undefined) return;
      const above = Math.floor(-top / rowHeight) - beside;
      const below = Math.ceil((window.innerHeight - top) / rowHeight) + beside;
      const first = Math.max(0, Math.floor(above / step) * step);
      const last = Math.max(0, Math.ceil(below / step) * step);
      setRows((before) => (before.first === first && before.last === last ? before : { first, last }));
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    // What stands above the list may grow and shrink.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
      observer.disconnect();
    };
  }, [list, count, rowHeight, beside, step]);
  return { first: Math.min(rows.first, count), last: Math.min(rows.last, count) };
}

// The width of an element, as it changes.
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return undefined;
    const look = (): void => setWidth(Math.floor(measured.clientWidth));
    const observer = new ResizeObserver(look);
    observer.observe(measured);
    look();
    return () => observer.disconnect();
  }, [element]);
  return width;
}

const PLACE_KEY = 'vitrine-list-place';
const REST_MS = 150;
const BY_HAND = ['wheel', 'touchmove', 'keydown'] as const;

// A reload comes back to where it was: as soon as the list is as long again. On the way back from another page the router
// does that.
export function useKeptPlace(name: string, listHeight: number): void {
  const isBack = useRef(false);
  useLayoutEffect(() => {
    if (isBack.current || listHeight === 0) return;
    const place = findPlace(name);
    if (place === undefined) isBack.current = true;
    else if (document.documentElement.scrollHeight >= place + window.innerHeight) {
      isBack.current = true;
      window.scrollTo(0, place);
    }
  }, [name, listHeight]);
  useEffect(() => {
    let timer: number | undefined;
    const keep = (): void => {
      // Before it is back at its place, the start of the page is not the place.
      if (isBack.current) sessionStorage.setItem(PLACE_KEY, JSON.stringify([entryOf(name), window.scrollY]));
    };
    const keepSoon = (): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(keep, REST_MS);
    };
    // Whoever moves the page by hand before that is not moved again.
    const letGo = (): void => void (isBack.current = true);
    for (const name of BY_HAND) window.addEventListener(name, letGo, { passive: true });
    window.addEventListener('scroll', keepSoon, { passive: true });
    window.addEventListener('pagehide', keep);
    return () => {
      window.clearTimeout(timer);
      for (const name of BY_HAND) window.removeEventListener(name, letGo);
      window.removeEventListener('scroll', keepSoon);
      window.removeEventListener('pagehide', keep);
    };
  }, [name]);
}

function findPlace(name: string): number | undefined {
  const [entry, place]: unknown[] = JSON.parse(sessionStorage.getItem(PLACE_KEY) ?? '[]');
  return entry === entryOf(name) && typeof place === 'number' ? place : undefined;
}

// The entry of the browser's history, which a reload keeps, with the list that is shown on it.
const entryOf = (name: string): string => `${String(Object(history.state)['__TSR_key'] ?? '')} ${name}`;
