import type { World } from './model.js';
import type { Memo, Step } from './step.js';
import { tellOf } from './tell.js';

// A step that an operation may have taken. `seen` is what its request was answered; null when the answer was lost, and
// then it may not have been taken at all.
export type Move = { readonly step: Step; readonly seen: string | null };
export type Thread = readonly Move[];

type Point = {
  readonly world: World;
  readonly at: readonly number[];
  readonly memos: readonly Memo[];
  // How much of what was told.
  readonly heard: number;
};

// Every world in which these threads, run at once, can have ended, over all orders of their steps that agree with what was
// answered, and with what the feed has told of them, if that is given: each step's changes, all of them and in that order.
// None: no order explains it.
export function explain(worlds: readonly World[], threads: readonly Thread[], told?: readonly string[]): World[] {
  const known = new Set<string>();
  const ends = new Map<string, World>();
  const open = worlds.map((world): Point => ({
    world,
    at: threads.map(() => 0),
    memos: threads.map(() => ({})),
    heard: 0,
  }));
  for (let point = open.pop(); point !== undefined; point = open.pop()) {
    const key = JSON.stringify(point);
    if (known.has(key)) continue;
    known.add(key);
    if (threads.every((thread, one) => (point?.at[one] ?? 0) >= thread.length)) {
      if (told === undefined || point.heard === told.length) ends.set(JSON.stringify(point.world), point.world);
    } else {
      open.push(...nextOf(point, threads, told));
    }
  }
  return [...ends.values()];
}

const nextOf = (point: Point, threads: readonly Thread[], told: readonly string[] | undefined): Point[] =>
  threads.flatMap((thread, one) => {
    const at = point.at[one] ?? 0;
    const move = thread[at];
    if (move === undefined) return [];
    const taken = move
      .step(point.world, point.memos[one] ?? {})
      .filter(({ says }) => move.seen === null || says === undefined || says === move.seen)
      .flatMap(({ world, memo }): Point[] => {
        const heard = hear(point, tellOf(point.world, world), told);
        if (heard === undefined) return [];
        return [{ world, at: point.at.with(one, at + 1), memos: point.memos.with(one, memo), heard }];
      });
    // Cut off before it.
    return move.seen === null ? [...taken, { ...point, at: point.at.with(one, thread.length) }] : taken;
  });

// How far in what was told one is after a step that tells this. Undefined: something else was told then.
function hear({ heard }: Point, tells: readonly string[], told: readonly string[] | undefined): number | undefined {
  if (told === undefined || tells.length === 0) return heard;
  const end = heard + tells.length;
  return told.slice(heard, end).toSorted().join() === tells.toSorted().join() ? end : undefined;
}
