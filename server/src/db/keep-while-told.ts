import type { Signals } from './signals.js';

type Rules<Value> = {
  readonly max: number;
  // What a change of it is told under.
  readonly topicOf: (value: Value) => string;
  // False once time has made something else of it.
  readonly isFresh?: (value: Value) => boolean;
};

type Kept<Value> = {
  // What is kept under the key, or what is read for all who ask at once.
  readonly find: (key: string, read: () => Promise<Value | undefined>) => Promise<Value | undefined>;
};

type Reading<Value> = { readonly changes: number; readonly value: Promise<Value | undefined> };

// Values that are kept in the process while somebody tells it of changes.
export function keepWhileTold<Value>(
  signals: Signals,
  { max, topicOf, isFresh = () => true }: Rules<Value>,
): Kept<Value> {
  const kept = new Map<string, Value>();
  // What a change drops, so that the others are not gone through.
  const keysOf = new Map<string, Set<string>>();
  const readings = new Map<string, Reading<Value>>();
  let isListening = false;
  let changes = 0;
  signals.follow({
    drop(topic) {
      changes += 1;
      for (const key of keysOf.get(topic) ?? []) kept.delete(key);
      keysOf.delete(topic);
    },
    setListening(listening) {
      isListening = listening;
      changes += 1;
      kept.clear();
      keysOf.clear();
    },
  });

  const keep = (key: string, value: Value): void => {
    forget(key);
    const oldest = kept.keys().next();
    if (kept.size >= max && !oldest.done) forget(oldest.value);
    kept.set(key, value);
    keysOf.set(topicOf(value), (keysOf.get(topicOf(value)) ?? new Set()).add(key));
  };
  const forget = (key: string): void => {
    const value = kept.get(key);
    if (value === undefined) return;
    kept.delete(key);
    const keys = keysOf.get(topicOf(value));
    keys?.delete(key);
    if (keys?.size === 0) keysOf.delete(topicOf(value));
  };

  const readAnew = async (key: string, read: () => Promise<Value | undefined>, before: number) => {
    const value = await read();
    // A change that was told meanwhile may be newer than what was read: then it is not kept.
    if (value !== undefined && isListening && changes === before) keep(key, value);
    return value;
  };

  return {
    async find(key, read) {
      const known = kept.get(key);
      if (known !== undefined && isFresh(known)) return known;
      const underWay = readings.get(key);
      // Begun before the last change, it may not have seen it.
      if (underWay?.changes === changes) return underWay.value;
      const reading = { changes, value: readAnew(key, read, changes) };
      readings.set(key, reading);
      const done = (): void => void (readings.get(key) === reading && readings.delete(key));
      reading.value.then(done, done);
      return reading.value;
    },
  };
}
