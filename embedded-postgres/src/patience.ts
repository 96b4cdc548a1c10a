// How long a start is waited for.
import { errorCode } from './errors.js';

// PostgreSQL's «cannot connect now»: it is there, and starts, recovers from a crash or shuts down.
const AT_WORK = '57P03';

/** `msMax` is for one that says nothing. One that is at work has its time: ended, it would begin again, and never end. */
export function createPatience(msMax: number, log: (line: string) => void) {
  let end = performance.now() + msMax;
  let tellAt = end;
  return {
    isOver: () => performance.now() >= end,
    extend: (ms: number): void => void (end += ms),
    hear(answer: unknown): void {
      if (!(answer instanceof Error) || errorCode(answer) !== AT_WORK) return;
      const now = performance.now();
      end = now + msMax;
      if (now < tellAt) return;
      tellAt = end;
      log(
        `PostgreSQL is at work: ${answer.message}. A recovery from a crash takes its time; ended now, it begins again.`,
      );
    },
  };
}
