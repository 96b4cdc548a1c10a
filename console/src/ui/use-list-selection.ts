import { useCallback, useEffect, useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import { notifyFailure, notifyWarning } from './notify.js';

const LONG_PRESS_MS = 450;
const MOVED_PX = 10;

export type ListSelection = {
  readonly ids: ReadonlySet<string>;
  // Those that are read first, and whether they were chosen: not when another search, or nothing, is chosen by then.
  readonly selectRead: (read: () => Promise<readonly string[]>) => Promise<boolean>;
  readonly clear: () => void;
  // Those are gone, or not meant any more.
  readonly drop: (ids: readonly string[]) => void;
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

type Items = readonly ({ readonly id: string } | undefined)[];

const NONE: ReadonlySet<string> = new Set();

// Items are chosen by their box, by a click once one is chosen, in a row with Shift, and by a long press. What is chosen is
// of this search: another one starts with nothing.
export function useListSelection(
  items: Items,
  searchKey: string,
  // The ids from the one to the other, for a list that has gaps; unknown when it has not both any more.
  readRange?: (one: string, other: string) => Promise<readonly string[] | undefined>,
): ListSelection {
  const [chosen, setChosen] = useState({ of: searchKey, ids: NONE });
  const ids = chosen.of === searchKey ? chosen.ids : NONE;
  const anchor = useRef<Anchor>(undefined);
  const latest = useRef({ items, ids, searchKey });
  useEffect(() => void (latest.current = { items, ids, searchKey }));
  const select = useCallback((next: Iterable<string>) => {
    setChosen({ of: latest.current.searchKey, ids: new Set(next) });
  }, []);
  const selectRead = useCallback(
    async (read: () => Promise<readonly string[]>) => {
      const { searchKey } = latest.current;
      const all = await read();
      const isStill = latest.current.searchKey === searchKey && latest.current.ids.size > 0;
      if (isStill) select(all);
      return isStill;
    },
    [select],
  );
  // Of what is chosen by then: one after the other may go before either shows.
  const drop = useCallback((gone: readonly string[]) => {
    const those = new Set(gone);
    setChosen(({ of, ids }) => ({ of, ids: new Set([...ids].filter((id) => !those.has(id))) }));
  }, []);
  const clear = useCallback(() => {
    anchor.current = undefined;
    select(NONE);
  }, [select]);
  const choose = useCallback(
    (at: number, isRange: boolean) => {
      const { items, ids, searchKey } = latest.current;
      const id = items[at]?.id ?? '';
      const from = (isRange ? anchor.current : undefined) ?? { at, id };
      const start = placeNow(items, from);
      const [first, last] = [Math.min(start, at), Math.max(start, at)];
      const between = items.slice(first, last + 1).flatMap((item) => item?.id ?? []);
      anchor.current = { at, id };
      if (!isRange && ids.has(id)) return drop([id]);
      select([...ids, ...between]);
      if (between.length > last - first || readRange === undefined) return;
      // Unless another search, or nothing, is chosen by then.
      const isStill = (): boolean => latest.current.searchKey === searchKey && latest.current.ids.has(id);
      readRange(from.id, id)
        .then((all) => {
          if (!isStill()) return;
          if (all === undefined) notifyWarning(NOT_ALL, 'The list has changed meanwhile, or is too long for that.');
          else select([...latest.current.ids, ...all]);
        })
        .catch((thrown: unknown) => notifyFailure(thrown, NOT_ALL));
    },
    [select, drop, readRange],
  );
  const { handlers, startBand } = useHandlers(choose, latest);
  const band = useCallback(
    (places: readonly number[]) =>
      select([...startBand(), ...places.flatMap((at) => latest.current.items[at]?.id ?? [])]),
    [select, startBand],
  );
  useKeys(ids.size > 0, clear);
  return { ids, selectRead, clear, drop, choose, band, handlers };
}

// The last one chosen, from which Shift goes on.
type Anchor = { readonly at: number; readonly id: string };

// Others may have come before it, or gone.
function placeNow(items: Items, { at, id }: Anchor): number {
  if (items[at]?.id === id) return at;
  const found = items.findIndex((item) => item?.id === id);
  return found === -1 ? at : found;
}

const NOT_ALL = 'Not all of them are selected';

type Latest = RefObject<{ readonly ids: ReadonlySet<string> }>;

function useHandlers(choose: ListSelection['choose'], latest: Latest) {
  // Whether a long press or a band is under way, whose end is no click.
  const pressed = useRef(false);
  // What was chosen when the pointer was put down.
  const before = useRef(NONE);
  const startBand = useCallback(() => {
    pressed.current = true;
    return before.current;
  }, []);
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
    [choose, latest],
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
    [choose, latest],
  );
  // A long press would open the browser's own menu of the link.
  const onContextMenu = useCallback((event: MouseEvent<HTMLElement>) => {
    if (pressed.current) event.preventDefault();
  }, []);
  return { handlers: { onClickCapture, onPointerDown, onContextMenu }, startBand };
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

const isSelectBox = (target: EventTarget | null): boolean =>
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
