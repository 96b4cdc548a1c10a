import type { Clock } from '../clock.js';
import type { Log } from '../log.js';

// Work that nobody waits for, but the end of the service.
export type Running = { readonly run: (work: () => Promise<void>) => void; readonly idle: () => Promise<void> };

export function createRunning(log: Log, stopping: AbortSignal): Running {
  const promises = new Set<Promise<void>>();
  const failed = (error: unknown): void => {
    if (!stopping.aborted) log.error({ err: error }, 'sending webhooks failed');
  };
  return {
    run(work) {
      const promise = work()
        .catch(failed)
        .finally(() => promises.delete(promise));
      promises.add(promise);
    },
    async idle() {
      while (promises.size > 0) await Promise.all(promises);
    },
  };
}

// However much is due: those who ring for one that has to wait for its turn must not do nothing else.
const RING_MS_MIN = 1_000;

// Rings at the earliest moment that it was set to, and at least every so often.
type Alarm = { readonly set: (at: number) => void; readonly stop: () => void };

export function createAlarm(clock: Clock, everyMs: number, ring: () => void): Alarm {
  let timer: { readonly at: number; readonly handle: NodeJS.Timeout } | undefined;
  let isStopped = false;
  const set = (at: number): void => {
    if (isStopped || (timer !== undefined && timer.at <= at)) return;
    clearTimeout(timer?.handle);
    const waitMs = Math.min(Math.max(at - clock.now(), RING_MS_MIN), everyMs);
    timer = { at, handle: setTimeout(fire, waitMs) };
  };
  const fire = (): void => {
    timer = undefined;
    set(clock.now() + everyMs);
    ring();
  };
  return {
    set,
    stop() {
      isStopped = true;
      clearTimeout(timer?.handle);
    },
  };
}
