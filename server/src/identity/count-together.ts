import type { KnownToken } from './known-tokens.js';

// How many requests the token has made of this budget in this minute, and the token as it stands now.
export type Counted = { readonly requests: number; readonly known: KnownToken | undefined };

// Counts so many requests at once, and says how many there are with the last of them.
type Count = (requests: number) => Promise<Counted>;

type Batch = { size: number; readonly counted: Promise<Counted> };

// While a count is under way, requests of the same budget wait and are counted by the next statement, all at once. Each
// still has its own place in the minute, and is counted by a statement that began after it came. Sixteen at a time that
// queued for one row of the database took 0.3 ms of it each.
export function createCountTogether(): (key: string, count: Count) => Promise<Counted> {
  const underWay = new Map<string, Promise<void>>();
  const waiting = new Map<string, Batch>();

  const start = async (key: string, count: Count): Promise<Counted> => {
    await underWay.get(key);
    const size = waiting.get(key)?.size ?? 0;
    waiting.delete(key);
    const counting = count(size);
    const ended = counting.then(ignore, ignore);
    underWay.set(key, ended);
    void ended.then(() => underWay.get(key) === ended && underWay.delete(key));
    const { requests, known } = await counting;
    return { requests: requests - size, known };
  };

  return async (key, count) => {
    const batch = waiting.get(key) ?? { size: 0, counted: start(key, count) };
    waiting.set(key, batch);
    batch.size += 1;
    const place = batch.size;
    const { requests, known } = await batch.counted;
    return { requests: requests + place, known };
  };
}

const ignore = (): void => {};
