export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

// Longer after each failure, and never for all screens of a shop at the same moment.
export function backoffMs(failures: number, random: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10));
  return longest / 2 + (longest / 2) * random;
}

// Something that is waited for until it happens, again and again.
export function createBell() {
  let rings = 0;
  const listeners = new Set<() => void>();
  const bell = {
    // How often it rang.
    get rings(): number {
      return rings;
    },
    ring(): void {
      rings += 1;
      for (const listener of listeners) listener();
    },
    // Whichever is first: the work, or a ring after those that were heard. A promise that stays open for days would keep what
    // each of its races came to; here nothing stays.
    async before<Done>(heard: number, work: Promise<Done>): Promise<Done | 'rung'> {
      let listener = (): void => {};
      const rung = new Promise<'rung'>((resolve) => {
        listener = () => resolve('rung');
        listeners.add(listener);
        if (rings > heard) listener();
      });
      try {
        return await Promise.race([work, rung]);
      } finally {
        listeners.delete(listener);
      }
    },
    after: (heard: number): Promise<unknown> => bell.before(heard, new Promise<never>(() => {})),
  };
  return bell;
}
