import type { World } from './model.js';
import type { Memo, Step } from './step.js';

// A step that an operation may have taken. `seen` is what its request was answered; null when the answer was lost, and
// then it may not have been taken at all.
export type Move = { readonly step: Step; readonly seen: string | null };
export type Thread = readonly Move[];

type Point = { readonly world: World; readonly at: readonly number[]; readonly memos: readonly Memo[] };

// Every world in which these threads, run at once, can have ended, over all orders of their steps that agree with what was
// answered. None: no order explains it.
export function explain(worlds: readonly World[], threads: readonly Thread[]): World[] {
  const known = new Set<string>();
  const ends = new Map<string, World>();
  const open = worlds.map((world): Point => ({ world, at: threads.map(() => 0), memos: threads.map(() => ({})) }));
  for (let point = open.pop(); point !== undefined; point = open.pop()) {
    const key = JSON.stringify(point);
    if (known.has(key)) continue;
    known.add(key);
    if (threads.every((thread, one) => (point?.at[one] ?? 0) >= thread.length)) {
      ends.set(JSON.stringify(point.world), point.world);
    } else {
      open.push(...nextOf(point, threads));
    }
  }
  return [...ends.values()];
}

const nextOf = (point: Point, threads: readonly Thread[]): Point[] =>
  threads.flatMap((thread, one) => {
    const at = point.at[one] ?? 0;
    const move = thread[at];
    if (move === undefined) return [];
    const taken = move
      .step(point.world, point.memos[one] ?? {})
      .filter(({ says }) => move.seen === null || says === undefined || says === move.seen)
      .map(({ world, memo }): Point => ({ world, at: point.at.with(one, at + 1), memos: point.memos.with(one, memo) }));
    // Cut off before it.
    return move.seen === null ? [...taken, { ...point, at: point.at.with(one, thread.length) }] : taken;
  });
