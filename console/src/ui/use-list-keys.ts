import type { KeyboardEvent } from 'react';
import { placeOf } from './use-list-selection.js';

type Options = {
  readonly columns: number;
  readonly choose: (at: number, isRange: boolean) => void;
  // Shows the item large, where it can be.
  readonly onLook?: (at: number) => void;
};

// Arrows go from item to item, Space shows it large and X chooses it, with Shift in a row. Enter opens it, as it does every
// link.
export function useListKeys({ columns, choose, onLook }: Options): {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
} {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const at = placeOf(event.target);
    if (at === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = stepsOf(columns)[event.key];
    if (by !== undefined) focusItem(event.currentTarget, at + by);
    else if (event.key === ' ' && onLook !== undefined && isLink(event.target)) onLook(at);
    else if (event.key.toLowerCase() === 'x') choose(at, event.shiftKey);
    else return;
    event.preventDefault();
  };
  return { onKeyDown };
}

// A box and a button have Space for themselves.
const isLink = (target: EventTarget | null): boolean => target instanceof Element && target.closest('a') !== null;

export const focusItem = (list: HTMLElement | null, at: number): void =>
  focusRow(list?.querySelector<HTMLElement>(`[data-at="${at}"]`));

// What a row leads to, or what is done with it, but for its box.
export const focusRow = (row: HTMLElement | null | undefined): void =>
  row?.querySelector<HTMLElement>('a, button:not([role="checkbox"])')?.focus();

const stepsOf = (columns: number): Readonly<Record<string, number>> => ({
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: columns,
  ArrowUp: -columns,
});
