import { useRef, useState, type KeyboardEvent } from 'react';
import { moveTo } from './edit-items.js';
import type { DraftItem } from './draft.js';

type Items = readonly DraftItem[];
type Lifted = {
  readonly key: string;
  readonly keys: ReadonlySet<string>;
  readonly from: Items;
  readonly topic: string;
};

type Options = {
  readonly items: Items;
  // The item, or all that are chosen when it is one of them.
  readonly keysWith: (key: string) => ReadonlySet<string>;
  readonly onChange: (items: Items, topic: string) => void;
  readonly say: (words: string) => void;
};

const PAGE = 10;

// Moving with the keyboard: Space lifts, arrows, Page Up and Down, Home and End move, Space puts down, Escape puts back.
export function useLifting({ items, keysWith, onChange, say }: Options) {
  const [lifted, setLifted] = useState<Lifted>();
  const times = useRef(0);
  const nameOf = (key: string, keys: ReadonlySet<string>): string =>
    keys.size > 1 ? `${keys.size} items` : (items.find((item) => item.key === key)?.media.name ?? 'The item');
  const placeIn = (list: Items, keys: ReadonlySet<string>): string =>
    `place ${list.findIndex(({ key }) => keys.has(key)) + 1} of ${list.length}`;

  const lift = (key: string): void => {
    const keys = keysWith(key);
    times.current += 1;
    setLifted({ key, keys, from: items, topic: `lift ${times.current}` });
    say(`${nameOf(key, keys)} picked up, at ${placeIn(items, keys)}.`);
  };
  const putDown = (): void => {
    if (lifted === undefined) return;
    setLifted(undefined);
    say(`${nameOf(lifted.key, lifted.keys)} now at ${placeIn(items, lifted.keys)}.`);
  };
  const putBack = ({ key, keys, from, topic }: Lifted): void => {
    setLifted(undefined);
    onChange(from, topic);
    say(`${nameOf(key, keys)} back at ${placeIn(from, keys)}.`);
  };
  const move = ({ key, keys, topic }: Lifted, to: (place: number) => number): void => {
    const place = items.findIndex((item) => keys.has(item.key));
    const next = moveTo(items, keys, to(place));
    onChange(next, topic);
    say(`${nameOf(key, keys)} at ${placeIn(next, keys)}.`);
  };

  const handleKey = (event: KeyboardEvent, key: string): void => {
    const isPress = event.key === ' ' || event.key === 'Enter';
    if (lifted === undefined || lifted.key !== key) {
      if (!isPress) return;
      event.preventDefault();
      lift(key);
      return;
    }
    const to = MOVES[event.key];
    if (!isPress && event.key !== 'Escape' && to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (isPress) putDown();
    else if (to === undefined) putBack(lifted);
    else move(lifted, to);
  };
  const letGo = (key: string): void => {
    if (lifted?.key === key) putDown();
  };
  return { liftedKey: lifted?.key, handleKey, letGo };
}

const MOVES: Readonly<Record<string, (place: number) => number>> = {
  ArrowUp: (place) => place - 1,
  ArrowDown: (place) => place + 1,
  PageUp: (place) => place - PAGE,
  PageDown: (place) => place + PAGE,
  Home: () => 0,
  End: () => Infinity,
};
