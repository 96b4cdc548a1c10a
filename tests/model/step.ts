import type { World } from './model.js';

// What a request remembers between its steps.
export type Memo = Readonly<Record<string, unknown>>;

// What one step may lead to. Where it answers, it says what; a request of several steps answers with the last it takes.
export type Taken = { readonly world: World; readonly memo: Memo; readonly says?: string };

// One moment at which the service changes or reads: nothing of others comes in between.
export type Step = (world: World, memo: Memo) => readonly Taken[];

export const answer = (world: World, says: string, memo: Memo = {}): readonly Taken[] => [{ world, memo, says }];

// A step that is skipped because the request was answered before.
export const unless =
  (step: Step): Step =>
  (world, memo) =>
    memo['over'] === true ? [{ world, memo }] : step(world, memo);

export const OVER: Memo = { over: true };
