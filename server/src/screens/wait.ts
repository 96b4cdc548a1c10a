import type { Signals, Subscription, Woken } from '../db/signals.js';
import { tooMany } from '../identity/throttle.js';

const TOO_MANY_SECONDS = 30;

// A process that holds as many connections as it can says so, instead of letting the screen ask without a pause.
export function subscribeTo(signals: Signals, topic: string): Subscription {
  const subscription = signals.subscribe(topic);
  if (subscription === undefined) throw tooMany(TOO_MANY_SECONDS);
  return subscription;
}

export const waitFor = async (subscription: Subscription, ms: number, hangUp: AbortSignal): Promise<Woken> =>
  ms <= 0 ? 'time' : subscription.next(ms, hangUp);
