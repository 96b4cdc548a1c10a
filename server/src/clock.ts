// The one reader of the time of day. Tests pass a clock that they can move.
export type Clock = { readonly now: () => number };

export const systemClock: Clock = { now: () => Date.now() };
