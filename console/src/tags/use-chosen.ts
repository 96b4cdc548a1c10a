import type { CountedTag } from '@vitrine/contract/tags';
import { useRef, useState } from 'react';

type Chosen = ReadonlyMap<string, CountedTag>;
const NONE: Chosen = new Map();

// Which tags are chosen, with what is known of each.
export function useChosen() {
  const [chosen, setChosen] = useState(NONE);
  const last = useRef<string>(undefined);
  // With Shift, from the last one that was clicked to this one.
  const toggle = (shown: readonly CountedTag[], tag: CountedTag, isRange: boolean): void => {
    const from = shown.findIndex(({ id }) => id === last.current);
    const to = shown.indexOf(tag);
    const touched = isRange && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [tag];
    last.current = tag.id;
    setChosen((before) => (before.has(tag.id) ? without(before, touched.map(toId)) : withAll(before, touched)));
  };
  return {
    chosen,
    toggle,
    clear: () => setChosen(NONE),
    chooseAll: (shown: readonly CountedTag[]) => setChosen((before) => withAll(before, shown)),
    forget: (ids: readonly string[]) => setChosen((before) => without(before, ids)),
  };
}

const toId = ({ id }: CountedTag): string => id;
const withAll = (chosen: Chosen, tags: readonly CountedTag[]): Chosen =>
  new Map([...chosen, ...tags.map((tag) => [tag.id, tag] as const)]);
const without = (chosen: Chosen, ids: readonly string[]): Chosen =>
  new Map([...chosen].filter(([id]) => !ids.includes(id)));
