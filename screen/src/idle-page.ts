import type { Pages } from './pages.js';
import type { ServiceClock } from './service-clock.js';
import type { Program } from './wire.js';

const LOOK_MS = 1_000;

/** The page of a screen while nothing is on. Says so when a wrong clock may be the reason. */
export function createIdlePage(pages: Pages, clock: ServiceClock) {
  let shown: { readonly program: Program; readonly isClockWrong: boolean } | undefined;

  function show(program: Program): void {
    // Once the service has told its time, the screen plays by that.
    const isClockWrong = clock.isWrong() && !clock.isHeard();
    if (shown?.program === program && shown.isClockWrong === isClockWrong) return;
    shown = { program, isClockWrong };
    pages.idle(program.merchant.name, program.screen.name, isClockWrong);
  }

  const looking = setInterval(() => {
    if (shown !== undefined) show(shown.program);
  }, LOOK_MS);

  return {
    show,
    hide(): void {
      shown = undefined;
      pages.hide();
    },
    end: (): void => clearInterval(looking),
  };
}
