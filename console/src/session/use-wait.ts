import { useEffect, useState } from 'react';
import { RateLimitedError } from '@vitrine/client';

const TICK_MS = 1000;

// Counts a 429's Retry-After down to 0.
export function useWait(failure: unknown): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const seconds = failure instanceof RateLimitedError ? (failure.retryAfterSeconds ?? 0) : 0;
    const end = performance.now() + seconds * 1000;
    const tick = (): void => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    tick();
    if (seconds === 0) return;
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [failure]);
  return left;
}
