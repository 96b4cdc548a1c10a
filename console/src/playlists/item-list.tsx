import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { countItems } from '../ui/format-length.js';
import { useWindowRows } from '../ui/use-window-rows.js';
import type { DraftItem } from './draft.js';
import { duplicateItems, moveTo, moveToGap, removeItems, setSeconds } from './edit-items.js';
import { ItemRow, type RowActions } from './item-row.js';
import type { Selection } from './use-selection.js';
import { useLifting } from './use-lifting.js';
import { useRowDrag } from './use-row-drag.js';

type Items = readonly DraftItem[];

type Props = {
  readonly items: Items;
  // Those to show: all of them, or what a search found.
  readonly shown: Items;
  readonly defaultSeconds: number;
  readonly selection: Selection;
  readonly onChange: (items: Items, topic?: string) => void;
  readonly onAskPlace: (key: string) => void;
  readonly onInsertBelow: (key: string) => void;
  readonly onPlayFrom: (key: string) => void;
};

// As the style sheet has them.
const ROW_PX = 60;
const PHONE_ROW_PX = 64;
const IS_PHONE = '(max-width: 48em)';

// The items in play order. Only the rows near the window are drawn, and of these only what changed.
export function ItemList(props: Props): ReactNode {
  const { items, shown, defaultSeconds, selection, onChange } = props;
  const rowHeight = useMediaQuery(IS_PHONE, undefined, { getInitialValueInEffect: false }) ? PHONE_ROW_PX : ROW_PX;
  const list = useRef<HTMLOListElement>(null);
  const { first, last } = useWindowRows(list, { count: shown.length, rowHeight, beside: 8, step: 4 });
  const [words, say] = useState('');
  const focusedKey = useFocusedKey(list);
  const keysWith = (key: string): ReadonlySet<string> => (selection.keys.has(key) ? selection.keys : new Set([key]));
  const lifting = useLifting({ items, keysWith, onChange, say });
  const drop = (key: string, gap: number): void => {
    const next = moveToGap(items, keysWith(key), gap);
    onChange(next);
    const place = next.findIndex((item) => item.key === key) + 1;
    say(`${next[place - 1]?.media.name ?? 'The item'} now at place ${place} of ${next.length}.`);
  };
  const { drag, grab } = useRowDrag({ list, count: shown.length, rowHeight, onDrop: drop });
  const actions = useRowActions({ ...props, ...lifting, grab });
  useFollowLifted(list, lifting.liftedKey, items);
  const isWhole = shown.length === items.length;
  const places = useMemo(() => new Map(items.map(({ key }, at) => [key, at])), [items]);
  const rows = rowsToDraw(shown, { first, last }, [focusedKey, drag?.key, lifting.liftedKey]);
  const dragged = drag === undefined ? undefined : keysWith(drag.key);
  return (
    <>
      <ol
        ref={list}
        className="plain-list playlist-rows"
        aria-label="Items in play order"
        style={{ height: shown.length * rowHeight }}
      >
        {rows.map(([item, at]) => (
          <ItemRow
            key={item.key}
            item={item}
            index={places.get(item.key) ?? at}
            count={items.length}
            top={at * rowHeight}
            defaultSeconds={defaultSeconds}
            isSelected={selection.keys.has(item.key)}
            isLifted={lifting.liftedKey === item.key}
            isDragged={dragged?.has(item.key) === true}
            canDrag={isWhole}
            actions={actions}
          />
        ))}
        {drag !== undefined && (
          <>
            <li className="playlist-gap" aria-hidden style={{ transform: `translateY(${drag.gap * rowHeight}px)` }} />
            <li className="playlist-ghost" aria-hidden style={{ transform: `translateY(${drag.y}px)` }}>
              {dragged !== undefined && dragged.size > 1
                ? countItems(dragged.size)
                : items.find(({ key }) => key === drag.key)?.media.name}
            </li>
          </>
        )}
      </ol>
      <VisuallyHidden role="status" aria-live="assertive">
        {words}
      </VisuallyHidden>
    </>
  );
}

type Range = { readonly first: number; readonly last: number };

// The rows near the window, and those that must not go: one that has the focus would lose it.
function rowsToDraw(shown: Items, { first, last }: Range, keep: readonly (string | undefined)[]) {
  const near = shown.slice(first, last).map((item, at) => [item, first + at] as const);
  const kept = keep.flatMap((key) => {
    const at = key === undefined ? -1 : shown.findIndex((item) => item.key === key);
    const item = shown[at];
    return item === undefined || (at >= first && at < last) ? [] : [[item, at] as const];
  });
  if (kept.length === 0) return near;
  const byPlace = new Map([...near, ...kept].map((row) => [row[1], row]));
  return [...byPlace.values()].toSorted((a, b) => a[1] - b[1]);
}

// The row that has the focus.
function useFocusedKey(list: RefObject<HTMLElement | null>): string | undefined {
  const [key, setKey] = useState<string>();
  useEffect(() => {
    const element = list.current;
    const onFocus = ({ target }: Event): void =>
      setKey(target instanceof Element ? target.closest<HTMLElement>('.playlist-row')?.dataset['key'] : undefined);
    const onBlur = (): void => setKey(undefined);
    element?.addEventListener('focusin', onFocus);
    element?.addEventListener('focusout', onBlur);
    return () => {
      element?.removeEventListener('focusin', onFocus);
      element?.removeEventListener('focusout', onBlur);
    };
  }, [list]);
  return key;
}

type ActionSource = Props & Pick<RowActions, 'grab' | 'handleKey' | 'letGo'>;

// The same object for ever; what it does is done with what is there at that moment.
function useRowActions(source: ActionSource): RowActions {
  const latest = useRef(source);
  useEffect(() => void (latest.current = source));
  return useMemo((): RowActions => {
    const change = (edit: (items: Items) => Items, topic?: string): void =>
      latest.current.onChange(edit(latest.current.items), topic);
    return {
      setTime: (key, seconds) => change((items) => setSeconds(items, new Set([key]), seconds), `time ${key}`),
      remove: (key) => change((items) => removeItems(items, new Set([key]))),
      duplicate: (key) => change((items) => duplicateItems(items, new Set([key]))),
      moveTo: (key, where) => {
        if (where === 'ask') latest.current.onAskPlace(key);
        else change((items) => moveTo(items, new Set([key]), where === 'top' ? 0 : Infinity));
      },
      insertBelow: (key) => latest.current.onInsertBelow(key),
      playFrom: (key) => latest.current.onPlayFrom(key),
      select: (key, isRange) => latest.current.selection.toggle(key, isRange),
      grab: (event, key) => latest.current.grab(event, key),
      handleKey: (event, key) => latest.current.handleKey(event, key),
      letGo: (key) => latest.current.letGo(key),
    };
  }, []);
}

// What is moved with the keyboard stays in sight.
function useFollowLifted(list: { readonly current: HTMLElement | null }, key: string | undefined, items: Items): void {
  useEffect(() => {
    if (key === undefined) return;
    list.current?.querySelector('[data-lifted]')?.scrollIntoView({ block: 'nearest' });
  }, [list, key, items]);
}
