import { ConnectionError } from '@vitrine/client';
import { sleep } from '@vitrine/client/internal/retry';

// Not the client's own error, which it would repeat a few times and then give up.
class LostConnectionError extends Error {}

export function toLost(thrown: unknown): never {
  throw thrown instanceof ConnectionError ? new LostConnectionError(thrown.message, { cause: thrown }) : thrown;
}

type Attempts<Result> = {
  readonly send: (signal: AbortSignal) => Promise<Result>;
  readonly onLost: () => void;
  readonly doneBytes: () => number;
};

const FIRST_WAIT_MS = 1000;
const WAIT_MS_MAX = 30_000;

// As long as it takes: a shop's line may be away for an hour. Only the person gives up.
export async function throughOutages<Result>(signal: AbortSignal, attempts: Attempts<Result>): Promise<Result> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(WAIT_MS_MAX, waitMs * 2)) {
    const before = attempts.doneBytes();
    try {
      return await whileOnline(signal, attempts.send);
    } catch (thrown) {
      if (!(thrown instanceof LostConnectionError)) throw thrown;
      attempts.onLost();
      if (attempts.doneBytes() > before) waitMs = FIRST_WAIT_MS;
      await untilBack(waitMs, signal);
    }
  }
}

// Nobody answers what was on its way when the network went; without the browser's word that would take a minute to be seen.
async function whileOnline<Result>(signal: AbortSignal, send: Attempts<Result>['send']): Promise<Result> {
  const [gone, over] = [new AbortController(), new AbortController()];
  window.addEventListener('offline', () => gone.abort(), { signal: over.signal });
  try {
    return await send(AbortSignal.any([signal, gone.signal]));
  } catch (thrown) {
    if (gone.signal.aborted && !signal.aborted)
      throw new LostConnectionError('The network is gone.', { cause: thrown });
    throw thrown;
  } finally {
    over.abort();
  }
}

// The browser says when it has a network again. That it has one does not say that the service can be reached: then by time.
async function untilBack(waitMs: number, signal: AbortSignal): Promise<void> {
  const back = new AbortController();
  const isBack = new Promise<void>((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true, signal: back.signal });
  });
  try {
    await Promise.race([
      isBack,
      sleep(navigator.onLine ? waitMs : WAIT_MS_MAX, AbortSignal.any([signal, back.signal])),
    ]);
  } finally {
    back.abort();
  }
}
