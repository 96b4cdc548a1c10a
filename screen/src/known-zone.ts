import { isTimeZone } from '@vitrine/contract/local-time';
import type { Program } from './wire.js';

// A browser of some years ago does not know zones that were named since, and would throw at each look at the clock. It goes
// by its own zone then, which is as a rule the one that it hangs in.
export function withKnownZone(program: Program, own = ownZone()): Program {
  const { screen } = program;
  return isTimeZone(screen.timeZone) ? program : { ...program, screen: { ...screen, timeZone: own } };
}

function ownZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}
