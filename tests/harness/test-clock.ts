import type { Clock } from '../../server/src/clock.js';

// A clock that stands still until it is moved.
export type TestClock = Clock & { readonly set: (moment: string) => void; readonly advance: (ms: number) => void };

/** The clock of the machine, for tests that run programs with clocks of their own. */
export const createRealClock = (): TestClock => {
  const refuse = (): never => {
    throw new Error('the real clock cannot be set');
  };
  return { now: () => Date.now(), set: refuse, advance: refuse };
};

export function createTestClock(moment: string): TestClock {
  let now = Date.parse(moment);
  return {
    now: () => now,
    set: (later) => void (now = Date.parse(later)),
    advance: (ms) => void (now += ms),
  };
}
