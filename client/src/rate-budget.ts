import { sleep } from './abort.js';
import type { RetryOptions } from './retry.js';

export type RateBudget = {
  readonly take: (options: Omit<RetryOptions, 'maxRetries'>) => Promise<void>;
  readonly note: (headers: Headers) => void;
};

// What the last answer said is left of this minute. A request that would be refused waits here instead: a refusal counts
// against the same budget, so clients that hammer never get out of it.
export function createRateBudget(): RateBudget {
  let remaining = 0;
  let resetAt = 0;
  return {
    async take({ onWait, signal }) {
      while (performance.now() < resetAt && remaining <= 0) {
        // Timers may ring a millisecond early.
        const ms = Math.ceil(resetAt - performance.now()) + 1;
        onWait?.({ kind: 'rate_limited', seconds: ms / 1000, error: undefined });
        await sleep(ms, signal);
      }
      remaining -= 1;
    },
    note(headers) {
      const left = findNumber(headers, 'ratelimit-remaining');
      const seconds = findNumber(headers, 'ratelimit-reset');
      if (left === undefined || seconds === undefined) return;
      // Answers overtake one another; within a minute the smallest figure is the newest.
      remaining = performance.now() < resetAt ? Math.min(remaining, left) : left;
      resetAt = performance.now() + seconds * 1000;
    },
  };
}

function findNumber(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
