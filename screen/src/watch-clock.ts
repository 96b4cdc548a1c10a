import type { Beats } from './beats.js';
import type { ServiceClock } from './service-clock.js';

const LOOK_MS = 1_000;

/** Reports a wrong clock, and asks the service for its time when the device's clock has jumped. */
export function watchClock(clock: ServiceClock, beats: Beats) {
  let isAsking = false;
  const looking = setInterval(() => {
    beats.screenFault('clock', clock.isWrong());
    if (!clock.hasJumped() || isAsking) return;
    isAsking = true;
    void beats.beat().finally(() => {
      clock.settleJump();
      isAsking = false;
    });
  }, LOOK_MS);
  return { end: (): void => clearInterval(looking) };
}
