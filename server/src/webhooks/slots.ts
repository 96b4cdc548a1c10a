import { createTurnstile } from '../turnstile.js';

// So many at once, the others in the order in which they came.
type Slots = { readonly run: <Result>(work: () => Promise<Result>) => Promise<Result> };

export const createSlots = (max: number): Slots => ({
  run: createTurnstile({ runningMax: max, waitingMax: Infinity, refuse: () => new Error('never refused') }),
});

// The same for each key by itself.
type KeyedSlots<Key> = { readonly run: <Result>(key: Key, work: () => Promise<Result>) => Promise<Result> };

export function createKeyedSlots<Key>(max: number): KeyedSlots<Key> {
  const byKey = new Map<Key, { readonly slots: Slots; users: number }>();
  return {
    async run(key, work) {
      const own = byKey.get(key) ?? { slots: createSlots(max), users: 0 };
      byKey.set(key, own);
      own.users += 1;
      try {
        return await own.slots.run(work);
      } finally {
        own.users -= 1;
        if (own.users === 0) byKey.delete(key);
      }
    },
  };
}
