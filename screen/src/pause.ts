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
  let ring = (): void => {};
  let rung = new Promise<void>((resolve) => (ring = resolve));
  return {
    ring(): void {
      ring();
      rung = new Promise<void>((resolve) => (ring = resolve));
    },
    get next(): Promise<void> {
      return rung;
    },
  };
}
