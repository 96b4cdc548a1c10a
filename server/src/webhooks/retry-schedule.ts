import { WEBHOOK_ATTEMPTS_MAX, WEBHOOK_FAILING_DAYS_MAX } from '@vitrine/contract/console-limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@vitrine/contract/time-units';

const SECOND_MS = 1000;

// The pause after each attempt but the last. Ten attempts take 65 hours and a half.
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
] as const;

const JITTER = 0.1;
const RETRY_AFTER_MS_MAX = DAY_MS;
const REST_MS_MAX = 5 * MINUTE_MS;

type Failing = {
  // Of this message, before the attempt that failed.
  readonly triesLeft: number;
  // Of the webhook in a row, with this one.
  readonly failures: number;
  readonly retryAfterMs: number | undefined;
  // An attempt before its time, because the receiver works again. It does not count.
  readonly isEarly?: boolean;
};

// Plans when the message is sent again, and how long the webhook rests. A message that the receiver refuses holds up no
// other, but a receiver that fails again and again is asked less and less.
export function planRetry({ triesLeft, failures, retryAfterMs = 0, isEarly = false }: Failing, random: () => number) {
  const asked = Math.min(retryAfterMs, RETRY_AFTER_MS_MAX);
  // The message keeps its next attempt, unless the receiver asks for more time.
  if (isEarly) return { isLast: false, delayMs: asked, restMs: asked, askedMs: asked };
  const delay = RETRY_DELAYS_MS[WEBHOOK_ATTEMPTS_MAX - triesLeft] ?? DAY_MS;
  // Apart, so that those who failed at one moment do not come back at one moment.
  const jittered = delay * (1 - JITTER + 2 * JITTER * random());
  const rest = failures < 2 ? 0 : Math.min(2 ** (failures - 1) * SECOND_MS, REST_MS_MAX);
  const restJittered = rest * (1 - 2 * JITTER * random());
  return {
    isLast: triesLeft <= 1,
    delayMs: Math.max(jittered, asked),
    restMs: Math.max(restJittered, asked),
    askedMs: asked,
  };
}

// A failure that comes later begins anew: two that are days apart, with nothing sent between them, are not days of failure.
// Longer than the longest wait between two attempts.
export const FAILURES_APART_MS_MAX = 2 * DAY_MS;

export const hasFailedTooLong = (failingSince: string | null, now: number): boolean =>
  failingSince !== null && now - Date.parse(failingSince) >= WEBHOOK_FAILING_DAYS_MAX * DAY_MS;
