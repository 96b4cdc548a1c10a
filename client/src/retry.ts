import { isLasting } from './connection-error.js';
import { ConnectionError, RateLimitedError, VitrineError } from './errors.js';

/** Why the client is about to wait, and for how long. */
export type Wait = {
  readonly kind: 'rate_limited' | 'retry';
  readonly seconds: number;
  readonly error: VitrineError | undefined;
};

export type RetryOptions = {
  readonly maxRetries: number;
  /** Goes on after any number of 429s, as long as each time says. */
  readonly waitsOutLimits?: boolean | undefined;
  readonly onWait?: ((wait: Wait) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
};

const FIRST_DELAY_SECONDS = 0.5;
const DELAY_SECONDS_MAX = 10;

// Every request of the contract is safe to repeat: GETs, the same upload id, finalize again, tags added once.
export async function retrying<Result>(options: RetryOptions, work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isWaitedOut = options.waitsOutLimits === true && error instanceof RateLimitedError;
      if (isWaitedOut) attempt -= 1;
      if (!isWorthRepeating(error) || attempt > options.maxRetries) throw error;
      const seconds = delayOf(error, Math.max(attempt, 1));
      const kind = error instanceof RateLimitedError ? 'rate_limited' : 'retry';
      options.onWait?.({ kind, seconds, error });
      await sleep(seconds * 1000, options.signal);
    }
  }
}

// Never 409 or 422: the same request would be refused again.
function isWorthRepeating(error: unknown): error is VitrineError {
  if (!(error instanceof VitrineError)) return false;
  if (error instanceof ConnectionError) return !isLasting(error);
  return error instanceof RateLimitedError || (error.status ?? 0) >= 500;
}

// Half of it is chance, so that clients which failed together do not come back together.
function delayOf(error: VitrineError, attempt: number): number {
  if (error.retryAfterSeconds !== undefined) return error.retryAfterSeconds;
  const longest = Math.min(DELAY_SECONDS_MAX, FIRST_DELAY_SECONDS * 2 ** (attempt - 1));
  return longest * (0.5 + Math.random() / 2);
}

// Can be called off.
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(toReason(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

const toReason = (signal: AbortSignal | undefined): Error => {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('This operation was aborted', 'AbortError');
};

export type Deadline = {
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** Counts from now on again. */
  readonly extend: () => void;
  readonly clear: () => void;
};

// A signal that follows the caller's and ends by itself. AbortSignal.any would do, but on Node 20 it keeps every
// signal that was made from a long-lived one.
export function startDeadline(ms: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const follow = (): void => controller.abort(outer?.reason);
  const end = (): void => {
    isOver = true;
    controller.abort();
  };
  let timer = setTimeout(end, ms);
  if (outer?.aborted) follow();
  outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    extend: () => {
      clearTimeout(timer);
      timer = setTimeout(end, ms);
    },
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
