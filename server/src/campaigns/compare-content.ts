import type { PlayItem } from '@vitrine/contract/playlists';

export type Comparison = {
  readonly added: readonly PlayItem[];
  readonly removed: readonly PlayItem[];
  readonly reordered: boolean;
  readonly retimed: readonly { readonly item: PlayItem; readonly fromSeconds: number }[];
  readonly after: readonly PlayItem[];
};

type Pair = { readonly from: number; readonly to: number };

// What a person would say had been done to a list: items are paired as few as possible out of order, then with the same
// time, then with another. The same media may occur several times; what stays without a pair was removed or added.
export function compareContent(before: readonly PlayItem[], after: readonly PlayItem[]): Comparison {
  const pairs = pairInOrder(before, after);
  pairRest(pairs, before, after, (item) => `${item.mediaId} ${item.durationSeconds}`);
  pairRest(pairs, before, after, (item) => item.mediaId);
  const kept = pairs.toSorted((a, b) => a.to - b.to);
  const from = new Set(pairs.map((pair) => pair.from));
  const to = new Set(pairs.map((pair) => pair.to));
  return {
    added: after.filter((_, at) => !to.has(at)),
    removed: before.filter((_, at) => !from.has(at)),
    reordered: kept.some((pair, at) => pair.from < (kept[at - 1]?.from ?? -1)),
    retimed: kept.flatMap((pair) => retimed(before[pair.from], after[pair.to])),
    after,
  };
}

function retimed(from: PlayItem | undefined, item: PlayItem | undefined): Comparison['retimed'] {
  if (from === undefined || item === undefined || from.durationSeconds === item.durationSeconds) return [];
  return [{ item, fromSeconds: from.durationSeconds }];
}

// The longest common subsequence. A playlist has at most a thousand items, so a million cells.
function pairInOrder(before: readonly PlayItem[], after: readonly PlayItem[]): Pair[] {
  const width = after.length + 1;
  const longest = new Uint16Array((before.length + 1) * width);
  const at = (from: number, to: number): number => longest[from * width + to] ?? 0;
  for (let from = before.length - 1; from >= 0; from -= 1) {
    for (let to = after.length - 1; to >= 0; to -= 1) {
      longest[from * width + to] = isSame(before[from], after[to])
        ? at(from + 1, to + 1) + 1
        : Math.max(at(from + 1, to), at(from, to + 1));
    }
  }
  const pairs: Pair[] = [];
  for (let [from, to] = [0, 0]; from < before.length && to < after.length;) {
    if (isSame(before[from], after[to])) pairs.push({ from: from++, to: to++ });
    else if (at(from + 1, to) >= at(from, to + 1)) from += 1;
    else to += 1;
  }
  return pairs;
}

const isSame = (a: PlayItem | undefined, b: PlayItem | undefined): boolean =>
  a?.mediaId === b?.mediaId && a?.durationSeconds === b?.durationSeconds;

function pairRest(
  pairs: Pair[],
  before: readonly PlayItem[],
  after: readonly PlayItem[],
  keyOf: (item: PlayItem) => string,
): void {
  const [from, to] = [new Set(pairs.map((pair) => pair.from)), new Set(pairs.map((pair) => pair.to))];
  const free = new Map<string, number[]>();
  before.forEach((item, at) => {
    if (!from.has(at)) free.set(keyOf(item), [...(free.get(keyOf(item)) ?? []), at]);
  });
  after.forEach((item, at) => {
    const match = to.has(at) ? undefined : free.get(keyOf(item))?.shift();
    if (match !== undefined) pairs.push({ from: match, to: at });
  });
}
