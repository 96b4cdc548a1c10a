import { useMemo, useState } from 'react';
import type { DraftItem } from './draft.js';

export type Selection = {
  readonly keys: ReadonlySet<string>;
  // With Shift also everything between this one and the one before.
  readonly toggle: (key: string, isRange: boolean) => void;
  readonly set: (keys: readonly string[]) => void;
  readonly clear: () => void;
};

type State = { readonly keys: ReadonlySet<string>; readonly anchor?: string };

// Which items are chosen; those that are gone are not.
export function useSelection(items: readonly DraftItem[], shown: readonly DraftItem[]): Selection {
  const [{ keys, anchor }, setState] = useState<State>({ keys: new Set() });
  const there = useMemo(() => {
    if (keys.size === 0) return keys;
    return new Set(items.filter(({ key }) => keys.has(key)).map(({ key }) => key));
  }, [items, keys]);
  return {
    keys: there,
    toggle: (key, isRange) => {
      const next = new Set(there);
      const isOn = !there.has(key);
      const touched = isRange && anchor !== undefined ? between(shown, anchor, key) : [key];
      for (const one of touched) {
        if (isOn) next.add(one);
        else next.delete(one);
      }
      setState({ keys: next, anchor: key });
    },
    set: (chosen) => setState({ keys: new Set(chosen) }),
    clear: () => setState({ keys: new Set() }),
  };
}

function between(shown: readonly DraftItem[], one: string, other: string): string[] {
  const places = [one, other].map((key) => shown.findIndex((item) => item.key === key));
  if (places.includes(-1)) return [other];
  return shown.slice(Math.min(...places), Math.max(...places) + 1).map(({ key }) => key);
}
