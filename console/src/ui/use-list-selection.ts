import { useCallback, useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';

const LONG_PRESS_MS = 450;
const MOVED_PX = 10;

export type ListSelection = {
  readonly ids: ReadonlySet<string>;
  readonly select: (ids: Iterable<string>) => void;
  readonly clear: () => void;
  // One, or with a range all from the last one chosen on.
  readonly choose: (at: number, isRange: boolean) => void;
  // Those at these places beside what was chosen when the band began; the click that ends it is none.
  readonly band: (places: readonly number[]) => void;
  // Put on the list whose items carry their place in data-at.
  readonly handlers: {
    readonly onClickCapture: (event: MouseEvent<HTMLElement>) => void;
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onContextMenu: (event: MouseEvent<HTMLElement>) => void;
  };
};

const NONE: ReadonlySet<string> = new Set();

// Items are chosen by their box, by a click once one is chosen, in a row with Shift, and by a long press. What is chosen is
// of this search: another one starts with nothing.
export function useListSelection(items: readonly { readonly id: string }[], searchKey: string): ListSelection {
  const [chosen, setChosen] = useState({ of: searchKey, ids: NONE });
  const ids = chosen.of === searchKey ? chosen.ids : NONE;
  const anchor = useRef<number>(undefined);
  const pressed = useRef(false);
  const before = useRef(NONE);
  const latest = useRef({ items, ids, searchKey });
  useEffect(() => void (latest.current = { items, ids, searchKey }));
  const select = useCallback((next: Iterable<string>) => {
    setChosen({ of: latest.current.searchKey, ids: new Set(next) });
  }, []);
  const clear = useCallback(() => {
    anchor.current = undefined;
    select(NONE);
  }, [select]);
  const choose = useCallback(
    (at: number, isRange: boolean) => {
      const { items, ids } = latest.current;
      const from = isRange ? (anchor.current ?? at) : at;
      const between = items.slice(Math.min(from, at), Math.max(from, at) + 1).map(({ id }) => id);
      const id = items[at]?.id ?? '';
      anchor.current = at;
      if (isRange || !ids.has(id)) select([...ids, ...between]);
      else select([...ids].filter((other) => other !== id));
    },
    [select],
  );
  const band = useCallback(
    (places: readonly number[]) => {
      pressed.current = true;
      select([...before.current, ...places.flatMap((at) => latest.current.items[at]?.id ?? [])]);
    },
    [select],
  );
  const onClickCapture = useCallback(
    (event: MouseEvent<HTMLElement>) => {
      const at = placeOf(event.target);
      if (at === undefined || isApart(event.target)) return;
      // The click that ends a long press or a band.
      if (pressed.current) {
        pressed.current = false;
        event.preventDefault();
        return;
      }
      const isBox = isSelectBox(event.target);
      const opens = event.metaKey || event.ctrlKey;
      if (!isBox && (opens || (latest.current.ids.size === 0 && !event.shiftKey))) return;
      if (!isBox) event.preventDefault();
      choose(at, event.shiftKey);
    },
    [choose],
  );
  const onPointerDown = useCallback(
    (event: PointerEvent<HTMLElement>) => {
      pressed.current = false;
      before.current = latest.current.ids;
      const at = placeOf(event.target);
      if (at === undefined || event.pointerType === 'mouse' || isApart(event.target)) return;
      watchLongPress(event, () => {
        pressed.current = true;
        choose(at, false);
      });
    },
    [choose],
  );
  // A long press would open the browser's own menu of the link.
  const onContextMenu = useCallback((event: MouseEvent<HTMLElement>) => {
    if (pressed.current) event.preventDefault();
  }, []);
  useKeys(ids.size > 0, clear);
  return { ids, select, clear, choose, band, handlers: { onClickCapture, onPointerDown, onContextMenu } };
}

// Held long enough, and where it was put down: whoever moves the finger scrolls.
function watchLongPress({ clientX, clientY }: PointerEvent, onLong: () => void): void {
  const controller = new AbortController();
  const { signal } = controller;
  const timer = window.setTimeout(() => {
    controller.abort();
    onLong();
  }, LONG_PRESS_MS);
  const stop = (): void => {
    window.clearTimeout(timer);
    controller.abort();
  };
  for (const name of ['pointerup', 'pointercancel', 'scroll'] as const) window.addEventListener(name, stop, { signal });
  const move = (moved: globalThis.PointerEvent): void => {
    if (Math.hypot(moved.clientX - clientX, moved.clientY - clientY) > MOVED_PX) stop();
  };
  window.addEventListener('pointermove', move, { signal });
}

export function placeOf(target: EventTarget | null): number | undefined {
  const at = target instanceof Element ? target.closest<HTMLElement>('[data-at]')?.dataset['at'] : undefined;
  return at === undefined ? undefined : Number(at);
}

export const isSelectBox = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.select-box') !== null;

// What stands in an item and is for something else, as its menu.
const isApart = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-apart]') !== null;

// Escape lets go of everything, unless a dialog or a menu has it.
function useKeys(isChosen: boolean, clear: () => void): void {
  useEffect(() => {
    if (!isChosen) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const others = document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]');
      const isElsewhere = [...others].some((other) => other.checkVisibility());
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere) clear();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isChosen, clear]);
}
